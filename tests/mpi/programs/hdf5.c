/* Parallel HDF5: a dataset divided by rows and one divided by columns, written collectively and
 * independently, chunked and contiguous, then read again by another division and compared.
 *
 *   hdf5 FILE
 */
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kRows = 32, kColumns = 48 };

static int rank, ranks;

static void check(int good, const char* what) {
  if (good) return;
  fprintf(stderr, "rank %d: %s failed\n", rank, what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static int value(int row, int column) { return 1000 * row + column; }

/* One rank's part: whole rows, or whole columns. */
static hid_t select_part(hid_t space, int by_rows, hsize_t start[2], hsize_t count[2]) {
  start[0] = by_rows ? (hsize_t)(rank * kRows / ranks) : 0;
  start[1] = by_rows ? 0 : (hsize_t)(rank * kColumns / ranks);
  count[0] = by_rows ? (hsize_t)(kRows / ranks) : kRows;
  count[1] = by_rows ? kColumns : (hsize_t)(kColumns / ranks);
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL) >= 0, "select");
  return H5Screate_simple(2, count, NULL);
}

static void transfer(hid_t file, const char* name, int by_rows, H5FD_mpio_xfer_t how, int write) {
  hsize_t start[2], count[2];
  hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
  hid_t space = H5Dget_space(set);
  hid_t memory = select_part(space, by_rows, start, count);
  hid_t transfers = H5Pcreate(H5P_DATASET_XFER);
  H5Pset_dxpl_mpio(transfers, how);
  int* data = malloc(sizeof(int) * count[0] * count[1]);
  for (hsize_t r = 0; r < count[0]; ++r)
    for (hsize_t c = 0; c < count[1]; ++c)
      data[r * count[1] + c] = write ? value((int)(start[0] + r), (int)(start[1] + c)) : -1;
  if (write) {
    check(H5Dwrite(set, H5T_NATIVE_INT, memory, space, transfers, data) >= 0, "H5Dwrite");
  } else {
    check(H5Dread(set, H5T_NATIVE_INT, memory, space, transfers, data) >= 0, "H5Dread");
    for (hsize_t r = 0; r < count[0]; ++r)
      for (hsize_t c = 0; c < count[1]; ++c)
        check(data[r * count[1] + c] == value((int)(start[0] + r), (int)(start[1] + c)),
              "comparison");
  }
  free(data);
  H5Pclose(transfers);
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(set);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  check(argc == 2, "reading the arguments");
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL);
  hid_t file = H5Fcreate(argv[1], H5F_ACC_TRUNC, H5P_DEFAULT, access);
  check(file >= 0, "H5Fcreate");
  hsize_t sizes[2] = {kRows, kColumns}, chunk[2] = {8, 12};
  hid_t space = H5Screate_simple(2, sizes, NULL);
  hid_t chunked = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(chunked, 2, chunk);
  H5Pset_obj_track_times(chunked, 0);
  hid_t plain = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_obj_track_times(plain, 0);
  H5Dclose(H5Dcreate2(file, "rows", H5T_NATIVE_INT, space, H5P_DEFAULT, plain, H5P_DEFAULT));
  H5Dclose(H5Dcreate2(file, "columns", H5T_NATIVE_INT, space, H5P_DEFAULT, plain, H5P_DEFAULT));
  H5Dclose(H5Dcreate2(file, "chunks", H5T_NATIVE_INT, space, H5P_DEFAULT, chunked, H5P_DEFAULT));
  transfer(file, "rows", 1, H5FD_MPIO_COLLECTIVE, 1);
  transfer(file, "columns", 0, H5FD_MPIO_COLLECTIVE, 1);
  transfer(file, "chunks", 0, H5FD_MPIO_COLLECTIVE, 1);
  check(H5Fclose(file) >= 0, "H5Fclose");

  file = H5Fopen(argv[1], H5F_ACC_RDWR, access);
  check(file >= 0, "H5Fopen");
  transfer(file, "rows", 0, H5FD_MPIO_COLLECTIVE, 0);
  transfer(file, "columns", 1, H5FD_MPIO_INDEPENDENT, 0);
  transfer(file, "chunks", 1, H5FD_MPIO_COLLECTIVE, 0);
  transfer(file, "columns", 1, H5FD_MPIO_INDEPENDENT, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  transfer(file, "columns", 0, H5FD_MPIO_COLLECTIVE, 0);
  check(H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0, "H5Fflush");
  check(H5Fclose(file) >= 0, "H5Fclose");
  H5Pclose(access);
  MPI_Finalize();
  return 0;
}
