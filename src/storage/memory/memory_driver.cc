#include "storage/memory/memory_driver.h"

#include <algorithm>
#include <cstring>
#include <mutex>

#include "storage/names.h"
#include "storage/strips.h"

namespace strait::storage {
namespace {

constexpr std::byte kIdForm{'m'};

ObjectId id_of(NodeNumber number) {
  ObjectId id;
  id.bytes[0] = kIdForm;
  std::memcpy(&id.bytes[1], &number, sizeof number);
  return id;
}

}  // namespace

MemoryDriver::MemoryDriver(MemoryOptions options)
    : options_(std::move(options)),
      capability_{.name = "memory",
                  .persistent = false,
                  .stable_handles = false,
                  .read_only = options_.read_only,
                  .name_max = kNameMax},
      tree_(options_.capacity_bytes, options_.durability) {}

void MemoryDriver::power_cut() {
  const std::unique_lock lock(tree_mutex_);
  tree_.power_cut();
}

Timestamp MemoryDriver::now() {
  if (options_.now) return options_.now();
  const std::int64_t tick = ++ticks_;
  return {tick / 1'000'000'000, static_cast<std::uint32_t>(tick % 1'000'000'000)};
}

Status MemoryDriver::writable() const {
  if (!options_.read_only) return {};
  return error(ErrorKind::read_only, "the export is offered read-only");
}

Result<MemoryDriver::NodePtr> MemoryDriver::find(const ObjectId& object) const {
  if (object.bytes[0] != kIdForm) {
    return error(ErrorKind::bad_handle, "an object id that the memory driver did not make");
  }
  NodeNumber number = 0;
  std::memcpy(&number, &object.bytes[1], sizeof number);
  NodePtr node = tree_.find(number);
  if (!node) return error(ErrorKind::stale, "the file is gone");
  return node;
}

Result<MemoryDriver::NodePtr> MemoryDriver::node_of(const ObjectId& object) const {
  const std::shared_lock lock(tree_mutex_);
  return find(object);
}

Result<MemoryDriver::NodePtr> MemoryDriver::file_of(const ObjectId& object) const {
  STRAIT_ASSIGN(NodePtr node, node_of(object));
  if (node->kind == ObjectKind::directory) {
    return error(ErrorKind::is_a_directory, "a directory has no data");
  }
  if (node->kind != ObjectKind::file) {
    return error(ErrorKind::invalid_argument, "only regular files have data");
  }
  return node;
}

Attributes MemoryDriver::attributes_of(const Node& node) const {
  const std::shared_lock lock(node.mutex);
  Attributes made;
  made.kind = node.kind;
  made.mode = node.mode;
  made.links = node.links;
  made.uid = node.uid;
  made.gid = node.gid;
  made.size = node.kind == ObjectKind::symlink ? node.target.size() : node.data.size();
  made.allocated = node.data.allocated();
  made.file_id = node.number;
  made.change = node.change;
  made.accessed = node.accessed;
  made.modified = node.modified;
  made.changed = node.changed;
  return made;
}

Result<Attributes> MemoryDriver::attributes(const ObjectId& object) {
  const std::shared_lock lock(tree_mutex_);
  STRAIT_ASSIGN(const NodePtr node, find(object));
  return attributes_of(*node);
}

Result<Attributes> MemoryDriver::set_attributes(const ObjectId& object,
                                                const SetAttributes& change) {
  STRAIT_TRY(writable());
  const std::shared_lock lock(tree_mutex_);
  STRAIT_ASSIGN(const NodePtr node, find(object));
  if (change.mode && node->kind == ObjectKind::symlink) {
    return error(ErrorKind::unsupported, "a symbolic link has no mode of its own");
  }
  {
    const std::unique_lock node_lock(node->mutex);
    touch(*node, false);
    if (change.mode) node->mode = *change.mode & 07777;
    if (change.uid) node->uid = *change.uid;
    if (change.gid) node->gid = *change.gid;
    if (change.accessed) node->accessed = *change.accessed;
    if (change.modified) node->modified = *change.modified;
  }
  return attributes_of(*node);
}

Result<std::string> MemoryDriver::read_link(const ObjectId& object) {
  STRAIT_ASSIGN(const NodePtr node, node_of(object));
  if (node->kind != ObjectKind::symlink) {
    return error(ErrorKind::invalid_argument, "not a symbolic link");
  }
  return node->target;
}

void MemoryDriver::touch(Node& node, bool data) {
  node.changed = now();
  if (data) node.modified = node.changed;
  ++node.change;
}

Status MemoryDriver::resize(const ObjectId& object, std::uint64_t size) {
  STRAIT_TRY(writable());
  STRAIT_TRY(check_size(size));
  STRAIT_ASSIGN(const NodePtr node, file_of(object));
  const std::unique_lock lock(node->mutex);
  node->data.resize(size);
  touch(*node, true);
  return {};
}

Status MemoryDriver::extend(const ObjectId& object, std::uint64_t size) {
  STRAIT_TRY(writable());
  STRAIT_TRY(check_size(size));
  STRAIT_ASSIGN(const NodePtr node, file_of(object));
  const std::unique_lock lock(node->mutex);
  if (size > node->data.size()) node->data.resize(size);
  touch(*node, true);
  return {};
}

Status MemoryDriver::allocate(const ObjectId& object, std::uint64_t size) {
  STRAIT_TRY(writable());
  STRAIT_TRY(check_size(size));
  STRAIT_ASSIGN(const NodePtr node, file_of(object));
  const std::unique_lock lock(node->mutex);
  STRAIT_TRY(node->data.allocate(size));
  touch(*node, false);
  return {};
}

Result<std::size_t> MemoryDriver::read(const ObjectId& object, std::span<const Strip> strips,
                                       MutableBytes data, const AccessOptions&) {
  STRAIT_TRY(check_strips(strips, data.size()));
  STRAIT_ASSIGN(const NodePtr node, file_of(object));
  const std::shared_lock lock(node->mutex);
  std::size_t done = 0;
  bool ended = false;
  STRAIT_TRY(for_each_row(strips, [&](const Extent& row, std::size_t at) -> Status {
    if (ended) return {};
    const std::size_t moved = node->data.read(row.offset, data.subspan(at, row.length));
    done += moved;
    ended = moved < row.length;
    return {};
  }));
  return done;
}

Status MemoryDriver::write(const ObjectId& object, std::span<const Strip> strips, ConstBytes data,
                           const AccessOptions&) {
  STRAIT_TRY(writable());
  STRAIT_TRY(check_strips(strips, data.size()));
  STRAIT_ASSIGN(const NodePtr node, file_of(object));
  const std::unique_lock lock(node->mutex);
  touch(*node, true);
  return for_each_row(strips, [&](const Extent& row, std::size_t at) {
    return node->data.write(row.offset, data.subspan(at, row.length));
  });
}

Status MemoryDriver::commit(const ObjectId& object) {
  const std::unique_lock lock(tree_mutex_);
  STRAIT_ASSIGN(const NodePtr node, find(object));
  tree_.commit_names(*node);
  const std::unique_lock node_lock(node->mutex);
  node->data.commit();
  return {};
}

Entry MemoryDriver::entry_of(const Node& node) const {
  return {id_of(node.number), attributes_of(node)};
}

Result<Listing> MemoryDriver::list(const ObjectId& directory, std::uint64_t cookie,
                                   std::size_t entries_max) {
  const std::shared_lock lock(tree_mutex_);
  STRAIT_ASSIGN(const NodePtr node, find(directory));
  if (node->kind != ObjectKind::directory) {
    return error(ErrorKind::not_a_directory, "only directories can be listed");
  }
  Listing listing;
  auto next = node->order.upper_bound(cookie);
  for (; next != node->order.end() && listing.entries.size() < entries_max; ++next) {
    const Entry entry = entry_of(*tree_.find(node->entries.at(next->second).node));
    listing.entries.push_back({next->second, next->first, entry.object, entry.attributes});
  }
  listing.end = next == node->order.end();
  return listing;
}

}  // namespace strait::storage
