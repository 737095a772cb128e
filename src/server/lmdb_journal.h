// A journal in an LMDB file: survives the death of the process, because LMDB writes into the page
// cache before `put` returns. It is not synced to the disk with each record, which would cost
// milliseconds a request; instead the file is marked with the boot id of the host. After a crash of
// the host it may be torn, and what it tells of may not have reached the disk either, so it is
// discarded then: a client learns of that by the host verifier. A file that was closed in order is
// synced and stays good.
//
// One process at a time. Thread-safe; LMDB lets one thread write at a time.
#pragma once

#include <lmdb.h>

#include <memory>
#include <string>

#include "server/journal.h"
#include "sys/unique_fd.h"

namespace strait::server {

class LmdbJournal final : public Journal {
 public:
  // Names `path` and, beside it, `path`.boot. `boot`: names this run of the host. busy: another
  // process has it open.
  static Result<std::unique_ptr<LmdbJournal>> open(const std::string& path,
                                                   const std::string& boot);
  ~LmdbJournal() override;
  LmdbJournal(const LmdbJournal&) = delete;
  LmdbJournal& operator=(const LmdbJournal&) = delete;

  Result<std::vector<Record>> load() override;
  Status put(const Key& key, ConstBytes value) override;
  Status erase(const wire::Id& client, std::uint64_t first, std::uint64_t last) override;

 private:
  explicit LmdbJournal(sys::UniqueFd mark) : mark_(std::move(mark)) {}
  Status start(const std::string& path, const std::string& boot);

  const sys::UniqueFd mark_;  // locked; holds the boot id, or nothing after an orderly end
  MDB_env* environment_ = nullptr;
  MDB_dbi table_ = 0;
};

}  // namespace strait::server
