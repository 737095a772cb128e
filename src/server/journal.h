// Where what must outlive the server process is kept: what is known of requests that must not be
// done twice, under keys, and the counters of open instances; each put before the answer that
// depends on it. What `put` has returned for survives the death of the process. What becomes of it
// when the host dies is the implementation's to say.
//
// Thread-safe; may block on a disk for moments.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "wire/heads.h"

namespace strait::server {

class Journal {
 public:
  struct Key {
    wire::Id client{};
    std::uint64_t number = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Record {
    Key key;
    std::vector<std::byte> value;
  };

  struct Counter {
    wire::Id instance{};
    std::uint64_t value = 0;
    bool dropped = false;
  };
  struct Contents {
    std::vector<Record> records;
    std::vector<Counter> counters;
  };

  virtual ~Journal() = default;
  virtual Result<Contents> load() = 0;
  // Puts the record and the counters: all or nothing.
  virtual Status put(const Key& key, ConstBytes value, std::span<const Counter> counters) = 0;
  // This client's records with numbers from `first` to `last`, both included.
  virtual Status erase(const wire::Id& client, std::uint64_t first, std::uint64_t last) = 0;
};

}  // namespace strait::server
