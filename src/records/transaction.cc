#include <utility>

#include "records/failure.h"
#include "records/record_file.h"

namespace strait::records {
namespace {

MDB_val value_of(ConstBytes bytes) {
  return {bytes.size(), const_cast<std::byte*>(bytes.data())};  // LMDB only reads it
}

ConstBytes bytes_in(const MDB_val& value) {
  return {static_cast<const std::byte*>(value.mv_data), value.mv_size};
}

}  // namespace

Transaction::Transaction(Transaction&& other) noexcept
    : begun_(std::exchange(other.begun_, nullptr)),
      table_(other.table_),
      purpose_(other.purpose_) {}

Transaction::~Transaction() {
  if (begun_ != nullptr) mdb_txn_abort(begun_);
}

Result<std::optional<ConstBytes>> Transaction::find(ConstBytes key) const {
  MDB_val name = value_of(key);
  MDB_val value{};
  const int code = mdb_get(begun_, table_, &name, &value);
  if (code == MDB_NOTFOUND) return std::optional<ConstBytes>();
  if (code != 0) return failure(code, *purpose_, "finding a record");
  return std::optional(bytes_in(value));
}

Status Transaction::put(ConstBytes key, ConstBytes value) {
  MDB_val name = value_of(key);
  MDB_val content = value_of(value);
  const int code = mdb_put(begun_, table_, &name, &content, 0);
  if (code != 0) return failure(code, *purpose_, "adding a record");
  return {};
}

Status Transaction::erase(ConstBytes key) {
  MDB_val name = value_of(key);
  const int code = mdb_del(begun_, table_, &name, nullptr);
  if (code != 0 && code != MDB_NOTFOUND) return failure(code, *purpose_, "forgetting a record");
  return {};
}

Status Transaction::visit(ConstBytes from, const Wanted& wanted) const {
  MDB_cursor* opened = nullptr;
  if (const int code = mdb_cursor_open(begun_, table_, &opened)) {
    return failure(code, *purpose_, "opening a cursor");
  }
  const std::unique_ptr<MDB_cursor, decltype(&mdb_cursor_close)> cursor(opened, mdb_cursor_close);
  MDB_val name = value_of(from);
  MDB_val value{};
  int code = mdb_cursor_get(opened, &name, &value, from.empty() ? MDB_FIRST : MDB_SET_RANGE);
  while (code == 0 && wanted(bytes_in(name), bytes_in(value))) {
    code = mdb_cursor_get(opened, &name, &value, MDB_NEXT);
  }
  if (code != 0 && code != MDB_NOTFOUND) return failure(code, *purpose_, "reading");
  return {};
}

Status Transaction::commit() {
  const int code = mdb_txn_commit(std::exchange(begun_, nullptr));
  if (code != 0) return failure(code, *purpose_, "committing");
  return {};
}

}  // namespace strait::records
