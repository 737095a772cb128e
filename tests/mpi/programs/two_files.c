/* Writes one block to each of two files, and forks a child in between that runs a shell.
 *
 *   two_files FILE FILE
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void write_to(const char* name) {
  MPI_File file;
  MPI_Status status;
  int rank, code, data[100];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 100; ++i) data[i] = 1000 * rank + i;
  code =
      MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
  if (code == MPI_SUCCESS)
    code = MPI_File_write_at_all(file, rank * (MPI_Offset)sizeof data, data, 100, MPI_INT, &status);
  /* A child of a process that has connections, by fork and by exec. */
  const pid_t child = fork();
  if (child == 0) _exit(system("exit 7") == 7 << 8 ? 3 : 4);
  int how = 0;
  waitpid(child, &how, 0);
  if (!WIFEXITED(how) || WEXITSTATUS(how) != 3) MPI_Abort(MPI_COMM_WORLD, 3);
  if (code == MPI_SUCCESS)
    code = MPI_File_write_at(file, (50 + rank) * 400, data, 1, MPI_INT, &status);
  if (code == MPI_SUCCESS) code = MPI_File_close(&file);
  if (code != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 3) MPI_Abort(MPI_COMM_WORLD, 2);
  write_to(argv[1]);
  write_to(argv[2]);
  MPI_Finalize();
  return 0;
}
