/* How calls of Strait's C API end: part of strait/strait.h. */
#ifndef STRAIT_RESULT_H
#define STRAIT_RESULT_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define STRAIT_API __attribute__((visibility("default")))
#else
#define STRAIT_API
#endif

/* The order is that of the protocol's status codes (protocol/spec.md). */
typedef enum strait_result {
  STRAIT_OK = 0,
  STRAIT_ERR_PERMISSION_DENIED,
  STRAIT_ERR_NOT_FOUND,
  STRAIT_ERR_IO,
  STRAIT_ERR_EXISTS,
  STRAIT_ERR_CROSS_DEVICE,
  STRAIT_ERR_NOT_A_DIRECTORY,
  STRAIT_ERR_IS_A_DIRECTORY,
  STRAIT_ERR_INVALID_ARGUMENT,
  STRAIT_ERR_FILE_TOO_LARGE,
  STRAIT_ERR_NO_SPACE,
  STRAIT_ERR_QUOTA_EXCEEDED,
  STRAIT_ERR_READ_ONLY,
  STRAIT_ERR_TOO_MANY_LINKS,
  STRAIT_ERR_NAME_TOO_LONG,
  STRAIT_ERR_NOT_EMPTY,
  STRAIT_ERR_STALE,      /* the handle's file is gone */
  STRAIT_ERR_BAD_HANDLE, /* not a handle of this server */
  STRAIT_ERR_UNSUPPORTED,
  STRAIT_ERR_UNKNOWN_OPERATION,
  STRAIT_ERR_UNKNOWN_VIEW,
  STRAIT_ERR_UNKNOWN_COUNTER,
  STRAIT_ERR_UNKNOWN_EXPORT,
  STRAIT_ERR_BUSY,
  STRAIT_ERR_LOCKED,
  STRAIT_ERR_EXHAUSTED, /* a limit on descriptors, memory or connections */
  STRAIT_ERR_TIMED_OUT,
  STRAIT_ERR_CANCELLED,
  STRAIT_ERR_PROTOCOL,
  STRAIT_ERR_INCOMPATIBLE,
  STRAIT_ERR_INTERNAL,
  STRAIT_ERR_UNAVAILABLE /* no connection to the server */
} strait_result;

/* "not_found"; never NULL. */
STRAIT_API const char* strait_result_name(int result);
/* The errno that a POSIX caller would expect. */
STRAIT_API int strait_result_errno(int result);
/* What went wrong in this thread's last failed call; valid until its next one. Never NULL. */
STRAIT_API const char* strait_message(void);
STRAIT_API const char* strait_version(void);

#ifdef __cplusplus
}
#endif
#endif
