/* Each rank writes its column of 4096 rows of four columns, twice, by collective calls through one
 * and the same filetype; the ranks differ in the displacement only.
 *
 *   collective FILE
 */
#include <mpi.h>

enum { ROWS = 4096 };

static void check(int code) {
  if (code != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
  static double column[ROWS];
  int rank, ranks;
  MPI_File file;
  MPI_Datatype rows;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 2) MPI_Abort(MPI_COMM_WORLD, 2);
  for (int i = 0; i < ROWS; ++i) column[i] = 1e4 * rank + i;

  MPI_Type_vector(ROWS, 1, ranks, MPI_DOUBLE, &rows);
  MPI_Type_commit(&rows);
  check(MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                      &file));
  check(MPI_File_set_view(file, rank * (MPI_Offset)sizeof(double), MPI_DOUBLE, rows, "native",
                          MPI_INFO_NULL));
  for (int pass = 0; pass < 2; ++pass)
    check(MPI_File_write_at_all(file, 0, column, ROWS, MPI_DOUBLE, &status));
  check(MPI_File_close(&file));
  MPI_Type_free(&rows);
  MPI_Finalize();
  return 0;
}
