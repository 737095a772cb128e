// The handle database in a file of records (records/record_file.h says what it survives): losing an
// entry costs one lookup by name.
#pragma once

#include <memory>
#include <string>

#include "records/record_file.h"
#include "storage/posix/handle_database.h"

namespace strait::storage {

class FileHandleDatabase final : public HandleDatabase {
 public:
  // One process, and in it one database object, has a file open at a time (busy).
  static Result<std::unique_ptr<HandleDatabase>> open(const std::string& path);

  Status put(const FileKey& key, std::string_view path) override;
  Result<std::optional<std::string>> find(const FileKey& key) override;
  Status erase(const FileKey& key, std::string_view path) override;
  Status rename(std::string_view from, std::string_view to) override;

 private:
  explicit FileHandleDatabase(std::unique_ptr<records::RecordFile> file) : file_(std::move(file)) {}

  const std::unique_ptr<records::RecordFile> file_;
};

}  // namespace strait::storage
