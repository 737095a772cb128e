// A journal in memory: for servers without a state directory, and for simulations, which keep it
// while they restart the server. Thread-safe.
#pragma once

#include <map>
#include <mutex>

#include "server/journal.h"

namespace strait::server {

class MemoryJournal final : public Journal {
 public:
  Result<Contents> load() override {
    std::lock_guard lock(mutex_);
    Contents contents;
    for (const auto& [key, value] : records_) contents.records.push_back({key, value});
    for (const auto& [instance, value] : counters_) contents.counters.push_back({instance, value});
    return contents;
  }
  Status put(const Key& key, ConstBytes value, std::span<const Counter> counters) override {
    std::lock_guard lock(mutex_);
    records_[key].assign(value.begin(), value.end());
    for (const Counter& counter : counters) {
      counters_[counter.instance] = counter.value;
      if (counter.dropped) counters_.erase(counter.instance);
    }
    return {};
  }
  Status erase(const wire::Id& client, std::uint64_t first, std::uint64_t last) override {
    std::lock_guard lock(mutex_);
    records_.erase(records_.lower_bound({client, first}), records_.upper_bound({client, last}));
    return {};
  }

 private:
  std::mutex mutex_;
  // Guarded by mutex_:
  std::map<Key, std::vector<std::byte>> records_;
  std::map<wire::Id, std::uint64_t> counters_;
};

}  // namespace strait::server
