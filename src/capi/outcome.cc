#include "capi/outcome.h"

#include "client/explanation.h"
#include "wire/status.h"

namespace strait::capi {
namespace {

thread_local std::string message;

// The result numbers are the protocol's.
static_assert(STRAIT_ERR_PERMISSION_DENIED ==
              static_cast<int>(wire::StatusCode::permission_denied));
static_assert(STRAIT_ERR_STALE == static_cast<int>(wire::StatusCode::stale));
static_assert(STRAIT_ERR_EXHAUSTED == static_cast<int>(wire::StatusCode::exhausted));
static_assert(STRAIT_ERR_INTERNAL == static_cast<int>(wire::StatusCode::internal));
static_assert(STRAIT_ERR_UNAVAILABLE == static_cast<int>(wire::StatusCode::unavailable));

}  // namespace

int fail(const Error& error) noexcept {
  try {
    message = to_string(error);
    if (const auto advice = client::advice_for(error); !advice.empty())
      message += fmt::format("; {}", advice);
  } catch (...) {
    message.clear();
  }
  return static_cast<int>(wire::status_code_of(error.kind));
}

const char* last_message() noexcept { return message.c_str(); }

}  // namespace strait::capi

extern "C" {

const char* strait_message(void) { return strait::capi::last_message(); }

const char* strait_result_name(int result) {
  if (result == STRAIT_OK) return "ok";
  if (result < 0 || result > STRAIT_ERR_UNAVAILABLE) return "unknown";
  return strait::name_of(strait::wire::kind_of(static_cast<strait::wire::StatusCode>(result)))
      .data();
}

int strait_result_errno(int result) {
  if (result == STRAIT_OK) return 0;
  if (result < 0 || result > STRAIT_ERR_UNAVAILABLE)
    return strait::errno_of(strait::ErrorKind::internal);
  return strait::errno_of(strait::wire::kind_of(static_cast<strait::wire::StatusCode>(result)));
}
}
