/* Writes a file on a server in scattered pieces from scattered memory, reads it back in another
 * order, and shows what the handle is good for: a second connection, as another process would have
 * it, goes on with the 32 bytes alone.
 *
 *   cc copy_in_pieces.c -lstrait && ./a.out strait://host:7420 data/pieces.bin
 */
#include <stdio.h>
#include <stdlib.h>
#include <strait/strait.h>
#include <string.h>

enum { PIECES = 1000, PIECE = 64 };

static void check(int result, const char* doing) {
  if (result == STRAIT_OK) return;
  fprintf(stderr, "%s: %s\n", doing, strait_message());
  exit(1);
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s strait://host[:port] export/path\n", argv[0]);
    return 2;
  }
  strait_server* server;
  check(strait_connect(argv[1], NULL, &server), "strait_connect");

  strait_handle file;
  check(strait_create(server, STRAIT_PATH(argv[2]), 0644, STRAIT_OPEN_OR_CREATE, &file, NULL, NULL,
                      NULL),
        "create");

  /* Every other piece of the memory goes to every other piece of the file, in one call. */
  static unsigned char memory[2 * PIECES * PIECE];
  for (size_t i = 0; i < sizeof memory; ++i) memory[i] = (unsigned char)(i * 31 + i / 251);
  static strait_buffer buffers[PIECES];
  static strait_region regions[PIECES];
  for (int i = 0; i < PIECES; ++i) {
    buffers[i] = (strait_buffer){memory + 2 * i * PIECE, PIECE};
    regions[i] = (strait_region){(uint64_t)(2 * i + 1) * PIECE, PIECE};
  }
  uint64_t done = 0;
  check(strait_write(server, &file, PIECES, buffers, PIECES, regions, &done, NULL), "write");
  check(strait_commit(server, &file, STRAIT_COMMITTED, NULL), "commit");
  printf("wrote %llu bytes in %d pieces\n", (unsigned long long)done, PIECES);

  /* Another process would be given the handle's 32 bytes. */
  strait_server* other;
  check(strait_connect(argv[1], NULL, &other), "second strait_connect");
  static unsigned char again[PIECES * PIECE];
  strait_buffer whole = {again, sizeof again};
  strait_request* request;
  check(strait_iread(other, &file, 1, &whole, PIECES, regions, &request, NULL), "iread");
  check(strait_wait(request, &done), "wait");
  int wrong = done != sizeof again;
  for (int i = 0; i < PIECES; ++i)
    wrong |= memcmp(again + i * PIECE, memory + 2 * i * PIECE, PIECE) != 0;

  strait_attributes attributes;
  check(strait_getattr(other, &file, &attributes, NULL), "getattr");
  printf("read %llu bytes; the file has %llu\n", (unsigned long long)done,
         (unsigned long long)attributes.size);
  strait_disconnect(other);

  check(strait_remove(server, STRAIT_PATH(argv[2]), &file, NULL), "remove");
  int gone = strait_lookup(server, STRAIT_PATH(argv[2]), NULL, NULL, NULL);
  printf("afterwards: %s (%s)\n", strait_result_name(gone), strait_message());
  strait_disconnect(server);
  if (wrong || gone != STRAIT_ERR_NOT_FOUND) {
    fprintf(stderr, "the bytes differ\n");
    return 1;
  }
  return 0;
}
