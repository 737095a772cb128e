// The name of a file on a server, in the three spellings that programs and libraries let through:
//   strait://host[:port]/export/path       strait:host:port:/export/path       a local name under a
//   mapped prefix
// Hosts may be IPv6 in brackets or, for a unix socket, unix:/path in brackets:
// strait://[unix:/run/strait]/export/path.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace strait::client {

inline constexpr std::uint16_t kDefaultPort = 7420;

struct RemoteName {
  std::string server;       // what transport::Transport::connect takes: "host:7420", "[::1]:7420",
                            // "unix:/run/strait"
  std::string export_name;  // empty: the server itself
  std::string path;         // relative to the export's root, normalised; empty: the root

  // "strait://host:7420/export/path", for messages.
  std::string url() const;
  friend bool operator==(const RemoteName&, const RemoteName&) = default;
};

// Whether a name is spelled as one of ours ("strait:" prefix; case matters).
bool is_remote_spelling(std::string_view name);
// Errors: invalid_argument, name_too_long; each says what is wrong with which part.
Result<RemoteName> parse_remote_name(std::string_view name);

}  // namespace strait::client
