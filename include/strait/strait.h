/*
 * Strait's C API: files on another host, by opaque handles, as ZOIDFS had them (IOFSL). Nothing is
 * "open" on the server: a handle is 32 bytes that any process may use, store and pass on. Data
 * calls are list I/O: any number of memory buffers and of file regions in one call. Every call
 * takes hints, which may be NULL.
 *
 * Calls return STRAIT_OK or an error; strait_message() then has a sentence that says what failed,
 * where and why (of the calling thread's last failed call). All functions may be called from any
 * thread. Waiting is bounded: a call that makes no progress for `strait_timeout` (60 s unless
 * hinted otherwise at strait_connect) fails with STRAIT_ERR_TIMED_OUT.
 *
 *   strait_server *server;
 *   strait_handle file;
 *   strait_name name = STRAIT_PATH("data/run42.dat");
 *   strait_connect("strait://host:7420", NULL, &server);
 *   strait_create(server, name, 0666, STRAIT_OPEN_OR_CREATE, &file, NULL, NULL, NULL);
 *   strait_pwrite(server, &file, buffer, size, 0, &done, NULL);
 *   strait_commit(server, &file, STRAIT_COMMITTED, NULL);
 *   strait_disconnect(server);
 *
 * Link with -lstrait.
 */
#ifndef STRAIT_STRAIT_H
#define STRAIT_STRAIT_H

#include <stddef.h>
#include <stdint.h>
#include <strait/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Hints ----
 * An array that ends with {NULL, NULL}. What is not known is sent to the server, which may ignore
 * it. */
typedef struct strait_hint {
  const char* key;
  const char* value;
} strait_hint;

/* ---- A server ---- */
typedef struct strait_server strait_server;

/* `url`: "strait://host[:port]" (what follows is ignored). Does not connect yet: the first call
 * does. The options of `strait hints` may be given as hints here (strait_timeout, strait_checksums,
 * ...); the environment overrides them. */
STRAIT_API int strait_connect(const char* url, const strait_hint* hints, strait_server** server);
/* Requests that are not done fail as cancelled; wait for them first. NULL is allowed. */
STRAIT_API void strait_disconnect(strait_server* server);
/* An empty round trip. */
STRAIT_API int strait_null(strait_server* server, const strait_hint* hints);

/* ---- Names: "export/path", or a component below a directory's handle
 * ------------------------------------------------ */
typedef struct strait_handle {
  unsigned char opaque[32];
} strait_handle;

typedef struct strait_name {
  const strait_handle* parent; /* NULL: `name` is "export/path" */
  const char* name;
} strait_name;

#ifdef __cplusplus
#define STRAIT_PATH(path) (strait_name{NULL, (path)})
#define STRAIT_BELOW(parent, component) (strait_name{(parent), (component)})
#else
#define STRAIT_PATH(path) ((strait_name){NULL, (path)})
#define STRAIT_BELOW(parent, component) ((strait_name){(parent), (component)})
#endif

typedef enum strait_kind {
  STRAIT_FILE = 1,
  STRAIT_DIRECTORY = 2,
  STRAIT_SYMLINK = 3,
  STRAIT_OTHER = 4
} strait_kind;

typedef struct strait_time {
  int64_t seconds; /* since 1970-01-01 UTC */
  uint32_t nanoseconds;
} strait_time;

typedef struct strait_attributes {
  strait_kind kind;
  uint32_t mode; /* permission bits, 07777 */
  uint32_t links, uid, gid;
  uint64_t size;      /* bytes */
  uint64_t allocated; /* bytes */
  uint64_t file_id;   /* inode number */
  uint64_t change;    /* differs when data or attributes have changed */
  strait_time accessed, modified, changed;
} strait_attributes;

enum { /* which members strait_setattr sets */
       STRAIT_SET_MODE = 1,
       STRAIT_SET_UID = 2,
       STRAIT_SET_GID = 4,
       STRAIT_SET_ACCESSED = 8,
       STRAIT_SET_MODIFIED = 16
};

typedef enum strait_create_mode {
  STRAIT_OPEN_OR_CREATE = 0,
  STRAIT_CREATE_EXCLUSIVE = 1
} strait_create_mode;

/* Pointers for results may be NULL where the result is not wanted. */
STRAIT_API int strait_lookup(strait_server* server, strait_name name, strait_handle* handle,
                             strait_attributes* attributes, const strait_hint* hints);
/* An existing file is success with *created = 0, unless STRAIT_CREATE_EXCLUSIVE. */
STRAIT_API int strait_create(strait_server* server, strait_name name, uint32_t mode,
                             strait_create_mode how, strait_handle* handle,
                             strait_attributes* attributes, int* created, const strait_hint* hints);
STRAIT_API int strait_getattr(strait_server* server, const strait_handle* handle,
                              strait_attributes* attributes, const strait_hint* hints);
STRAIT_API int strait_setattr(strait_server* server, const strait_handle* handle, uint32_t mask,
                              const strait_attributes* attributes, const strait_hint* hints);
/* `expected`, where given: only if the name leads to that file (STRAIT_ERR_STALE otherwise). */
STRAIT_API int strait_remove(strait_server* server, strait_name name, const strait_handle* expected,
                             const strait_hint* hints);
STRAIT_API int strait_rename(strait_server* server, strait_name from, strait_name to,
                             const strait_hint* hints);
STRAIT_API int strait_link(strait_server* server, const strait_handle* file, strait_name name,
                           const strait_hint* hints);
STRAIT_API int strait_symlink(strait_server* server, strait_name name, const char* target,
                              const strait_hint* hints);
/* Writes at most `size` bytes, the final NUL included; STRAIT_ERR_NAME_TOO_LONG where that is too
 * little. */
STRAIT_API int strait_readlink(strait_server* server, const strait_handle* link, char* target,
                               size_t size, const strait_hint* hints);
STRAIT_API int strait_mkdir(strait_server* server, strait_name name, uint32_t mode,
                            strait_handle* handle, const strait_hint* hints);

typedef struct strait_entry {
  char name[256];
  uint64_t cookie; /* goes on after this entry */
  strait_handle handle;
  strait_attributes attributes;
} strait_entry;

/* Fills at most *count entries from `cookie` on (0: the start); sets *count, and *end where nothing
 * follows. */
STRAIT_API int strait_readdir(strait_server* server, const strait_handle* directory,
                              uint64_t cookie, strait_entry* entries, size_t* count, int* end,
                              const strait_hint* hints);
STRAIT_API int strait_resize(strait_server* server, const strait_handle* handle, uint64_t size,
                             const strait_hint* hints);
/* Reserves space so that the file has at least `size` bytes; never shrinks it. */
STRAIT_API int strait_allocate(strait_server* server, const strait_handle* handle, uint64_t size,
                               const strait_hint* hints);

/* ---- Data ---- */
/* How safe bytes are: received by the server; written (they survive the server process); committed
 * (on stable storage). */
typedef enum strait_durability {
  STRAIT_RECEIVED = 1,
  STRAIT_WRITTEN = 2,
  STRAIT_COMMITTED = 3
} strait_durability;

typedef struct strait_buffer {
  void* start;
  uint64_t size; /* bytes */
} strait_buffer;

typedef struct strait_region {
  uint64_t offset; /* bytes */
  uint64_t size;   /* bytes */
} strait_region;

/* Moves the bytes of the regions, one after the other, from or to those of the buffers, one after
 * the other; both lists must have the same number of bytes. Writes return when the data is
 * *written*. A read transfers less than asked for only where it meets the end of the file; *done
 * (may be NULL) has the number of bytes. Regions of one write must not overlap. */
STRAIT_API int strait_read(strait_server* server, const strait_handle* handle, size_t buffer_count,
                           const strait_buffer* buffers, size_t region_count,
                           const strait_region* regions, uint64_t* done, const strait_hint* hints);
STRAIT_API int strait_write(strait_server* server, const strait_handle* handle, size_t buffer_count,
                            const strait_buffer* buffers, size_t region_count,
                            const strait_region* regions, uint64_t* done, const strait_hint* hints);
/* One buffer, one region. */
STRAIT_API int strait_pread(strait_server* server, const strait_handle* handle, void* buffer,
                            uint64_t size, uint64_t offset, uint64_t* done,
                            const strait_hint* hints);
STRAIT_API int strait_pwrite(strait_server* server, const strait_handle* handle, const void* buffer,
                             uint64_t size, uint64_t offset, uint64_t* done,
                             const strait_hint* hints);

/* Nonblocking: data moves in the background; the lists may be reused at once, the buffers when the
 * request is done. */
typedef struct strait_request strait_request;
STRAIT_API int strait_iread(strait_server* server, const strait_handle* handle, size_t buffer_count,
                            const strait_buffer* buffers, size_t region_count,
                            const strait_region* regions, strait_request** request,
                            const strait_hint* hints);
STRAIT_API int strait_iwrite(strait_server* server, const strait_handle* handle,
                             size_t buffer_count, const strait_buffer* buffers, size_t region_count,
                             const strait_region* regions, strait_request** request,
                             const strait_hint* hints);
/* Waits, releases the request, and says how it ended. */
STRAIT_API int strait_wait(strait_request* request, uint64_t* done);
/* Sets *finished; does not release the request. */
STRAIT_API int strait_test(strait_request* request, int* finished);
/* Gives up what has not been sent; the request still has to be waited for, and may have been done
 * all the same. */
STRAIT_API int strait_cancel(strait_request* request);

/* Brings everything that this process wrote to the file to `level`, and reports what could not be
 * kept. */
STRAIT_API int strait_commit(strait_server* server, const strait_handle* handle,
                             strait_durability level, const strait_hint* hints);

#ifdef __cplusplus
}
#endif
#endif
