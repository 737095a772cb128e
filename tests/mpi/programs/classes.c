/* Opens a file in the mode that is asked for, and says which error class came of it, whether the
 * message names the file, and how long it took.
 *
 *   classes FILE {read|write|create|delete}
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

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 3) MPI_Abort(MPI_COMM_WORLD, 2);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int mode = strcmp(argv[2], "read") == 0    ? MPI_MODE_RDONLY
                   : strcmp(argv[2], "write") == 0 ? MPI_MODE_RDWR
                                                   : MPI_MODE_RDWR | MPI_MODE_CREATE;
  if (strcmp(argv[2], "delete") == 0) {
    if (rank == 0) say("delete", MPI_File_delete(argv[1], MPI_INFO_NULL));
  } else {
    MPI_File file;
    int code = MPI_File_open(MPI_COMM_WORLD, argv[1], mode, MPI_INFO_NULL, &file);
    if (rank == 0) say("open", code);
    if (code == MPI_SUCCESS) {
      static char data[1 << 20];
      if (mode != MPI_MODE_RDONLY) {
        code = MPI_File_write_at_all(file, (MPI_Offset)rank * (MPI_Offset)sizeof data, data,
                                     sizeof data, MPI_BYTE, MPI_STATUS_IGNORE);
        if (rank == 0) say("write", code);
      }
      code = MPI_File_close(&file);
      if (rank == 0) say("close", code);
    }
  }
  MPI_Finalize();
  return 0;
}
