// An infinitely fast disk: names and sizes are kept in memory, data is thrown away and reads as
// zeros. For measuring everything but the disk.
#pragma once

#include "storage/memory/memory_driver.h"

namespace strait::storage {

class NullDriver final : public Driver {
 public:
  explicit NullDriver(bool read_only = false);

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
  const Capability capability_;
  MemoryDriver names_;  // its files have sizes and no chunks
};

}  // namespace strait::storage
