// Where the reply cache keeps what must outlive the server process: small records under keys, each
// put before the answer that depends on it. A record that `put` has returned for survives the death
// of the process. What becomes of it when the host dies is the implementation's to say.
//
// Thread-safe; may block on a disk for moments.
#pragma once

#include <compare>
#include <cstdint>
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

  virtual ~Journal() = default;
  virtual Result<std::vector<Record>> load() = 0;
  virtual Status put(const Key& key, ConstBytes value) = 0;
  // This client's records with numbers from `first` to `last`, both included.
  virtual Status erase(const wire::Id& client, std::uint64_t first, std::uint64_t last) = 0;
};

}  // namespace strait::server
