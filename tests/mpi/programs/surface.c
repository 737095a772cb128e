/* Calls most of MPI-IO on one file and writes down what every call answered: results, counts, error
 * classes. Run on the stock MPI-IO and on Strait it must write the same.
 *
 *   surface FILE REPORT [skip-preallocate]      REPORT.<rank> is written by POSIX
 */
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kInts = 64 };

static FILE* report;
static int rank, ranks;

static void say(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(report, format, arguments);
  va_end(arguments);
  fputc('\n', report);
  fflush(report);
}

static const char* class_of(int code) {
  static char name[32];
  int class = code;
  if (code != MPI_SUCCESS) MPI_Error_class(code, &class);
  switch (class) {
    case MPI_SUCCESS:
      return "success";
    case MPI_ERR_ACCESS:
      return "access";
    case MPI_ERR_AMODE:
      return "amode";
    case MPI_ERR_ARG:
      return "arg";
    case MPI_ERR_BAD_FILE:
      return "bad file";
    case MPI_ERR_COUNT:
      return "count";
    case MPI_ERR_FILE:
      return "file";
    case MPI_ERR_FILE_EXISTS:
      return "exists";
    case MPI_ERR_IO:
      return "io";
    case MPI_ERR_NO_SUCH_FILE:
      return "no such file";
    case MPI_ERR_READ_ONLY:
      return "read only";
    case MPI_ERR_TYPE:
      return "type";
    case MPI_ERR_UNSUPPORTED_DATAREP:
      return "datarep";
    case MPI_ERR_UNSUPPORTED_OPERATION:
      return "unsupported";
  }
  snprintf(name, sizeof name, "class %d", class);
  return name;
}

static void result(const char* what, int code) { say("%s: %s", what, class_of(code)); }

static void moved(const char* what, int code, MPI_Status* status, MPI_Datatype type) {
  int count = -1, elements = -1;
  if (code == MPI_SUCCESS) {
    MPI_Get_count(status, type, &count);
    MPI_Get_elements(status, type, &elements);
  }
  if (count == MPI_UNDEFINED) count = -2;
  say("%s: %s count %d elements %d", what, class_of(code), count, elements);
}

static void fill(int* data, int base) {
  for (int i = 0; i < kInts; ++i) data[i] = base + i;
}

static void sum(const char* what, const int* data, int count) {
  long total = 0;
  for (int i = 0; i < count; ++i) total = total * 31 % 1000003 + data[i];
  say("%s: data %ld", what, total);
}

static void position(MPI_File file) {
  MPI_Offset offset = -1, byte = -1, size = -1;
  MPI_Barrier(MPI_COMM_WORLD); /* no rank moves on while another looks at the size */
  MPI_File_get_position(file, &offset);
  MPI_File_get_byte_offset(file, offset, &byte);
  MPI_File_get_size(file, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  say("position %lld byte %lld size %lld", (long long)offset, (long long)byte, (long long)size);
}

static void plain(MPI_File file) {
  int data[kInts], back[kInts];
  MPI_Status status;
  fill(data, rank * 1000);
  int code = MPI_File_write_at(file, (MPI_Offset)rank * sizeof data, data, kInts, MPI_INT, &status);
  moved("write_at", code, &status, MPI_INT);
  code = MPI_File_sync(file);
  result("sync", code);
  MPI_Barrier(MPI_COMM_WORLD);
  const int other = (rank + 1) % ranks;
  memset(back, 0, sizeof back);
  code = MPI_File_read_at(file, (MPI_Offset)other * sizeof back, back, kInts, MPI_INT, &status);
  moved("read_at", code, &status, MPI_INT);
  sum("read_at", back, kInts);
  code = MPI_File_read_at_all(file, (MPI_Offset)(ranks * sizeof back) - 10, back, kInts, MPI_INT,
                              &status);
  moved("read across the end", code, &status, MPI_BYTE);
  code = MPI_File_read_at(file, (MPI_Offset)1 << 30, back, kInts, MPI_INT, &status);
  moved("read beyond the end", code, &status, MPI_INT);
  code = MPI_File_write_at(file, 0, data, 0, MPI_INT, &status);
  moved("write nothing", code, &status, MPI_INT);
  position(file);
}

static void pointer(MPI_File file) {
  int data[kInts], back[kInts];
  MPI_Status status;
  result("seek", MPI_File_seek(file, rank * (MPI_Offset)sizeof data, MPI_SEEK_SET));
  fill(data, rank * 77);
  moved("write", MPI_File_write(file, data, kInts, MPI_INT, &status), &status, MPI_INT);
  position(file);
  MPI_Barrier(MPI_COMM_WORLD);
  position(file);
  result("seek back", MPI_File_seek(file, -(MPI_Offset)sizeof data, MPI_SEEK_CUR));
  moved("read", MPI_File_read(file, back, kInts, MPI_INT, &status), &status, MPI_INT);
  sum("read", back, kInts);
  result("seek end", MPI_File_seek(file, -8, MPI_SEEK_END));
  moved("read_all", MPI_File_read_all(file, back, 1, MPI_DOUBLE, &status), &status, MPI_DOUBLE);
  result("seek before the beginning", MPI_File_seek(file, -1, MPI_SEEK_SET));
  result("seek nowhere", MPI_File_seek(file, 0, 12345));
  position(file);
}

static void views(MPI_File file) {
  int data[kInts], back[2 * kInts];
  MPI_Status status;
  MPI_Datatype rows, every_other, back_type;
  int sizes[2] = {8, 8 * ranks}, parts[2] = {8, 8}, starts[2] = {0, 8 * rank};
  MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &rows);
  MPI_Type_commit(&rows);
  fill(data, rank * 5000);
  result("set_view", MPI_File_set_view(file, 128, MPI_INT, rows, "native", MPI_INFO_NULL));
  moved("write_all", MPI_File_write_all(file, data, kInts, MPI_INT, &status), &status, MPI_INT);
  position(file);
  moved("read_at_all", MPI_File_read_at_all(file, 8, back, 16, MPI_INT, &status), &status, MPI_INT);
  sum("read_at_all", back, 16);

  MPI_Type_vector(kInts, 1, 2, MPI_INT, &every_other);
  MPI_Type_create_resized(every_other, 0, 2 * kInts * (MPI_Aint)sizeof(int), &back_type);
  MPI_Type_commit(&back_type);
  memset(back, 0, sizeof back);
  moved("read into every other", MPI_File_read_at_all(file, 0, back, 1, back_type, &status),
        &status, back_type);
  sum("read into every other", back, 2 * kInts);

  MPI_Offset disp;
  MPI_Datatype etype, filetype;
  char datarep[MPI_MAX_DATAREP_STRING];
  result("get_view", MPI_File_get_view(file, &disp, &etype, &filetype, datarep));
  int size, combiner, a, b, c;
  MPI_Type_size(filetype, &size);
  MPI_Type_get_envelope(filetype, &a, &b, &c, &combiner);
  say("view at %lld, %d bytes a tile, %s, etype is an int: %d", (long long)disp, size, datarep,
      etype == MPI_INT);
  if (combiner != MPI_COMBINER_NAMED) MPI_Type_free(&filetype);

  MPI_Aint extent = -1;
  result("get_type_extent", MPI_File_get_type_extent(file, rows, &extent));
  say("extent %ld", (long)extent);
  result("set_view back", MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
  MPI_Type_free(&rows);
  MPI_Type_free(&every_other);
  MPI_Type_free(&back_type);
  position(file);
}

static void nonblocking(MPI_File file) {
  int data[4][kInts], back[4][kInts];
  MPI_Request requests[4];
  MPI_Status statuses[4];
  for (int i = 0; i < 4; ++i) {
    fill(data[i], 100 * rank + i);
    result("iwrite_at", MPI_File_iwrite_at(file, (4 * rank + i) * (MPI_Offset)sizeof data[i],
                                           data[i], kInts, MPI_INT, &requests[i]));
  }
  result("waitall", MPI_Waitall(4, requests, statuses));
  for (int i = 0; i < 4; ++i) moved("iwrite_at", MPI_SUCCESS, &statuses[i], MPI_INT);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek(file, 4 * ((rank + 1) % ranks) * (MPI_Offset)sizeof data[0], MPI_SEEK_SET);
  for (int i = 0; i < 4; ++i) {
    result("iread", MPI_File_iread(file, back[i], kInts, MPI_INT, &requests[i]));
    int done = 0;
    while (!done) MPI_Test(&requests[i], &done, &statuses[i]);
    moved("iread", MPI_SUCCESS, &statuses[i], MPI_INT);
    sum("iread", back[i], kInts);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  result("iwrite_at_all", MPI_File_iwrite_at_all(file, rank * (MPI_Offset)sizeof data[0], data[1],
                                                 kInts, MPI_INT, &requests[0]));
  result("wait", MPI_Wait(&requests[0], &statuses[0]));
  moved("iwrite_at_all", MPI_SUCCESS, &statuses[0], MPI_INT);
  MPI_Barrier(MPI_COMM_WORLD);
  result("iread_at_all", MPI_File_iread_at_all(file, rank * (MPI_Offset)sizeof data[0], back[0],
                                               kInts, MPI_INT, &requests[0]));
  result("wait", MPI_Wait(&requests[0], &statuses[0]));
  moved("iread_at_all", MPI_SUCCESS, &statuses[0], MPI_INT);
  sum("iread_at_all", back[0], kInts);
  position(file);
}

static void split(MPI_File file) {
  int data[kInts], back[kInts];
  MPI_Status status;
  fill(data, rank);
  result("write_at_all_begin",
         MPI_File_write_at_all_begin(file, rank * (MPI_Offset)sizeof data, data, kInts, MPI_INT));
  moved("write_at_all_end", MPI_File_write_at_all_end(file, data, &status), &status, MPI_INT);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek(file, rank * (MPI_Offset)sizeof data, MPI_SEEK_SET);
  result("read_all_begin", MPI_File_read_all_begin(file, back, kInts, MPI_INT));
  moved("read_all_end", MPI_File_read_all_end(file, back, &status), &status, MPI_INT);
  sum("read_all_end", back, kInts);
  position(file);
}

static void sizes(MPI_File file, int preallocates) {
  MPI_Offset size = -1;
  result("set_size", MPI_File_set_size(file, 100000));
  MPI_File_get_size(file, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  say("size %lld", (long long)size);
  if (preallocates) result("preallocate", MPI_File_preallocate(file, 120000));
  MPI_File_get_size(file, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  say("size %lld", (long long)size);
  result("set_size down", MPI_File_set_size(file, 5000));
  MPI_File_get_size(file, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  say("size %lld", (long long)size);
}

static void wrong(MPI_File file) {
  int data[kInts];
  MPI_Status status;
  fill(data, 1);
  result("negative count", MPI_File_write_at(file, 0, data, -1, MPI_INT, &status));
  result("negative offset", MPI_File_write_at(file, -1, data, 1, MPI_INT, &status));
  result("null type", MPI_File_write_at(file, 0, data, 1, MPI_DATATYPE_NULL, &status));
  MPI_Datatype loose;
  MPI_Type_contiguous(3, MPI_INT, &loose);
  result("type not committed", MPI_File_write_at(file, 0, data, 1, loose, &status));
  MPI_Type_free(&loose);
}

static void properties(MPI_File file) {
  int amode = -1, flag = -1, members = -1;
  MPI_Group group;
  MPI_Errhandler handler;
  MPI_Info info;
  result("get_amode", MPI_File_get_amode(file, &amode));
  say("amode %d", amode == (MPI_MODE_CREATE | MPI_MODE_RDWR));
  result("get_group", MPI_File_get_group(file, &group));
  MPI_Group_size(group, &members);
  say("group of %d", members);
  MPI_Group_free(&group);
  result("get_info", MPI_File_get_info(file, &info));
  MPI_Info_free(&info);
  result("get_atomicity", MPI_File_get_atomicity(file, &flag));
  say("atomic %d", flag);
  result("get_errhandler", MPI_File_get_errhandler(file, &handler));
  say("returns errors %d", handler == MPI_ERRORS_RETURN);
  say("through Fortran %d", MPI_File_f2c(MPI_File_c2f(file)) == file);
}

static void opening(const char* name) {
  MPI_File file;
  result("open what is not there",
         MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, &file));
  result("delete what is not there", MPI_File_delete(name, MPI_INFO_NULL));
  result("open in no mode",
         MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE, MPI_INFO_NULL, &file));
  result(
      "create for reading",
      MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
}

static void access_modes(const char* name) {
  MPI_File file;
  MPI_Status status;
  int data[kInts];
  fill(data, 9);
  result("open exclusively",
         MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR,
                       MPI_INFO_NULL, &file));
  result("open for reading",
         MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
  result("write there", MPI_File_write_at(file, 0, data, 1, MPI_INT, &status));
  result("read there", MPI_File_read_at(file, 0, data, 1, MPI_INT, &status));
  result("close", MPI_File_close(&file));
  say("null afterwards %d", file == MPI_FILE_NULL);
  result("open for writing", MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_WRONLY | MPI_MODE_APPEND,
                                           MPI_INFO_NULL, &file));
  position(file);
  result("read there", MPI_File_read_at(file, 0, data, 1, MPI_INT, &status));
  result("close", MPI_File_close(&file));
  char other[4096];
  snprintf(other, sizeof other, "%s.gone", name);
  result("open for deletion",
         MPI_File_open(MPI_COMM_WORLD, other,
                       MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                       &file));
  result("close", MPI_File_close(&file));
  result("open what was deleted",
         MPI_File_open(MPI_COMM_WORLD, other, MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc < 3) MPI_Abort(MPI_COMM_WORLD, 2);
  char name[4096];
  snprintf(name, sizeof name, "%s.%d", argv[2], rank);
  report = fopen(name, "w");
  if (!report) MPI_Abort(MPI_COMM_WORLD, 3);

  opening(argv[1]);
  MPI_File file;
  result("open", MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR,
                               MPI_INFO_NULL, &file));
  properties(file);
  plain(file);
  pointer(file);
  views(file);
  nonblocking(file);
  split(file);
  sizes(file, argc == 3);
  wrong(file);
  result("close", MPI_File_close(&file));
  access_modes(argv[1]);
  fclose(report);
  MPI_Finalize();
  return 0;
}
