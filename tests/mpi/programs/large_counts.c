/* The functions with MPI_Count: the same data as by their twins, with types made by functions with
 * MPI_Count.
 *
 *   large_counts FILE [plain-types]
 */
#include <mpi.h>
#include <stdio.h>

enum { kInts = 60 };

static void check(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "%s failed\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void counted(MPI_Status* status, const char* what) {
  MPI_Count count = -1;
  MPI_Get_count_c(status, MPI_INT, &count);
  check(count == kInts, what);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, data[kInts], back[kInts];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  check(argc >= 2, "arguments");
  for (int i = 0; i < kInts; ++i) data[i] = 100 * rank + i;
  MPI_File file;
  MPI_Status status;
  MPI_Request request;
  check(MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file) == MPI_SUCCESS,
        "open");
  /* MPICH's own data sieving fills holes beyond the end of a file with whatever its buffer holds.
   */
  check(MPI_File_set_size(file, 20000) == MPI_SUCCESS, "set_size");
  MPI_Datatype pattern, spread;
  if (argc == 2) {
    MPI_Type_vector_c(4, 3, 5, MPI_INT, &pattern);
    MPI_Type_create_resized_c(pattern, 0, 20 * (MPI_Count)sizeof(int), &spread);
  } else {
    MPI_Type_vector(4, 3, 5, MPI_INT, &pattern);
    MPI_Type_create_resized(pattern, 0, 20 * (MPI_Aint)sizeof(int), &spread);
  }
  MPI_Type_commit(&spread);
  const MPI_Offset at = rank * 100;
  check(MPI_File_set_view(file, 4000 * (MPI_Offset)rank, MPI_INT, spread, "native",
                          MPI_INFO_NULL) == MPI_SUCCESS,
        "set_view");
  check(MPI_File_write_at_all_c(file, at, data, kInts, MPI_INT, &status) == MPI_SUCCESS,
        "write_at_all_c");
  counted(&status, "count of write_at_all_c");
  check(MPI_File_iread_at_c(file, at, back, kInts, MPI_INT, &request) == MPI_SUCCESS, "iread_at_c");
  MPI_Wait(&request, &status);
  counted(&status, "count of iread_at_c");
  for (int i = 0; i < kInts; ++i) check(back[i] == data[i], "comparison");
  check(MPI_File_seek(file, at, MPI_SEEK_SET) == MPI_SUCCESS, "seek");
  check(MPI_File_read_c(file, back, kInts, MPI_INT, &status) == MPI_SUCCESS, "read_c");
  counted(&status, "count of read_c");
  MPI_Count extent = 0;
  check(MPI_File_get_type_extent_c(file, spread, &extent) == MPI_SUCCESS && extent == 80,
        "get_type_extent_c");
  check(MPI_File_write_at_c(file, at, data, -1, MPI_INT, &status) != MPI_SUCCESS,
        "a negative count");
  check(MPI_File_close(&file) == MPI_SUCCESS, "close");
  MPI_Type_free(&pattern);
  MPI_Type_free(&spread);
  MPI_Finalize();
  return 0;
}
