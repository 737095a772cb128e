#include "storage/null/null_driver.h"

#include <algorithm>

#include "storage/names.h"
#include "storage/strips.h"

namespace strait::storage {

NullDriver::NullDriver(bool read_only)
    : capability_{.name = "null",
                  .persistent = false,
                  .stable_handles = false,
                  .stores_data = false,
                  .read_only = read_only,
                  .name_max = kNameMax},
      names_({.read_only = read_only, .now = {}}) {}

Status NullDriver::write(const ObjectId& object, std::span<const Strip> strips, ConstBytes data,
                         const AccessOptions&) {
  STRAIT_TRY(check_strips(strips, data.size()));
  std::uint64_t end = 0;
  for (const Strip& strip : strips) {
    if (!strip.empty()) end = std::max(end, strip.row(strip.count - 1).end());
  }
  return names_.extend(object, end);
}

Result<std::size_t> NullDriver::read(const ObjectId& object, std::span<const Strip> strips,
                                     MutableBytes data, const AccessOptions& options) {
  return names_.read(object, strips, data, options);
}

Result<Entry> NullDriver::lookup(const Name& name, bool follow) {
  return names_.lookup(name, follow);
}
Result<Driver::Created> NullDriver::create(const Name& name, bool exclusive,
                                           const SetAttributes& attributes) {
  return names_.create(name, exclusive, attributes);
}
Result<Entry> NullDriver::make_directory(const Name& name, std::uint32_t mode) {
  return names_.make_directory(name, mode);
}
Result<Entry> NullDriver::make_symlink(const Name& name, std::string_view target) {
  return names_.make_symlink(name, target);
}
Result<Entry> NullDriver::make_link(const ObjectId& object, const Name& name) {
  return names_.make_link(object, name);
}
Status NullDriver::remove(const Name& name, const std::optional<ObjectId>& expected) {
  return names_.remove(name, expected);
}
Status NullDriver::rename(const Name& from, const Name& to,
                          const std::optional<ObjectId>& expected) {
  return names_.rename(from, to, expected);
}
Result<Attributes> NullDriver::attributes(const ObjectId& object) {
  return names_.attributes(object);
}
Result<Attributes> NullDriver::set_attributes(const ObjectId& object, const SetAttributes& change) {
  return names_.set_attributes(object, change);
}
Result<std::string> NullDriver::read_link(const ObjectId& object) {
  return names_.read_link(object);
}
Result<Listing> NullDriver::list(const ObjectId& directory, std::uint64_t cookie,
                                 std::size_t entries_max) {
  return names_.list(directory, cookie, entries_max);
}
Status NullDriver::resize(const ObjectId& object, std::uint64_t size) {
  return names_.resize(object, size);
}
Status NullDriver::allocate(const ObjectId& object, std::uint64_t size) {
  return names_.allocate(object, size);
}
Status NullDriver::commit(const ObjectId& object) { return names_.commit(object); }

}  // namespace strait::storage
