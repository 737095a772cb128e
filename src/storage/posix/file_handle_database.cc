#include "storage/posix/file_handle_database.h"

#include <cstring>
#include <utility>
#include <vector>

#include "sys/boot.h"

namespace strait::storage {
namespace {

ConstBytes bytes_of(const FileKey& key) {
  static_assert(sizeof(FileKey) == 16);
  return std::as_bytes(std::span(&key, 1));
}

}  // namespace

Result<std::unique_ptr<HandleDatabase>> FileHandleDatabase::open(const std::string& path) {
  STRAIT_ASSIGN(auto file, records::RecordFile::open(path, "handle database", sys::boot_id()));
  return std::unique_ptr<HandleDatabase>(new FileHandleDatabase(std::move(file)));
}

Status FileHandleDatabase::put(const FileKey& key, std::string_view path) {
  STRAIT_ASSIGN(const auto before, find(key));
  if (before == path) return {};
  STRAIT_ASSIGN(records::Transaction transaction, file_->write());
  STRAIT_TRY(transaction.put(bytes_of(key), strait::bytes_of(path)));
  return transaction.commit();
}

Result<std::optional<std::string>> FileHandleDatabase::find(const FileKey& key) {
  STRAIT_ASSIGN(const records::Transaction transaction, file_->read());
  STRAIT_ASSIGN(const auto found, transaction.find(bytes_of(key)));
  if (!found) return std::optional<std::string>();
  return std::optional(std::string(text_of(*found)));
}

Status FileHandleDatabase::erase(const FileKey& key, std::string_view path) {
  STRAIT_ASSIGN(const auto before, find(key));
  if (before != path) return {};
  STRAIT_ASSIGN(records::Transaction transaction, file_->write());
  STRAIT_TRY(transaction.erase(bytes_of(key)));
  return transaction.commit();
}

Status FileHandleDatabase::rename(std::string_view from, std::string_view to) {
  STRAIT_ASSIGN(records::Transaction transaction, file_->write());
  std::vector<std::pair<FileKey, std::string>> moved;
  STRAIT_TRY(transaction.visit({}, [&](ConstBytes name, ConstBytes value) {
    if (auto path = renamed(text_of(value), from, to)) {
      FileKey key;
      std::memcpy(&key, name.data(), sizeof key);
      moved.emplace_back(key, std::move(*path));
    }
    return true;
  }));
  for (const auto& [key, path] : moved) {
    STRAIT_TRY(transaction.put(bytes_of(key), strait::bytes_of(path)));
  }
  return transaction.commit();
}

}  // namespace strait::storage
