#include "mpiio/failure.h"

#include <algorithm>

namespace strait::mpiio {
namespace {

constexpr std::size_t kUrlShown = 64;  // bytes; at least that much of a name is told

// Server and export are at the front, and the file's own name at the end.
std::string without_middle(std::string_view text, std::size_t size) {
  constexpr std::string_view kGap = "...";
  if (text.size() <= size) return std::string(text);
  const std::size_t front = (size - kGap.size()) / 2;
  return fmt::format("{}{}{}", text.substr(0, front), kGap,
                     text.substr(text.size() - (size - kGap.size() - front)));
}

}  // namespace

int error_class_of(ErrorKind kind) noexcept {
  switch (kind) {
    case ErrorKind::permission_denied:
      return MPI_ERR_ACCESS;
    case ErrorKind::not_found:
    case ErrorKind::unknown_export:
      return MPI_ERR_NO_SUCH_FILE;
    case ErrorKind::exists:
      return MPI_ERR_FILE_EXISTS;
    case ErrorKind::not_a_directory:
    case ErrorKind::is_a_directory:
    case ErrorKind::name_too_long:
    case ErrorKind::cross_device:
      return MPI_ERR_BAD_FILE;
    case ErrorKind::invalid_argument:
      return MPI_ERR_ARG;
    case ErrorKind::no_space:
      return MPI_ERR_NO_SPACE;
    case ErrorKind::quota_exceeded:
      return MPI_ERR_QUOTA;
    case ErrorKind::read_only:
      return MPI_ERR_READ_ONLY;
    case ErrorKind::busy:
    case ErrorKind::locked:
      return MPI_ERR_FILE_IN_USE;
    case ErrorKind::unsupported:
    case ErrorKind::unknown_operation:
      return MPI_ERR_UNSUPPORTED_OPERATION;
    case ErrorKind::exhausted:
      return MPI_ERR_NO_MEM;
    case ErrorKind::internal:
      return MPI_ERR_INTERN;
    case ErrorKind::io:
    case ErrorKind::file_too_large:
    case ErrorKind::too_many_links:
    case ErrorKind::not_empty:
    case ErrorKind::stale:
    case ErrorKind::bad_handle:
    case ErrorKind::unknown_view:
    case ErrorKind::unknown_counter:
    case ErrorKind::unavailable:
    case ErrorKind::timed_out:
    case ErrorKind::would_block:
    case ErrorKind::end_of_stream:
    case ErrorKind::cancelled:
    case ErrorKind::protocol:
    case ErrorKind::incompatible:
      break;
  }
  return MPI_ERR_IO;
}

std::string sentence(int rank, std::string_view function, std::string_view url,
                     std::string_view cause) {
  const std::string who = fmt::format("rank {}: {}", rank, function);
  if (url.empty()) return fmt::format("{}: {}", who, cause);
  constexpr std::size_t kRoom = MPI_MAX_ERROR_STRING - 1;  // without the zero
  const std::size_t others = who.size() + cause.size() + std::string_view(R"( "": )").size();
  const std::size_t left = kRoom - std::min(kRoom, others);
  return fmt::format("{} \"{}\": {}", who, without_middle(url, std::max(left, kUrlShown)), cause);
}

Done checked(int code, const char* function) {
  if (code == MPI_SUCCESS) return {};
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  int error_class = MPI_ERR_OTHER;
  PMPI_Error_class(code, &error_class);
  PMPI_Error_string(code, text, &length);
  return failure(error_class, "{}: {}", function, text);
}

}  // namespace strait::mpiio
