/*
 * What the code that rpcgen makes from strait.x does with a message. Only for tests: rpcgen's code
 * trusts its input more than a server may.
 */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Reads a message of that type and writes it again. 1: both went well, and all of `in` was used; 0:
 * refused; -1: strait.x has no such type.
 */
int oracle_again(const char* type, const char* in, size_t in_size, char* out, size_t room,
                 size_t* out_size);

/* Writes messages that are filled member by member; the test fills ours alike. Return the size. */
size_t oracle_example_hello_args(char* out, size_t room);
size_t oracle_example_attributes(char* out, size_t room);
size_t oracle_example_write_args(char* out, size_t room);

#ifdef __cplusplus
}
#endif
