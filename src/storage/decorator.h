// The base of drivers that stand in front of another driver and do one thing to every call: wait,
// fail, write a line. Forwards everything; a decorator only says what happens before and after.
// Thread-safe if before() and after() are.
#pragma once

#include <memory>

#include "storage/driver.h"

namespace strait::storage {

enum class Operation : std::uint8_t {
  lookup,
  create,
  make_directory,
  make_symlink,
  make_link,
  remove,
  rename,
  attributes,
  set_attributes,
  read_link,
  list,
  resize,
  allocate,
  read,
  write,
  commit,
  count_
};
std::string_view name_of(Operation operation) noexcept;

// One call on its way, for as long as it lasts.
struct DriverCall {
  Operation operation = Operation::lookup;
  std::string_view path;             // where the call names one
  const ObjectId* object = nullptr;  // where the call is about one
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;  // of data, asked for or sent
};

class Decorator : public Driver {
 public:
  explicit Decorator(std::unique_ptr<Driver> inner) : inner_(std::move(inner)) {}

  const Capability& capability() const noexcept override { return inner_->capability(); }
  Result<Entry> lookup(const Name& name, bool follow) final;
  Result<Created> create(const Name& name, bool exclusive, const SetAttributes& attributes) final;
  Result<Entry> make_directory(const Name& name, std::uint32_t mode) final;
  Result<Entry> make_symlink(const Name& name, std::string_view target) final;
  Result<Entry> make_link(const ObjectId& object, const Name& name) final;
  Status remove(const Name& name, const std::optional<ObjectId>& expected) final;
  Status rename(const Name& from, const Name& to, const std::optional<ObjectId>& expected) final;
  Result<Attributes> attributes(const ObjectId& object) final;
  Result<Attributes> set_attributes(const ObjectId& object, const SetAttributes& change) final;
  Result<std::string> read_link(const ObjectId& object) final;
  Result<Listing> list(const ObjectId& directory, std::uint64_t cookie,
                       std::size_t entries_max) final;
  Status resize(const ObjectId& object, std::uint64_t size) final;
  Status allocate(const ObjectId& object, std::uint64_t size) final;
  Result<std::size_t> read(const ObjectId& object, std::span<const Strip> strips, MutableBytes data,
                           const AccessOptions& options) final;
  Status write(const ObjectId& object, std::span<const Strip> strips, ConstBytes data,
               const AccessOptions& options) final;
  Status commit(const ObjectId& object) final;

 protected:
  // An error here is the call's, and the inner driver is not asked.
  virtual Status before(const DriverCall&) { return {}; }
  // `failure` is what the call failed with, or null.
  virtual void after(const DriverCall&, const Error* /*failure*/) {}

 private:
  template <class Forward>
  auto around(const DriverCall& call, Forward forward) -> decltype(forward());

  const std::unique_ptr<Driver> inner_;
};

}  // namespace strait::storage
