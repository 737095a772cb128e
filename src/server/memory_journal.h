// A journal in memory: for servers without a state directory, and for simulations, which keep it
// while they restart the server. Thread-safe.
#pragma once

#include <map>
#include <mutex>

#include "server/journal.h"

namespace strait::server {

class MemoryJournal final : public Journal {
 public:
  Result<std::vector<Record>> load() override {
    std::lock_guard lock(mutex_);
    std::vector<Record> records;
    for (const auto& [key, value] : records_) records.push_back({key, value});
    return records;
  }
  Status put(const Key& key, ConstBytes value) override {
    std::lock_guard lock(mutex_);
    records_[key].assign(value.begin(), value.end());
    return {};
  }
  Status erase(const wire::Id& client, std::uint64_t first, std::uint64_t last) override {
    std::lock_guard lock(mutex_);
    records_.erase(records_.lower_bound({client, first}), records_.upper_bound({client, last}));
    return {};
  }

 private:
  std::mutex mutex_;
  std::map<Key, std::vector<std::byte>> records_;  // guarded by mutex_
};

}  // namespace strait::server
