#include "server/handle_seal.h"

#include <algorithm>

namespace strait::server {
namespace {

constexpr std::size_t kObjectAt = 2;
constexpr std::size_t kMacAt = kObjectAt + sizeof(storage::ObjectId);
constexpr std::size_t kMacSize = 12;
static_assert(kMacAt + kMacSize == wire::kHandleSize);

}  // namespace

wire::Handle HandleSeal::seal(const FileKey& file) const {
  wire::Handle handle;
  handle[0] = static_cast<std::byte>(file.export_id >> 8);
  handle[1] = static_cast<std::byte>(file.export_id);
  std::ranges::copy(file.object.bytes, handle.begin() + kObjectAt);
  const SipTag tag = siphash(key_, ConstBytes(handle).first(kMacAt));
  std::copy_n(tag.begin(), kMacSize, handle.begin() + kMacAt);
  return handle;
}

Result<FileKey> HandleSeal::open(const wire::Handle& handle) const {
  const SipTag tag = siphash(key_, ConstBytes(handle).first(kMacAt));
  std::byte difference{};
  for (std::size_t i = 0; i < kMacSize; ++i) difference |= tag[i] ^ handle[kMacAt + i];
  if (difference != std::byte{}) {
    return error(ErrorKind::bad_handle, "the handle was not made by this server");
  }
  FileKey file;
  file.export_id = static_cast<std::uint16_t>(std::to_integer<unsigned>(handle[0]) << 8 |
                                              std::to_integer<unsigned>(handle[1]));
  std::copy_n(handle.begin() + kObjectAt, file.object.bytes.size(), file.object.bytes.begin());
  return file;
}

}  // namespace strait::server
