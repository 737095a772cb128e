// A journal in a file of records (records/record_file.h says what it survives). A host that crashed
// has lost it, and perhaps what it told of as well: a client learns of that by the host verifier.
#pragma once

#include <memory>
#include <string>

#include "records/record_file.h"
#include "server/journal.h"

namespace strait::server {

class RecordJournal final : public Journal {
 public:
  // `boot`: names this run of the host. busy: another process has it open.
  static Result<std::unique_ptr<RecordJournal>> open(const std::string& path,
                                                     const std::string& boot);

  Result<Contents> load() override;
  Status put(const Key& key, ConstBytes value, std::span<const Counter> counters) override;
  Status erase(const wire::Id& client, std::uint64_t first, std::uint64_t last) override;

 private:
  explicit RecordJournal(std::unique_ptr<records::RecordFile> file) : file_(std::move(file)) {}

  const std::unique_ptr<records::RecordFile> file_;
};

}  // namespace strait::server
