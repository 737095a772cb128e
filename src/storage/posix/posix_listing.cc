// The posix driver's listing of directories.
#include <fcntl.h>

#include "storage/posix/posix_driver.h"
#include "sys/directory.h"
#include "sys/file.h"

namespace strait::storage {

Result<Listing> PosixDriver::list(const ObjectId& directory, std::uint64_t cookie,
                                  std::size_t entries_max) {
  STRAIT_ASSIGN(const Opened opened, acquire(directory, Access::path));
  if (opened.lease.descriptor->kind != ObjectKind::directory) {
    return error(ErrorKind::not_a_directory, "only directories can be listed");
  }
  if (cookie > kFileOffsetMax) return error(ErrorKind::invalid_argument, "a cookie of nobody");
  // A description of its own: the position is shared by all who use one.
  STRAIT_ASSIGN(const sys::UniqueFd fd, descriptors_.with_descriptors([&] {
    return sys::open_at(opened.lease.fd(), ".", O_RDONLY | O_DIRECTORY);
  }));
  std::string path;
  if (finder_.uses_database()) {
    STRAIT_ASSIGN(path, resolver_->path_in_export(fd.get()));
  }
  Listing listing;
  auto position = static_cast<std::int64_t>(cookie);
  while (listing.entries.size() < entries_max) {
    STRAIT_ASSIGN(const auto items,
                  sys::read_directory(fd.get(), position, entries_max - listing.entries.size()));
    if (items.empty()) {
      listing.end = true;
      break;
    }
    for (const sys::DirectoryItem& item : items) {
      position = item.cookie;
      // Removed meanwhile, or another file system: not ours to show.
      const auto status = sys::status_at(fd.get(), item.name);
      if (!status) continue;
      const auto object = finder_.identify_entry(fd.get(), item.name, *status, path);
      if (!object) continue;
      listing.entries.push_back({item.name, static_cast<std::uint64_t>(item.cookie), *object,
                                 attributes_of(*status, descriptors_.stamp_of(*object))});
    }
  }
  return listing;
}

}  // namespace strait::storage
