#include "wire/status.h"

#include <algorithm>
#include <array>

namespace strait::wire {
namespace {

struct Row {
  ErrorKind kind;
  StatusCode code;
};

// A code that stands for several kinds is turned back into the first of them.
constexpr std::array kRows{
    Row{ErrorKind::permission_denied, StatusCode::permission_denied},
    Row{ErrorKind::not_found, StatusCode::not_found},
    Row{ErrorKind::io, StatusCode::io},
    Row{ErrorKind::exists, StatusCode::exists},
    Row{ErrorKind::cross_device, StatusCode::cross_device},
    Row{ErrorKind::not_a_directory, StatusCode::not_a_directory},
    Row{ErrorKind::is_a_directory, StatusCode::is_a_directory},
    Row{ErrorKind::invalid_argument, StatusCode::invalid_argument},
    Row{ErrorKind::file_too_large, StatusCode::file_too_large},
    Row{ErrorKind::no_space, StatusCode::no_space},
    Row{ErrorKind::quota_exceeded, StatusCode::quota_exceeded},
    Row{ErrorKind::read_only, StatusCode::read_only},
    Row{ErrorKind::too_many_links, StatusCode::too_many_links},
    Row{ErrorKind::name_too_long, StatusCode::name_too_long},
    Row{ErrorKind::not_empty, StatusCode::not_empty},
    Row{ErrorKind::stale, StatusCode::stale},
    Row{ErrorKind::bad_handle, StatusCode::bad_handle},
    Row{ErrorKind::unsupported, StatusCode::unsupported},
    Row{ErrorKind::unknown_operation, StatusCode::unknown_operation},
    Row{ErrorKind::unknown_view, StatusCode::unknown_view},
    Row{ErrorKind::unknown_counter, StatusCode::unknown_counter},
    Row{ErrorKind::unknown_export, StatusCode::unknown_export},
    Row{ErrorKind::busy, StatusCode::busy},
    Row{ErrorKind::would_block, StatusCode::busy},
    Row{ErrorKind::locked, StatusCode::locked},
    Row{ErrorKind::exhausted, StatusCode::exhausted},
    Row{ErrorKind::timed_out, StatusCode::timed_out},
    Row{ErrorKind::cancelled, StatusCode::cancelled},
    Row{ErrorKind::protocol, StatusCode::protocol},
    Row{ErrorKind::incompatible, StatusCode::incompatible},
    Row{ErrorKind::internal, StatusCode::internal},
    Row{ErrorKind::unavailable, StatusCode::unavailable},
    Row{ErrorKind::end_of_stream, StatusCode::unavailable},
};

}  // namespace

StatusCode status_code_of(ErrorKind kind) noexcept {
  const auto* row = std::ranges::find(kRows, kind, &Row::kind);
  return row == kRows.end() ? StatusCode::internal : row->code;
}

ErrorKind kind_of(StatusCode code) noexcept {
  const auto* row = std::ranges::find(kRows, code, &Row::code);
  return row == kRows.end() ? ErrorKind::internal : row->kind;
}

RetryCode retry_code_of(Retry retry) noexcept {
  switch (retry) {
    case Retry::never:
      return RetryCode::never;
    case Retry::reconnect:
      return RetryCode::reconnect;
    case Retry::later:
      return RetryCode::later;
  }
  return RetryCode::never;
}

Retry retry_of(RetryCode code) noexcept {
  switch (code) {
    case RetryCode::never:
      return Retry::never;
    case RetryCode::reconnect:
      return Retry::reconnect;
    case RetryCode::later:
      return Retry::later;
  }
  return Retry::never;
}

}  // namespace strait::wire
