// Every rank appends records at the shared file pointer; then one of them looks whether each is
// there once:   records FILE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { INTS = 2048, RECORDS = 150 };  // of a record; a rank

int main(int argc, char** argv) {
  int rank, ranks, wrong = 0;
  static int record[INTS];
  MPI_File file;
  MPI_Offset position = 0, size = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                    &file)) {
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  for (int i = 0; i < RECORDS; ++i) {
    for (int k = 0; k < INTS; ++k) record[k] = rank * RECORDS + i;
    wrong += MPI_File_write_shared(file, record, INTS, MPI_INT, MPI_STATUS_IGNORE) != MPI_SUCCESS;
  }
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_position_shared(file, &position);
  MPI_File_get_size(file, &size);
  wrong += position != (MPI_Offset)sizeof record * RECORDS * ranks || size != position;
  if (rank == 0) {
    char* seen = calloc((size_t)ranks * RECORDS, 1);
    for (int i = 0; i < ranks * RECORDS; ++i) {
      MPI_File_read_at(file, (MPI_Offset)sizeof record * i, record, INTS, MPI_INT,
                       MPI_STATUS_IGNORE);
      for (int k = 1; k < INTS; ++k) wrong += record[k] != record[0];
      if (record[0] < 0 || record[0] >= ranks * RECORDS || seen[record[0]]++) ++wrong;
    }
    free(seen);
  }
  MPI_File_close(&file);
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%d wrong\n", wrong);
  MPI_Finalize();
  return wrong != 0;
}
