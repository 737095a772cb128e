#include "oracle.h"

#include <stdlib.h>
#include <string.h>

#include "strait.h"

struct type {
  const char* name;
  xdrproc_t code;
  size_t size;
};

#define TYPE(name) \
  { #name, (xdrproc_t)xdr_##name, sizeof(name) }

static const struct type types[] = {
    TYPE(request_head),    TYPE(reply_head),        TYPE(hello_args),       TYPE(hello_results),
    TYPE(cancel_args),     TYPE(entry_results),     TYPE(lookup_args),      TYPE(create_args),
    TYPE(create_results),  TYPE(getattr_args),      TYPE(getattr_results),  TYPE(setattr_args),
    TYPE(remove_args),     TYPE(rename_args),       TYPE(link_args),        TYPE(symlink_args),
    TYPE(mkdir_args),      TYPE(readlink_args),     TYPE(readlink_results), TYPE(readdir_args),
    TYPE(readdir_results), TYPE(resize_args),       TYPE(read_args),        TYPE(read_results),
    TYPE(write_args),      TYPE(write_results),     TYPE(commit_args),      TYPE(prefetch_args),
    TYPE(fetch_add_args),  TYPE(fetch_add_results), TYPE(lock_args),        TYPE(lock_results),
    TYPE(unlock_args),
};

static size_t write_message(xdrproc_t code, void* message, char* out, size_t room) {
  XDR xdr;
  xdrmem_create(&xdr, out, (u_int)room, XDR_ENCODE);
  const size_t size = code(&xdr, message) ? xdr_getpos(&xdr) : 0;
  xdr_destroy(&xdr);
  return size;
}

int oracle_again(const char* type, const char* in, size_t in_size, char* out, size_t room,
                 size_t* out_size) {
  for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
    if (strcmp(types[i].name, type) != 0) continue;
    void* message = calloc(1, types[i].size);
    XDR xdr;
    xdrmem_create(&xdr, (char*)in, (u_int)in_size, XDR_DECODE);
    const int read = types[i].code(&xdr, message) && xdr_getpos(&xdr) == in_size;
    xdr_destroy(&xdr);
    if (read) *out_size = write_message(types[i].code, message, out, room);
    xdr_free(types[i].code, message);
    free(message);
    return read && *out_size != 0;
  }
  return -1;
}

static void fill(char* to, size_t size, int first) {
  for (size_t i = 0; i < size; ++i) to[i] = (char)(first + (int)i);
}

size_t oracle_example_hello_args(char* out, size_t room) {
  hello_args hello;
  memset(&hello, 0, sizeof hello);
  hello.version_min = 1;
  hello.version_max = 2;
  hello.features = 3;
  hello.limits.body_max = 4;
  hello.limits.payload_max = 5;
  hello.limits.segment_size = 6;
  hello.limits.requests_max = 7;
  hello.limits.bytes_max = 8;
  hello.limits.extents_max = 9;
  hello.limits.layout_max = 10;
  fill(hello.client, ID_SIZE, 11);
  hello.epoch = 12;
  hello.credential.credential_val = "abc";
  hello.credential.credential_len = 3;
  hello.software = "software";
  return write_message((xdrproc_t)xdr_hello_args, &hello, out, room);
}

size_t oracle_example_attributes(char* out, size_t room) {
  getattr_results results;
  memset(&results, 0, sizeof results);
  attributes* all = &results.attributes;
  all->kind = KIND_SYMLINK;
  all->mode = 1;
  all->links = 2;
  all->uid = 3;
  all->gid = 4;
  all->size = 5;
  all->allocated = 6;
  all->file_id = 7;
  all->change = 8;
  all->accessed.seconds = -9;
  all->accessed.nanoseconds = 10;
  all->modified.seconds = 11;
  all->modified.nanoseconds = 12;
  all->changed.seconds = 13;
  all->changed.nanoseconds = 14;
  return write_message((xdrproc_t)xdr_getattr_results, &results, out, room);
}

size_t oracle_example_write_args(char* out, size_t room) {
  write_args args;
  memset(&args, 0, sizeof args);
  fill(args.file, HANDLE_SIZE, 1);
  args.flags = ACCESS_NO_SIEVING;
  args.sequence = 2;
  args.wanted = COMMITTED;
  args.target.how = AT_COUNTER;
  counter_range* counter = &args.target.target_u.counter;
  fill(counter->instance, ID_SIZE, 3);
  counter->etype_size = 4;
  fill(counter->range.view, ID_SIZE, 5);
  counter->range.layout.layout_val = "layout";
  counter->range.layout.layout_len = 6;
  counter->range.peer_ships = 1;
  counter->range.displacement = 7;
  counter->range.offset = 8;
  counter->range.length = 9;
  args.replay.number = 10;
  args.replay.answered_up_to = 11;
  return write_message((xdrproc_t)xdr_write_args, &args, out, room);
}
