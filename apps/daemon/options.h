// The command line of straitd as a plain struct. Pure: nothing is opened, bound or looked up here;
// the environment is handed in. What is wrong with a command line is said in one sentence that
// names the option.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "config/layers.h"

namespace strait::daemon {

inline constexpr std::uint16_t kDefaultPort = 7420;
inline constexpr std::size_t kExportNameBytesMax = 64;

struct Export {
  std::string name;   // what clients write after the host
  std::string store;  // a directory, or "memory:", or "null:"; for main() to interpret
  bool read_only = false;
};

struct Options {
  std::vector<Export> exports;      // at least one, names distinct
  std::vector<std::string> listen;  // at least one; each with its port, or "unix:/path"
  bool allow_unauthenticated = false;
  std::string state_directory;  // absolute or relative to the working directory; never empty
  unsigned threads = 0;         // of each pool: the network's, and the workers; at least 1
  unsigned descriptors = 128;   // files held open at a time, over all exports
  std::string handle_database;  // a file; empty: in memory
  std::uint64_t memory = 0;     // bytes of request buffers, over all clients
  LogLevel log_level = LogLevel::info;
};

// The command line asked for a text instead of a server: print it and exit with 0.
struct Answer {
  std::string text;
};

// `arguments` without the program's name. Errors: invalid_argument.
Result<std::variant<Options, Answer>> parse(std::span<const char* const> arguments,
                                            const config::Environment& environment);

}  // namespace strait::daemon
