// Files in memory: all of the driver contract, deterministic, no wall clock, nothing on disk. For
// tests, simulation and scratch exports. With durability modelled it is also a disk whose power can
// be cut. A restart of the server is nothing to this driver: whoever simulates one keeps the driver
// and puts a new server on it; object ids and all that was written stay.
//
// Every access is atomic. Names are guarded by one lock, each file's bytes by its own.
#pragma once

#include <atomic>
#include <memory>
#include <shared_mutex>

#include "storage/driver.h"
#include "storage/memory/options.h"
#include "storage/memory/tree.h"

namespace strait::storage {

class MemoryDriver final : public Driver {
 public:
  explicit MemoryDriver(MemoryOptions options = {});

  // Everything goes back to what was committed, names included. Calls in progress finish before or
  // after it. Only with MemoryOptions::durability.
  void power_cut();
  // Makes the file at least `size` bytes long, with a hole.
  Status extend(const ObjectId& object, std::uint64_t size);

  const Capability& capability() const noexcept override { return capability_; }
  Result<Entry> lookup(const Name& name, bool follow) override;
  Result<Created> create(const Name& name, bool exclusive,
                         const SetAttributes& attributes) override;
  Result<Entry> make_directory(const Name& name, std::uint32_t mode) override;
  Result<Entry> make_symlink(const Name& name, std::string_view target) override;
  Result<Entry> make_link(const ObjectId& object, const Name& name) override;
  Status remove(const Name& name, const std::optional<ObjectId>& expected) override;
  Status rename(const Name& from, const Name& to, const std::optional<ObjectId>& expected) override;
  Result<Attributes> attributes(const ObjectId& object) override;
  Result<Attributes> set_attributes(const ObjectId& object, const SetAttributes& change) override;
  Result<std::string> read_link(const ObjectId& object) override;
  Result<Listing> list(const ObjectId& directory, std::uint64_t cookie,
                       std::size_t entries_max) override;
  Status resize(const ObjectId& object, std::uint64_t size) override;
  Status allocate(const ObjectId& object, std::uint64_t size) override;
  Result<std::size_t> read(const ObjectId& object, std::span<const Strip> strips, MutableBytes data,
                           const AccessOptions& options) override;
  Status write(const ObjectId& object, std::span<const Strip> strips, ConstBytes data,
               const AccessOptions& options) override;
  Status commit(const ObjectId& object) override;

 private:
  using NodePtr = std::shared_ptr<Node>;

  Timestamp now();
  Status writable() const;
  Result<NodeNumber> start_of(const Name& name) const;
  Result<NodePtr> node_of(const ObjectId& object) const;  // takes the tree lock
  Result<NodePtr> find(const ObjectId& object) const;     // under the tree lock
  Result<NodePtr> file_of(const ObjectId& object) const;
  Result<Tree::Place> place_of(const Name& name) const;
  Attributes attributes_of(const Node& node) const;  // under the tree lock
  Entry entry_of(const Node& node) const;
  void touch(Node& node, bool data);  // under the node's lock
  void changed_names(const Tree::Place& place);
  NodePtr make(const Tree::Place& place, ObjectKind kind, std::uint32_t mode);

  const MemoryOptions options_;
  const Capability capability_;
  std::atomic<std::int64_t> ticks_{0};

  // Lock order: tree_mutex_, then a Node's mutex.
  mutable std::shared_mutex tree_mutex_;
  Tree tree_;
};

}  // namespace strait::storage
