/* PnetCDF: a classic file made twice under one name (the second time in place of the first),
 * written by blocks with blocking and nonblocking calls, its format asked for, opened again and
 * compared.
 *
 *   pnetcdf FILE
 */
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>

enum { kRows = 16, kColumns = 40 };

static int rank, ranks;

static void check(int code, const char* what) {
  if (code == NC_NOERR) return;
  fprintf(stderr, "rank %d: %s: %s\n", rank, what, ncmpi_strerror(code));
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void make(const char* name, int mode, int base) {
  int file, dims[2], block, strip;
  float data[kRows * kColumns];
  check(ncmpi_create(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file), "ncmpi_create");
  check(ncmpi_def_dim(file, "row", kRows, &dims[0]), "ncmpi_def_dim");
  check(ncmpi_def_dim(file, "column", kColumns, &dims[1]), "ncmpi_def_dim");
  check(ncmpi_def_var(file, "block", NC_FLOAT, 2, dims, &block), "ncmpi_def_var");
  check(ncmpi_def_var(file, "strip", NC_FLOAT, 2, dims, &strip), "ncmpi_def_var");
  check(ncmpi_put_att_text(file, NC_GLOBAL, "title", 4, "rows"), "ncmpi_put_att_text");
  check(ncmpi_enddef(file), "ncmpi_enddef");
  MPI_Offset start[2] = {0, rank * kColumns / ranks}, count[2] = {kRows, kColumns / ranks};
  for (int i = 0; i < kRows * kColumns; ++i) data[i] = (float)(base + rank * 1000 + i);
  check(ncmpi_put_vara_float_all(file, block, start, count, data), "ncmpi_put_vara_float_all");
  MPI_Offset row[2] = {rank * kRows / ranks, 0}, row_count[2] = {kRows / ranks, kColumns};
  int request, status;
  check(ncmpi_iput_vara_float(file, strip, row, row_count, data, &request),
        "ncmpi_iput_vara_float");
  check(ncmpi_wait_all(file, 1, &request, &status), "ncmpi_wait_all");
  check(ncmpi_close(file), "ncmpi_close");
}

static void compare(const char* name, int base) {
  int file, variable, format;
  float data[kRows * kColumns];
  check(ncmpi_inq_file_format(name, &format), "ncmpi_inq_file_format");
  if (format != NC_FORMAT_CDF5) check(NC_ENOTNC, "the format");
  check(ncmpi_open(MPI_COMM_WORLD, name, NC_NOWRITE, MPI_INFO_NULL, &file), "ncmpi_open");
  check(ncmpi_inq_varid(file, "strip", &variable), "ncmpi_inq_varid");
  const int other = (rank + 1) % ranks;
  MPI_Offset row[2] = {other * kRows / ranks, 0}, count[2] = {kRows / ranks, kColumns};
  check(ncmpi_get_vara_float_all(file, variable, row, count, data), "ncmpi_get_vara_float_all");
  for (int i = 0; i < kRows / ranks * kColumns; ++i)
    if (data[i] != (float)(base + other * 1000 + i)) check(NC_EFILE, "comparison");
  check(ncmpi_close(file), "ncmpi_close");
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 2) MPI_Abort(MPI_COMM_WORLD, 2);
  make(argv[1], NC_CLOBBER | NC_64BIT_DATA, 100000);
  make(argv[1], NC_CLOBBER | NC_64BIT_DATA, 0);
  compare(argv[1], 0);
  int file;
  const int again =
      ncmpi_create(MPI_COMM_WORLD, argv[1], NC_NOCLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file);
  if (again != NC_EEXIST)
    check(again == NC_NOERR ? NC_EFILE : again, "creating a file that exists");
  MPI_Finalize();
  return 0;
}
