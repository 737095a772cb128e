// The memory driver's operations on names.
#include <mutex>

#include "storage/memory/memory_driver.h"
#include "storage/names.h"

namespace strait::storage {
namespace {

constexpr std::uint32_t kFileMode = 0644;
constexpr std::uint32_t kLinksMax = 65000;  // names of one file, as ext4

Error exists(std::string_view name) {
  return error(ErrorKind::exists, "{}: the name exists", name);
}

Error is_a_directory(std::string_view name) {
  return error(ErrorKind::is_a_directory, "{}: is a directory", name);
}

// A name that can be made: neither the root nor a dot.
Status can_be_made(const Tree::Place& place) {
  if (place.name.empty() || is_dot(place.name)) return exists(place.name);
  return {};
}

Status can_be_removed(const Tree::Place& place) {
  if (place.name.empty() || is_dot(place.name)) {
    return error(ErrorKind::invalid_argument, "the root and dots cannot be removed or renamed");
  }
  return {};
}

Status is_expected(const Node& node, const Node* expected, std::string_view name) {
  if (expected == nullptr || expected->number == node.number) return {};
  return error(ErrorKind::stale, "{}: leads to another file now", name);
}

}  // namespace

Result<NodeNumber> MemoryDriver::start_of(const Name& name) const {
  if (!name.parent) return tree_.root();
  STRAIT_ASSIGN(const NodePtr node, find(*name.parent));
  return node->number;
}

Result<Tree::Place> MemoryDriver::place_of(const Name& name) const {
  STRAIT_ASSIGN(const NodeNumber start, start_of(name));
  return tree_.place(start, name.path);
}

void MemoryDriver::changed_names(const Tree::Place& place) {
  const std::unique_lock lock(place.directory->mutex);
  touch(*place.directory, true);
}

MemoryDriver::NodePtr MemoryDriver::make(const Tree::Place& place, ObjectKind kind,
                                         std::uint32_t mode) {
  NodePtr node = tree_.make(kind);
  {
    const std::unique_lock lock(node->mutex);
    node->mode = mode & 07777;
    touch(*node, true);
    node->accessed = node->modified;
  }
  tree_.link(place, *node);
  changed_names(place);
  return node;
}

Result<Entry> MemoryDriver::lookup(const Name& name, bool follow) {
  const std::shared_lock lock(tree_mutex_);
  STRAIT_ASSIGN(const NodeNumber start, start_of(name));
  STRAIT_ASSIGN(const NodePtr node, tree_.walk(start, name.path, follow));
  return entry_of(*node);
}

Result<Driver::Created> MemoryDriver::create(const Name& name, bool exclusive,
                                             const SetAttributes& attributes) {
  STRAIT_TRY(writable());
  const std::unique_lock lock(tree_mutex_);
  STRAIT_ASSIGN(const NodeNumber start, start_of(name));
  STRAIT_ASSIGN(Tree::Place place, tree_.place(start, name.path));
  // A symbolic link at the end names what is made, unless that must be new.
  for (int links = 0;; ++links) {
    if (is_dot(place.name)) STRAIT_TRY(tree_.walk(start, name.path, true));  // it may lead out
    if (place.name.empty() || is_dot(place.name) || place.trailing_slash) {
      return is_a_directory(name.path);
    }
    const NodePtr child = tree_.child(place);
    if (!child) break;
    if (exclusive) return exists(name.path);
    if (child->kind == ObjectKind::directory) return is_a_directory(name.path);
    if (child->kind == ObjectKind::file) return Created{entry_of(*child), false};
    if (links == kSymlinksMax) {
      return error(ErrorKind::permission_denied, "{}: too many symbolic links", name.path);
    }
    STRAIT_ASSIGN(place, tree_.place(place.directory->number, child->target));
  }
  const NodePtr node = make(place, ObjectKind::file, attributes.mode.value_or(kFileMode));
  {
    const std::unique_lock node_lock(node->mutex);
    if (attributes.uid) node->uid = *attributes.uid;
    if (attributes.gid) node->gid = *attributes.gid;
    if (attributes.accessed) node->accessed = *attributes.accessed;
    if (attributes.modified) node->modified = *attributes.modified;
  }
  return Created{entry_of(*node), true};
}

Result<Entry> MemoryDriver::make_directory(const Name& name, std::uint32_t mode) {
  STRAIT_TRY(writable());
  const std::unique_lock lock(tree_mutex_);
  STRAIT_ASSIGN(const Tree::Place place, place_of(name));
  STRAIT_TRY(can_be_made(place));
  if (tree_.child(place)) return exists(name.path);
  return entry_of(*make(place, ObjectKind::directory, mode));
}

Result<Entry> MemoryDriver::make_symlink(const Name& name, std::string_view target) {
  STRAIT_TRY(writable());
  STRAIT_TRY(check_target(target));
  const std::unique_lock lock(tree_mutex_);
  STRAIT_ASSIGN(const Tree::Place place, place_of(name));
  STRAIT_TRY(can_be_made(place));
  if (tree_.child(place)) return exists(name.path);
  if (place.trailing_slash) return error(ErrorKind::not_found, "{}: no such directory", name.path);
  const NodePtr node = make(place, ObjectKind::symlink, 0777);
  node->target = target;
  return entry_of(*node);
}

Result<Entry> MemoryDriver::make_link(const ObjectId& object, const Name& name) {
  STRAIT_TRY(writable());
  const std::unique_lock lock(tree_mutex_);
  STRAIT_ASSIGN(const NodePtr node, find(object));
  STRAIT_ASSIGN(const Tree::Place place, place_of(name));
  STRAIT_TRY(can_be_made(place));
  if (tree_.child(place)) return exists(name.path);
  if (place.trailing_slash) return error(ErrorKind::not_found, "{}: no such directory", name.path);
  if (node->kind == ObjectKind::directory) {
    return error(ErrorKind::permission_denied, "{}: directories have one name", name.path);
  }
  if (node->links >= kLinksMax) {
    return error(ErrorKind::too_many_links, "{}: the file has {} names", name.path, node->links);
  }
  tree_.link(place, *node);
  changed_names(place);
  {
    const std::unique_lock node_lock(node->mutex);
    touch(*node, false);
  }
  return entry_of(*node);
}

Status MemoryDriver::remove(const Name& name, const std::optional<ObjectId>& expected) {
  STRAIT_TRY(writable());
  const std::unique_lock lock(tree_mutex_);
  STRAIT_ASSIGN(const Tree::Place place, place_of(name));
  STRAIT_TRY(can_be_removed(place));
  const NodePtr node = tree_.child(place);
  if (!node) return error(ErrorKind::not_found, "{}: no such name", name.path);
  if (expected) {
    STRAIT_ASSIGN(const NodePtr wanted, find(*expected));
    STRAIT_TRY(is_expected(*node, wanted.get(), name.path));
  }
  if (place.trailing_slash && node->kind != ObjectKind::directory) {
    return error(ErrorKind::not_a_directory, "{}: not a directory", name.path);
  }
  if (!node->entries.empty()) {
    return error(ErrorKind::not_empty, "{}: the directory is not empty", name.path);
  }
  tree_.unlink(place, *node);
  changed_names(place);
  const std::unique_lock node_lock(node->mutex);
  touch(*node, false);
  return {};
}

Status MemoryDriver::rename(const Name& from, const Name& to,
                            const std::optional<ObjectId>& expected) {
  STRAIT_TRY(writable());
  const std::unique_lock lock(tree_mutex_);
  STRAIT_ASSIGN(const Tree::Place source, place_of(from));
  STRAIT_TRY(can_be_removed(source));
  const NodePtr node = tree_.child(source);
  if (!node) return error(ErrorKind::not_found, "{}: no such name", from.path);
  if (expected) {
    STRAIT_ASSIGN(const NodePtr wanted, find(*expected));
    STRAIT_TRY(is_expected(*node, wanted.get(), from.path));
  }
  STRAIT_ASSIGN(const Tree::Place target, place_of(to));
  STRAIT_TRY(can_be_removed(target));
  const bool directory = node->kind == ObjectKind::directory;
  if (!directory && (source.trailing_slash || target.trailing_slash)) {
    return error(ErrorKind::not_a_directory, "{}: not a directory", from.path);
  }
  if (directory && tree_.is_within(target.directory->number, node->number)) {
    return error(ErrorKind::invalid_argument, "{}: cannot move into itself", from.path);
  }
  if (const NodePtr old = tree_.child(target)) {
    if (old->number == node->number) return {};
    const bool old_directory = old->kind == ObjectKind::directory;
    if (old_directory && !directory) return is_a_directory(to.path);
    if (!old_directory && directory) {
      return error(ErrorKind::not_a_directory, "{}: not a directory", to.path);
    }
    if (!old->entries.empty()) {
      return error(ErrorKind::not_empty, "{}: the directory is not empty", to.path);
    }
    tree_.unlink(target, *old);
  }
  // The new name first: a node without any name would be forgotten.
  tree_.link(target, *node);
  tree_.unlink(source, *node);
  changed_names(source);
  changed_names(target);
  const std::unique_lock node_lock(node->mutex);
  touch(*node, false);
  return {};
}

}  // namespace strait::storage
