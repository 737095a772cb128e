/* Opens a file in the mode that is asked for, and says which error class came of it, whether the
 * message names the file, and how long it took.
 *
 *   classes FILE {read|write|create|delete|uncommitted|disagree|endless}
 *
 * uncommitted: writes with a datatype that was not committed. disagree: the ranks' access modes
 * differ, and the last rank speaks. endless: writes until that fails.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static const char* name_of(int class) {
  switch (class) {
    case MPI_SUCCESS:
      return "success";
    case MPI_ERR_ACCESS:
      return "access";
    case MPI_ERR_ARG:
      return "arg";
    case MPI_ERR_BAD_FILE:
      return "bad file";
    case MPI_ERR_FILE_EXISTS:
      return "exists";
    case MPI_ERR_IO:
      return "io";
    case MPI_ERR_NO_SPACE:
      return "no space";
    case MPI_ERR_NO_SUCH_FILE:
      return "no such file";
    case MPI_ERR_AMODE:
      return "amode";
    case MPI_ERR_TYPE:
      return "type";
    case MPI_ERR_READ_ONLY:
      return "read only";
  }
  return "another";
}

static void say(const char* call, int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int class = MPI_SUCCESS, length = 0;
  if (code != MPI_SUCCESS) {
    MPI_Error_class(code, &class);
    MPI_Error_string(code, text, &length);
  }
  printf("%s: %s: %s\n", call, name_of(class), text);
}

static int mode_of(const char* how, int rank) {
  if (strcmp(how, "read") == 0) return MPI_MODE_RDONLY;
  if (strcmp(how, "write") == 0) return MPI_MODE_RDWR;
  if (strcmp(how, "disagree") == 0 && rank == 1) return MPI_MODE_WRONLY;
  return MPI_MODE_RDWR | MPI_MODE_CREATE;
}

static int write_once(MPI_File file, int rank, MPI_Datatype type) {
  static char data[1 << 20];
  return MPI_File_write_at_all(file, (MPI_Offset)rank * (MPI_Offset)sizeof data, data, sizeof data,
                               type, MPI_STATUS_IGNORE);
}

static int write_as(const char* how, MPI_File file, int rank) {
  MPI_Datatype type = MPI_BYTE;
  if (strcmp(how, "uncommitted") == 0) MPI_Type_contiguous(1, MPI_BYTE, &type);
  int code = write_once(file, rank, type);
  while (strcmp(how, "endless") == 0 && code == MPI_SUCCESS) code = write_once(file, rank, type);
  if (type != MPI_BYTE) MPI_Type_free(&type);
  return code;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 3) MPI_Abort(MPI_COMM_WORLD, 2);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const char* how = argv[2];
  const int speaks = rank == (strcmp(how, "disagree") == 0 ? ranks - 1 : 0);
  if (strcmp(how, "delete") == 0) {
    if (speaks) say("delete", MPI_File_delete(argv[1], MPI_INFO_NULL));
  } else {
    MPI_File file = MPI_FILE_NULL;
    memset(&file, 0x5a, sizeof file);  // what a program may have there
    const int mode = mode_of(how, rank);
    int code = MPI_File_open(MPI_COMM_WORLD, argv[1], mode, MPI_INFO_NULL, &file);
    if (speaks) say("open", code);
    if (code != MPI_SUCCESS && file != MPI_FILE_NULL) MPI_Abort(MPI_COMM_WORLD, 3);
    if (code == MPI_SUCCESS) {
      if (mode != MPI_MODE_RDONLY) {
        code = write_as(how, file, rank);
        if (speaks) say("write", code);
      }
      code = MPI_File_close(&file);
      if (speaks) say("close", code);
    }
  }
  MPI_Finalize();
  return 0;
}
