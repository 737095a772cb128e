#include "cli/resume.h"

#include <algorithm>
#include <tuple>

namespace strait::cli {
namespace {

constexpr std::string_view kSuffix = ".part";
constexpr std::size_t kNameMax = 255;           // bytes; of Linux and of the protocol
constexpr std::uint64_t kChecked = 1ULL << 20;  // bytes

}  // namespace

bool older(const wire::Timestamp& a, const wire::Timestamp& b) {
  return std::tie(a.seconds, a.nanoseconds) < std::tie(b.seconds, b.nanoseconds);
}

std::string part_name(std::string_view name) {
  return std::string(name.substr(0, kNameMax - kSuffix.size())) += kSuffix;
}

bool is_complete(const FileFacts& source, const FileFacts& there) {
  return there.size == source.size && !older(there.modified, source.modified);
}

std::uint64_t resume_offset(const FileFacts& source, const FileFacts& part,
                            std::uint64_t uncertain) {
  if (part.size > source.size || older(part.modified, source.modified)) return 0;
  return part.size > uncertain ? part.size - uncertain : 0;
}

Extent checked_range(std::uint64_t offset) {
  const std::uint64_t length = std::min(offset, kChecked);
  return {offset - length, length};
}

}  // namespace strait::cli
