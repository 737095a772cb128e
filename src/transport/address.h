// How users write where a server is: "host:7420", "127.0.0.1:7420", "[::1]:7420",
// "unix:/run/strait". Pure: nothing is looked up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace strait::transport {

struct HostPort {
  std::string host;  // without brackets
  std::uint16_t port = 0;

  std::string text() const;  // brackets where the host has a colon
  friend bool operator==(const HostPort&, const HostPort&) = default;
};

inline constexpr std::string_view kUnixPrefix = "unix:";
inline constexpr std::size_t kHostNameBytesMax = 255;  // RFC 1035, 2.3.4

bool is_unix_address(std::string_view address);
// invalid_argument with a sentence that says what is wrong with it.
Result<HostPort> parse_host_port(std::string_view address);
Result<std::string> parse_unix_path(std::string_view address);

// Whether only programs of this machine can reach it, as far as the text alone says: a unix path,
// "localhost", 127.0.0.0/8, ::1. Any other name counts as reachable from elsewhere.
bool is_loopback(std::string_view address);

}  // namespace strait::transport
