#include "base/error.h"

#include <array>
#include <cerrno>
#include <system_error>

namespace strait {
namespace {

struct Row {
  ErrorKind kind;
  std::string_view name;
  int os_errno;
};

constexpr std::array kRows{
    Row{ErrorKind::permission_denied, "permission_denied", EACCES},
    Row{ErrorKind::not_found, "not_found", ENOENT},
    Row{ErrorKind::io, "io", EIO},
    Row{ErrorKind::exists, "exists", EEXIST},
    Row{ErrorKind::cross_device, "cross_device", EXDEV},
    Row{ErrorKind::not_a_directory, "not_a_directory", ENOTDIR},
    Row{ErrorKind::is_a_directory, "is_a_directory", EISDIR},
    Row{ErrorKind::invalid_argument, "invalid_argument", EINVAL},
    Row{ErrorKind::file_too_large, "file_too_large", EFBIG},
    Row{ErrorKind::no_space, "no_space", ENOSPC},
    Row{ErrorKind::quota_exceeded, "quota_exceeded", EDQUOT},
    Row{ErrorKind::read_only, "read_only", EROFS},
    Row{ErrorKind::too_many_links, "too_many_links", EMLINK},
    Row{ErrorKind::name_too_long, "name_too_long", ENAMETOOLONG},
    Row{ErrorKind::not_empty, "not_empty", ENOTEMPTY},
    Row{ErrorKind::stale, "stale", ESTALE},
    Row{ErrorKind::bad_handle, "bad_handle", EBADF},
    Row{ErrorKind::unsupported, "unsupported", EOPNOTSUPP},
    Row{ErrorKind::unknown_operation, "unknown_operation", ENOSYS},
    Row{ErrorKind::unknown_view, "unknown_view", EINVAL},
    Row{ErrorKind::unknown_counter, "unknown_counter", EINVAL},
    Row{ErrorKind::unknown_export, "unknown_export", ENOENT},
    Row{ErrorKind::busy, "busy", EBUSY},
    Row{ErrorKind::locked, "locked", EAGAIN},
    Row{ErrorKind::exhausted, "exhausted", ENFILE},
    Row{ErrorKind::unavailable, "unavailable", ECONNREFUSED},
    Row{ErrorKind::timed_out, "timed_out", ETIMEDOUT},
    Row{ErrorKind::would_block, "would_block", EAGAIN},
    Row{ErrorKind::end_of_stream, "end_of_stream", EPIPE},
    Row{ErrorKind::cancelled, "cancelled", ECANCELED},
    Row{ErrorKind::protocol, "protocol", EPROTO},
    Row{ErrorKind::incompatible, "incompatible", EPROTONOSUPPORT},
    Row{ErrorKind::internal, "internal", EIO},
};

constexpr bool rows_follow_the_enum() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<std::size_t>(kRows[i].kind) != i) return false;
  }
  return kRows.size() == static_cast<std::size_t>(ErrorKind::internal) + 1;
}
static_assert(rows_follow_the_enum());

const Row& row_of(ErrorKind kind) noexcept {
  const auto index = static_cast<std::size_t>(kind);
  return index < kRows.size() ? kRows[index] : kRows.back();
}

}  // namespace

std::string_view name_of(ErrorKind kind) noexcept { return row_of(kind).name; }

int errno_of(ErrorKind kind) noexcept { return row_of(kind).os_errno; }

ErrorKind kind_of_errno(int error) noexcept {
  switch (error) {
    case EPERM:
      return ErrorKind::permission_denied;
    case EMFILE:
    case ENOMEM:
    case ENOBUFS:
      return ErrorKind::exhausted;
    case ETXTBSY:
    case EADDRINUSE:
      return ErrorKind::busy;
    case EPIPE:
    case ECONNRESET:
    case ECONNABORTED:
    case EHOSTUNREACH:
    case ENETUNREACH:
    case ENETDOWN:
    case ENOTCONN:
      return ErrorKind::unavailable;
    case ENOSYS:
      return ErrorKind::unsupported;
    case ELOOP:
      return ErrorKind::permission_denied;
    case EAGAIN:
      return ErrorKind::would_block;
    case EINVAL:
      return ErrorKind::invalid_argument;
    case EIO:
      return ErrorKind::io;
    default:
      break;
  }
  for (const Row& row : kRows) {
    if (row.os_errno == error) return row.kind;
  }
  return ErrorKind::io;
}

std::string to_string(const Error& error) {
  return fmt::format("{} [{}]", error.what, name_of(error.kind));
}

Error os_error(int os_errno) {
  const ErrorKind kind = kind_of_errno(os_errno);
  const bool lost = kind == ErrorKind::unavailable || kind == ErrorKind::end_of_stream;
  return Error{kind, lost ? Retry::reconnect : Retry::never, os_errno,
               std::generic_category().message(os_errno)};
}

Error os_error(int os_errno, std::string_view doing) { return os_error(os_errno).during(doing); }

}  // namespace strait
