/* Plants a small tree of directories and files on a server, walks it again, and fells it. Names are
 * (parent, component): a name is looked up once, and what lies below is reached by its parent's
 * handle. The files are written all at once by nonblocking calls.
 *
 *   cc tree.c -lstrait && ./a.out strait://host:7420 data/tree
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <strait/strait.h>
#include <string.h>

enum { BRANCHES = 3, LEAVES = 5, LEAF_SIZE = 4096, ENTRIES_AT_ONCE = 4 };

static strait_server* server;

static void check(int result, const char* doing, const char* name) {
  if (result == STRAIT_OK) return;
  fprintf(stderr, "%s %s: %s\n", doing, name, strait_message());
  exit(1);
}

/* All leaves of a branch are on their way before the first is waited for. */
static void grow(const strait_handle* branch, int number) {
  static char text[LEAVES][LEAF_SIZE];
  strait_request* requests[LEAVES];
  char name[32];
  for (int i = 0; i < LEAVES; ++i) {
    strait_handle leaf;
    snprintf(name, sizeof name, "leaf-%d", i);
    check(strait_create(server, STRAIT_BELOW(branch, name), 0644, STRAIT_CREATE_EXCLUSIVE, &leaf,
                        NULL, NULL, NULL),
          "create", name);
    memset(text[i], '0' + number, LEAF_SIZE);
    const uint64_t size = LEAF_SIZE / (uint64_t)(i + 1);
    const strait_buffer buffer = {text[i], size};
    const strait_region region = {0, size};
    check(strait_iwrite(server, &leaf, 1, &buffer, 1, &region, &requests[i], NULL), "iwrite", name);
  }
  for (int i = 0; i < LEAVES; ++i) check(strait_wait(requests[i], NULL), "wait for", "a leaf");
}

/* What is found in one reply of readdir, or a few: handles and attributes come along, so that
 * nothing is looked up. With `felling` the entries are removed behind the walk. Returns the bytes
 * of all files below. */
static uint64_t walk(const strait_handle* directory, int depth, int felling) {
  uint64_t bytes = 0, cookie = 0;
  strait_entry* entries = malloc(ENTRIES_AT_ONCE * sizeof *entries);
  for (int end = 0; !end;) {
    size_t count = ENTRIES_AT_ONCE;
    check(strait_readdir(server, directory, felling ? 0 : cookie, entries, &count, &end, NULL),
          "readdir", "");
    for (size_t i = 0; i < count; ++i) {
      const strait_entry* entry = &entries[i];
      const int is_directory = entry->attributes.kind == STRAIT_DIRECTORY;
      if (!felling) printf("%*s%s%s\n", 2 * depth, "", entry->name, is_directory ? "/" : "");
      bytes += is_directory ? walk(&entry->handle, depth + 1, felling) : entry->attributes.size;
      if (felling)
        check(strait_remove(server, STRAIT_BELOW(directory, entry->name), &entry->handle, NULL),
              "remove", entry->name);
      cookie = entry->cookie;
    }
  }
  free(entries);
  return bytes;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s strait://host[:port] export/path\n", argv[0]);
    return 2;
  }
  check(strait_connect(argv[1], NULL, &server), "connect to", argv[1]);

  strait_handle root, branch;
  check(strait_mkdir(server, STRAIT_PATH(argv[2]), 0755, &root, NULL), "mkdir", argv[2]);
  for (int i = 0; i < BRANCHES; ++i) {
    char name[32];
    snprintf(name, sizeof name, "branch-%d", i);
    check(strait_mkdir(server, STRAIT_BELOW(&root, name), 0755, &branch, NULL), "mkdir", name);
    grow(&branch, i);
  }
  const uint64_t planted = walk(&root, 0, 0);
  printf("%" PRIu64 " bytes in %d leaves\n", planted, BRANCHES * LEAVES);

  /* A directory that is not empty stays. */
  const int kept = strait_remove(server, STRAIT_PATH(argv[2]), NULL, NULL);
  printf("removing it at once: %s (%s)\n", strait_result_name(kept), strait_message());
  const uint64_t felled = walk(&root, 0, 1);
  check(strait_remove(server, STRAIT_PATH(argv[2]), &root, NULL), "remove", argv[2]);
  strait_disconnect(server);
  return kept == STRAIT_ERR_NOT_EMPTY && felled == planted ? 0 : 1;
}
