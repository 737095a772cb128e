#include "storage/decorator.h"

#include <array>

namespace strait::storage {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Operation::count_)> kNames{
    "lookup",   "create",     "make_directory", "make_symlink", "make_link", "remove",
    "rename",   "attributes", "set_attributes", "read_link",    "list",      "resize",
    "allocate", "read",       "write",          "commit"};

std::uint64_t rows_in(std::span<const Strip> strips) {
  std::uint64_t rows = 0;
  for (const Strip& strip : strips) rows += strip.count;
  return rows;
}

}  // namespace

std::string_view name_of(Operation operation) noexcept {
  const auto index = static_cast<std::size_t>(operation);
  return index < kNames.size() ? kNames[index] : "unknown";
}

template <class Forward>
auto Decorator::around(const DriverCall& call, Forward forward) -> decltype(forward()) {
  if (Status allowed = before(call); !allowed) {
    after(call, &allowed.error());
    return std::move(allowed).error();
  }
  auto result = forward();
  after(call, result ? nullptr : &result.error());
  return result;
}

Result<Entry> Decorator::lookup(const Name& name, bool follow) {
  return around({Operation::lookup, name.path}, [&] { return inner_->lookup(name, follow); });
}

Result<Driver::Created> Decorator::create(const Name& name, bool exclusive,
                                          const SetAttributes& attributes) {
  return around({Operation::create, name.path},
                [&] { return inner_->create(name, exclusive, attributes); });
}

Result<Entry> Decorator::make_directory(const Name& name, std::uint32_t mode) {
  return around({Operation::make_directory, name.path},
                [&] { return inner_->make_directory(name, mode); });
}

Result<Entry> Decorator::make_symlink(const Name& name, std::string_view target) {
  return around({Operation::make_symlink, name.path},
                [&] { return inner_->make_symlink(name, target); });
}

Result<Entry> Decorator::make_link(const ObjectId& object, const Name& name) {
  return around({Operation::make_link, name.path, &object},
                [&] { return inner_->make_link(object, name); });
}

Status Decorator::remove(const Name& name, const std::optional<ObjectId>& expected) {
  return around({Operation::remove, name.path}, [&] { return inner_->remove(name, expected); });
}

Status Decorator::rename(const Name& from, const Name& to,
                         const std::optional<ObjectId>& expected) {
  return around({Operation::rename, from.path}, [&] { return inner_->rename(from, to, expected); });
}

Result<Attributes> Decorator::attributes(const ObjectId& object) {
  return around({Operation::attributes, {}, &object}, [&] { return inner_->attributes(object); });
}

Result<Attributes> Decorator::set_attributes(const ObjectId& object, const SetAttributes& change) {
  return around({Operation::set_attributes, {}, &object},
                [&] { return inner_->set_attributes(object, change); });
}

Result<std::string> Decorator::read_link(const ObjectId& object) {
  return around({Operation::read_link, {}, &object}, [&] { return inner_->read_link(object); });
}

Result<Listing> Decorator::list(const ObjectId& directory, std::uint64_t cookie,
                                std::size_t entries_max) {
  return around({Operation::list, {}, &directory},
                [&] { return inner_->list(directory, cookie, entries_max); });
}

Status Decorator::resize(const ObjectId& object, std::uint64_t size) {
  return around({Operation::resize, {}, &object}, [&] { return inner_->resize(object, size); });
}

Status Decorator::allocate(const ObjectId& object, std::uint64_t size) {
  return around({Operation::allocate, {}, &object}, [&] { return inner_->allocate(object, size); });
}

Result<std::size_t> Decorator::read(const ObjectId& object, std::span<const Strip> strips,
                                    MutableBytes data, const AccessOptions& options) {
  return around({Operation::read, {}, &object, rows_in(strips), data.size()},
                [&] { return inner_->read(object, strips, data, options); });
}

Status Decorator::write(const ObjectId& object, std::span<const Strip> strips, ConstBytes data,
                        const AccessOptions& options) {
  return around({Operation::write, {}, &object, rows_in(strips), data.size()},
                [&] { return inner_->write(object, strips, data, options); });
}

Status Decorator::commit(const ObjectId& object) {
  return around({Operation::commit, {}, &object}, [&] { return inner_->commit(object); });
}

}  // namespace strait::storage
