/* Hands a file to another process: the parent makes it, the child gets the handle's 32 bytes
 * through a pipe, and nothing else, and appends to the file on a connection of its own. Nothing is
 * "open" in between; the bytes could as well have come by MPI, or from a file of last week.
 *
 *   cc pass_on.c -lstrait && ./a.out strait://host:7420 data/passed.txt
 */
#include <stdio.h>
#include <stdlib.h>
#include <strait/strait.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void check(int result, const char* doing) {
  if (result == STRAIT_OK) return;
  fprintf(stderr, "%s: %s\n", doing, strait_message());
  exit(1);
}

static void append(strait_server* server, const strait_handle* file, const char* line) {
  strait_attributes before;
  check(strait_getattr(server, file, &before, NULL), "getattr");
  check(strait_pwrite(server, file, line, strlen(line), before.size, NULL, NULL), "write");
}

/* What the other process does. */
static int child(const char* url, int pipe_end) {
  strait_handle file;
  strait_server* server;
  if (read(pipe_end, &file, sizeof file) != (ssize_t)sizeof file) return 1;
  check(strait_connect(url, NULL, &server), "the child's strait_connect");
  append(server, &file, "written by the child\n");
  strait_disconnect(server);
  return 0;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s strait://host[:port] export/path\n", argv[0]);
    return 2;
  }
  int ends[2];
  if (pipe(ends) != 0) return 1;
  /* Before anything is connected: a connection belongs to one process. */
  const pid_t other = fork();
  if (other < 0) return 1;
  if (other == 0) {
    close(ends[1]);
    return child(argv[1], ends[0]);
  }
  close(ends[0]);

  strait_server* server;
  strait_handle file;
  check(strait_connect(argv[1], NULL, &server), "strait_connect");
  check(strait_create(server, STRAIT_PATH(argv[2]), 0644, STRAIT_OPEN_OR_CREATE, &file, NULL, NULL,
                      NULL),
        "create");
  append(server, &file, "written by the parent\n");
  if (write(ends[1], &file, sizeof file) != (ssize_t)sizeof file) return 1;
  int how = 0;
  if (waitpid(other, &how, 0) != other || how != 0) return 1;

  char text[100];
  uint64_t size;
  check(strait_pread(server, &file, text, sizeof text, 0, &size, NULL), "read");
  fwrite(text, 1, size, stdout);
  check(strait_remove(server, STRAIT_PATH(argv[2]), &file, NULL), "remove");
  strait_disconnect(server);
  return 0;
}
