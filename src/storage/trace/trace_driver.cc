#include "storage/trace/trace_driver.h"

namespace strait::storage {
namespace {

std::string hexadecimal(const ObjectId* object) {
  std::string text;
  if (object == nullptr) return text;
  for (const std::byte byte : object->bytes) {
    fmt::format_to(std::back_inserter(text), "{:02x}", std::to_integer<unsigned>(byte));
  }
  return text;
}

}  // namespace

void TraceDriver::after(const DriverCall& call, const Error* failure) {
  if (!log_.enabled(LogLevel::info)) return;
  log_.info("storage call", {{"call", name_of(call.operation)},
                             {"path", call.path},
                             {"object", hexadecimal(call.object)},
                             {"pieces", call.rows},
                             {"bytes", call.bytes},
                             {"result", failure == nullptr ? "ok" : to_string(*failure)}});
}

}  // namespace strait::storage
