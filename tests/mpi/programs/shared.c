// Everything at the shared file pointer, by four ranks:   shared FILE REPORT
// Each rank writes REPORT.<rank>, which says nothing that depends on who came first.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD = 8, RECORDS = 20 };  // ints; records a rank

static int rank, ranks;
static FILE* report;

static void say(const char* what, int code, MPI_Status* status) {
  int class = 0, count = -1;
  MPI_Error_class(code, &class);
  if (code == MPI_SUCCESS && status) MPI_Get_count(status, MPI_INT, &count);
  fprintf(report, "%s: class %s count %d\n", what, class == MPI_SUCCESS ? "none" : "some", count);
}

static void say_position(const char* what, MPI_File file) {
  MPI_Offset position = -1;
  const int code = MPI_File_get_position_shared(file, &position);
  MPI_Barrier(MPI_COMM_WORLD);
  fprintf(report, "%s: %d, position %lld\n", what, code == MPI_SUCCESS, (long long)position);
}

static void fill(int* record, int number) {
  for (int i = 0; i < RECORD; ++i) record[i] = (rank * RECORDS + number) * RECORD + i;
}

// Which records came, by all ranks together: each once.
static void say_seen(const char* what, const int* seen) {
  int all[64 * RECORDS], once = 0;
  MPI_Allreduce(seen, all, ranks * RECORDS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < ranks * RECORDS; ++i) once += all[i] == 1;
  fprintf(report, "%s: %d of %d records once\n", what, once, ranks * RECORDS);
}

static void take(const int* record, int* seen) {
  const int which = record[0] / RECORD;
  for (int i = 0; i < RECORD; ++i) {
    if (record[i] != record[0] + i)
      fprintf(report, "a torn record: %d after %d\n", record[i], record[0]);
  }
  if (which >= 0 && which < ranks * RECORDS) ++seen[which];
}

static void independent(MPI_File file, int nonblocking) {
  int records[RECORDS][RECORD], back[RECORDS][RECORD], seen[64 * RECORDS] = {0};
  MPI_Request requests[RECORDS];
  MPI_Status statuses[RECORDS];
  MPI_Status status;
  int code = MPI_SUCCESS;
  for (int i = 0; i < RECORDS; ++i) {
    fill(records[i], i);
    if (nonblocking) {
      code |= MPI_File_iwrite_shared(file, records[i], RECORD, MPI_INT, &requests[i]);
    } else {
      code |= MPI_File_write_shared(file, records[i], RECORD, MPI_INT, &status);
    }
  }
  if (nonblocking) code |= MPI_Waitall(RECORDS, requests, statuses);
  say("writes at the pointer", code, nonblocking ? NULL : &status);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(file);
  say_position("after the writes", file);
  say("seek to the start", MPI_File_seek_shared(file, 0, MPI_SEEK_SET), NULL);
  say_position("after the seek", file);
  memset(back, 0, sizeof back);
  for (int i = 0; i < RECORDS; ++i) {
    if (nonblocking) {
      code |= MPI_File_iread_shared(file, back[i], RECORD, MPI_INT, &requests[i]);
    } else {
      code |= MPI_File_read_shared(file, back[i], RECORD, MPI_INT, &status);
    }
  }
  if (nonblocking) code |= MPI_Waitall(RECORDS, requests, statuses);
  for (int i = 0; i < RECORDS; ++i) take(back[i], seen);
  say("reads at the pointer", code, nonblocking ? NULL : &status);
  say_seen("read back", seen);
  int more[RECORD];
  MPI_Barrier(MPI_COMM_WORLD);
  code = MPI_File_read_shared(file, more, RECORD, MPI_INT, &status);
  say("read at the end", code, &status);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void ordered(MPI_File file, int split) {
  // Every rank another amount, one of them none.
  const int mine = rank * 3;
  int data[64 * 3], back[64 * 3];
  MPI_Status status;
  for (int i = 0; i < mine; ++i) data[i] = rank * 1000 + i;
  int code = MPI_File_seek_shared(file, 5, MPI_SEEK_SET);
  if (split) {
    code |= MPI_File_write_ordered_begin(file, data, mine, MPI_INT);
    code |= MPI_File_write_ordered_end(file, data, &status);
  } else {
    code |= MPI_File_write_ordered(file, data, mine, MPI_INT, &status);
  }
  say("ordered write", code, &status);
  say_position("after the ordered write", file);
  code = MPI_File_write_ordered(file, data, mine, MPI_INT, &status);
  say("another", code, &status);
  say("seek back",
      MPI_File_seek_shared(file, -(MPI_Offset)(3 * ranks * (ranks - 1) / 2), MPI_SEEK_CUR), NULL);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(file);
  if (split) {
    code = MPI_File_read_ordered_begin(file, back, mine, MPI_INT);
    code |= MPI_File_read_ordered_end(file, back, &status);
  } else {
    code = MPI_File_read_ordered(file, back, mine, MPI_INT, &status);
  }
  say("ordered read", code, &status);
  fprintf(report, "the same: %d\n", memcmp(data, back, sizeof(int) * (size_t)mine) == 0);
}

static void large(MPI_File file) {
  // More than goes into one request.
  const int ints = (5 << 20) / (int)sizeof(int);
  int* data = malloc((size_t)ints * sizeof(int));
  MPI_Status status = {0};
  for (int i = 0; i < ints; ++i) data[i] = rank;
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  say("large write", MPI_File_write_shared(file, data, ints, MPI_INT, &status), &status);
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(file);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  say("large read", MPI_File_read_shared(file, data, ints, MPI_INT, &status), &status);
  int same = 1, sum = 0;
  for (int i = 1; i < ints; ++i) same &= data[i] == data[0];
  MPI_Allreduce(data, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  fprintf(report, "whole: %d, sum of the writers %d\n", same, sum);
  free(data);
}

int main(int argc, char** argv) {
  MPI_File file;
  MPI_Datatype pair, tile;
  char name[4096];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  snprintf(name, sizeof name, "%s.%d", argv[2], rank);
  report = fopen(name, "w");

  if (MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                    &file) != MPI_SUCCESS) {
    fprintf(stderr, "cannot open %s\n", argv[1]);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  say_position("at first", file);
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  independent(file, 0);
  large(file);
  MPI_File_set_size(file, 0);
  // Two of every four ints.
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_create_resized(pair, 0, 4 * sizeof(int), &tile);
  MPI_Type_commit(&tile);
  MPI_File_set_view(file, 16, MPI_INT, tile, "native", MPI_INFO_NULL);
  say_position("with a view", file);
  independent(file, 1);
  ordered(file, 0);
  ordered(file, 1);
  say("seek to the end", MPI_File_seek_shared(file, 0, MPI_SEEK_END), NULL);
  say_position("at the end", file);
  MPI_File_close(&file);

  // The file's bytes, whoever wrote first: from the order of the ranks.
  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_set_size(file, 0);
  // Not empty: some MPI-IOs write what is in their buffers where there was nothing.
  MPI_File_set_size(file, 1000);
  MPI_File_set_view(file, 0, MPI_INT, tile, "native", MPI_INFO_NULL);
  ordered(file, 1);
  MPI_File_close(&file);

  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_WRONLY | MPI_MODE_APPEND, MPI_INFO_NULL, &file);
  say_position("for appending", file);
  MPI_Status status;
  say("append", MPI_File_write_ordered(file, &rank, 1, MPI_INT, &status), &status);
  MPI_File_close(&file);

  MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL,
                &file);
  say("sequential write", MPI_File_write_ordered(file, &rank, 1, MPI_INT, &status), &status);
  say("sequential write at an offset", MPI_File_write_at(file, 0, &rank, 1, MPI_INT, &status),
      NULL);
  MPI_File_close(&file);

  MPI_Type_free(&pair);
  MPI_Type_free(&tile);
  fclose(report);
  MPI_Finalize();
  return 0;
}
