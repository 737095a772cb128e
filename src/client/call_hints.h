// What travels with a request for the server's log and its planning.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace strait::client {

struct CallHints {
  std::uint64_t operation_id = 0;
  std::int32_t rank = -1;               // of the caller in the file's communicator
  std::uint64_t collective_number = 0;  // 0: not part of a collective
  std::uint32_t collective_ranks = 0;
  std::vector<std::pair<std::string, std::string>>
      more;  // free keys and values, for servers that know them
};

}  // namespace strait::client
