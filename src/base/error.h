// What went wrong, as a value: the kind (what a caller may branch on), whether trying again can
// help, the operating system's errno where there was one, and a sentence for a person. An Error
// grows a clause at each level that knows more ("writing strait://host/data/x: connection lost:
// ..."), and is logged once, where it is handled.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace strait {

// The kinds. Those with an NFSv3 relative (RFC 1813) carry its meaning; wire/ gives each a fixed
// number.
enum class ErrorKind : std::uint8_t {
  permission_denied,  // EACCES, EPERM
  not_found,          // ENOENT
  io,                 // EIO and whatever the medium reports
  exists,             // EEXIST
  cross_device,       // EXDEV
  not_a_directory,    // ENOTDIR
  is_a_directory,     // EISDIR
  invalid_argument,   // EINVAL; the caller is wrong
  file_too_large,     // EFBIG
  no_space,           // ENOSPC
  quota_exceeded,     // EDQUOT
  read_only,          // EROFS, or an export offered read-only
  too_many_links,     // EMLINK
  name_too_long,      // ENAMETOOLONG
  not_empty,          // ENOTEMPTY
  stale,       // ESTALE: the handle's file is gone, or the server cannot find it by handle any more
  bad_handle,  // the handle was not made by this server
  unsupported,        // known, but not offered here
  unknown_operation,  // the peer does not know this operation at all
  unknown_view,       // the server does not hold the view; send the layout
  unknown_counter,    // the server has no such shared pointer
  unknown_export,     // no export of that name
  busy,               // EBUSY, ETXTBSY
  locked,             // a lock of somebody else is in the way
  exhausted,          // descriptors, memory, connections: a limit of this process was reached
  unavailable,        // no connection to the peer: refused, unreachable, lost
  timed_out,          // no progress within the deadline
  would_block,        // nothing can move now; wait until ready
  end_of_stream,      // the peer closed its side
  cancelled,          // given up on the caller's request
  protocol,           // the peer broke the protocol, or bytes were damaged
  incompatible,       // no common protocol version or feature
  internal,           // our own bug
};

std::string_view name_of(ErrorKind kind) noexcept;
// The errno that a POSIX caller of this failure expects.
int errno_of(ErrorKind kind) noexcept;
ErrorKind kind_of_errno(int error) noexcept;

enum class Retry : std::uint8_t {
  never,      // the same request will fail the same way
  reconnect,  // repeat on a new connection
  later,      // the condition may pass by itself
};

struct Error {
  ErrorKind kind = ErrorKind::internal;
  Retry retry = Retry::never;
  int os_errno = 0;  // 0 where the operating system did not speak
  std::string what;
  std::size_t cause_begins = 0;  // in `what`

  // Puts a clause in front: what was being done, to what.
  [[nodiscard]] Error during(std::string_view doing) && {
    const std::size_t before = what.size();
    what = fmt::format("{}: {}", doing, what);
    if (cause_begins != 0) cause_begins += what.size() - before;
    return std::move(*this);
  }
  // The same for the clause that says what the caller had asked for. Who tells that in words of his
  // own (an MPI function and a URL, a command and its operand) takes the cause alone.
  [[nodiscard]] Error on(std::string_view request) && {
    const std::size_t before = what.size();
    what = fmt::format("{}: {}", request, what);
    cause_begins = what.size() - before;
    return std::move(*this);
  }
  std::string_view cause() const { return std::string_view(what).substr(cause_begins); }
};

// "no space left (no_space): writing block 7".
std::string to_string(const Error& error);

template <class... Args>
[[nodiscard]] Error error(ErrorKind kind, fmt::format_string<Args...> format, Args&&... args) {
  return Error{kind, Retry::never, 0, fmt::format(format, std::forward<Args>(args)...)};
}

// From an errno: its kind, its text, and what was being done.
[[nodiscard]] Error os_error(int os_errno, std::string_view doing);
// The same for who is going to say what was being done.
[[nodiscard]] Error os_error(int os_errno);

}  // namespace strait
