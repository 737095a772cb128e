// Arguments and results of the operations that move a file's bytes.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "wire/names.h"

namespace strait::wire {

struct ViewRange {
  Id view{};                // truncated SHA-256 of the layout
  ConstBytes layout;        // empty: the server is expected to know it. Owned elsewhere: decoded,
                            // it lies in the body it was decoded from
  bool peer_ships = false;  // another rank of this collective brings the layout
  std::uint64_t displacement = 0;  // bytes; where the view begins in the file
  std::uint64_t offset = 0;        // bytes into the view's stream
  std::uint64_t length = 0;        // bytes of the view's stream

  static void describe(auto& xdr, auto& range) {
    xdr.fixed(range.view);
    xdr.opaque(range.layout, kLayoutMaxBytes);
    xdr.boolean(range.peer_ships);
    xdr.number(range.displacement);
    xdr.number(range.offset);
    xdr.number(range.length);
  }
};

struct CounterRange {
  Id instance{};                 // the open instance, which names the counter
  std::uint64_t etype_size = 1;  // bytes; the counter counts etypes
  ViewRange range;               // its offset is added to the counter's value

  static void describe(auto& xdr, auto& counter) {
    xdr.fixed(counter.instance);
    xdr.number(counter.etype_size);
    xdr.part(counter.range);
  }
};

struct ExtentList {
  std::vector<Extent> extents;

  static void describe(auto& xdr, auto& list) { xdr.extents(list.extents, kExtentsMax); }
};

// In the order of `enum addressing`.
using Target = std::variant<ExtentList, ViewRange, CounterRange>;

// Bits of `flags`.
inline constexpr std::uint32_t kAccessAtomic = 1;
inline constexpr std::uint32_t kAccessNoSieving = 2;

struct ReadArgs {
  Handle file{};
  std::uint32_t flags = 0;
  Target target;
  Replay replay;  // number 0 unless the target is a counter

  static void describe(auto& xdr, auto& read) {
    xdr.fixed(read.file);
    xdr.number(read.flags);
    xdr.one_of(read.target);
    xdr.part(read.replay);
  }
};

struct ReadResults {
  std::uint64_t count = 0;  // bytes in the payloads of all frames of the reply
  bool end_of_file = false;
  std::uint64_t counter = 0;  // its value before

  static void describe(auto& xdr, auto& read) {
    xdr.number(read.count);
    xdr.boolean(read.end_of_file);
    xdr.number(read.counter);
  }
};

struct WriteArgs {
  Handle file{};
  std::uint32_t flags = 0;
  std::uint64_t sequence = 0;  // of this client and file; grows by one with each WRITE; never 0
  Durability wanted = Durability::written;
  Target target;
  Replay replay;  // number 0 unless the target is a counter

  static void describe(auto& xdr, auto& write) {
    xdr.fixed(write.file);
    xdr.number(write.flags);
    xdr.number(write.sequence);
    xdr.choice(write.wanted);
    xdr.one_of(write.target);
    xdr.part(write.replay);
  }
};

struct WriteResults {
  std::uint64_t count = 0;
  Durability reached = Durability::written;
  std::uint64_t counter = 0;  // its value before

  static void describe(auto& xdr, auto& write) {
    xdr.number(write.count);
    xdr.choice(write.reached);
    xdr.number(write.counter);
  }
};

struct CommitArgs {
  Handle file{};
  Durability level = Durability::committed;  // for every WRITE received before

  static void describe(auto& xdr, auto& commit) {
    xdr.fixed(commit.file);
    xdr.choice(commit.level);
  }
};

struct PrefetchArgs {
  Handle file{};
  Target target;

  static void describe(auto& xdr, auto& prefetch) {
    xdr.fixed(prefetch.file);
    xdr.one_of(prefetch.target);
  }
};

}  // namespace strait::wire
