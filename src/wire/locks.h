// Arguments and results of the operations on counters (shared pointers) and leased locks.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "wire/names.h"

namespace strait::wire {

enum class CounterChange : std::uint32_t { create = 0, add = 1, set = 2, drop = 3 };
constexpr bool is_valid(CounterChange change) { return change <= CounterChange::drop; }

struct FetchAddArgs {
  Replay replay;
  Handle file{};
  Id instance{};
  CounterChange change = CounterChange::add;
  std::int64_t value = 0;

  static void describe(auto& xdr, auto& fetch_add) {
    xdr.part(fetch_add.replay);
    xdr.fixed(fetch_add.file);
    xdr.fixed(fetch_add.instance);
    xdr.choice(fetch_add.change);
    xdr.number(fetch_add.value);
  }
};

struct FetchAddResults {
  std::uint64_t before = 0;

  static void describe(auto& xdr, auto& fetch_add) { xdr.number(fetch_add.before); }
};

struct LockArgs {
  Replay replay;
  Handle file{};
  Extent range;
  bool exclusive = true;
  std::uint32_t lease_ms = 0;

  static void describe(auto& xdr, auto& lock) {
    xdr.part(lock.replay);
    xdr.fixed(lock.file);
    xdr.extent(lock.range);
    xdr.boolean(lock.exclusive);
    xdr.number(lock.lease_ms);
  }
};

struct LockResults {
  std::uint64_t fence = 0;
  std::uint32_t lease_ms = 0;

  static void describe(auto& xdr, auto& lock) {
    xdr.number(lock.fence);
    xdr.number(lock.lease_ms);
  }
};

struct UnlockArgs {
  Replay replay;
  Handle file{};
  std::uint64_t fence = 0;

  static void describe(auto& xdr, auto& unlock) {
    xdr.part(unlock.replay);
    xdr.fixed(unlock.file);
    xdr.number(unlock.fence);
  }
};

}  // namespace strait::wire
