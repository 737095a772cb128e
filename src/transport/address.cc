#include "transport/address.h"

#include <algorithm>
#include <charconv>

namespace strait::transport {
namespace {

constexpr std::size_t kQuotedBytesMax = 80;

Error not_an_address(std::string_view address, std::string_view why) {
  const bool cut = address.size() > kQuotedBytesMax;
  return error(ErrorKind::invalid_argument, "\"{}{}\" is not an address (host:port): {}",
               address.substr(0, kQuotedBytesMax), cut ? "..." : "", why);
}

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

// 127.a.b.c as the kernel writes it, never a host name that merely begins so.
bool is_loopback_v4(std::string_view host) {
  const auto digits_and_dots = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
  return host.starts_with("127.") && std::all_of(host.begin(), host.end(), digits_and_dots) &&
         std::count(host.begin(), host.end(), '.') == 3;
}

}  // namespace

std::string HostPort::text() const {
  return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port)
                                             : fmt::format("[{}]:{}", host, port);
}

bool is_unix_address(std::string_view address) { return address.starts_with(kUnixPrefix); }

Result<HostPort> parse_host_port(std::string_view address) {
  std::string_view host;
  std::string_view port;
  if (address.starts_with('[')) {
    const auto close = address.find(']');
    if (close == std::string_view::npos) return not_an_address(address, "a bracket is not closed");
    host = address.substr(1, close - 1);
    port = address.substr(close + 1);
    if (!port.starts_with(':')) return not_an_address(address, "the port is missing");
    port.remove_prefix(1);
  } else {
    const auto colon = address.rfind(':');
    if (colon == std::string_view::npos) return not_an_address(address, "the port is missing");
    host = address.substr(0, colon);
    port = address.substr(colon + 1);
    if (host.find(':') != std::string_view::npos) {
      return not_an_address(address, "an IPv6 address stands in brackets");
    }
  }
  if (host.empty()) return not_an_address(address, "the host is missing");
  if (host.size() > kHostNameBytesMax) return not_an_address(address, "the host name is too long");
  if (!is_printable(host)) return not_an_address(address, "a host name has no such characters");

  HostPort parsed{std::string(host), 0};
  const auto [end, problem] = std::from_chars(port.data(), port.data() + port.size(), parsed.port);
  if (port.empty() || problem != std::errc() || end != port.data() + port.size()) {
    return not_an_address(address, "a port is a number up to 65535");
  }
  return parsed;
}

Result<std::string> parse_unix_path(std::string_view address) {
  if (!is_unix_address(address) || address.size() == kUnixPrefix.size() ||
      address.find('\0') != std::string_view::npos) {
    return error(ErrorKind::invalid_argument, "\"{}\" is not an address of the form unix:/path",
                 address.substr(0, kQuotedBytesMax));
  }
  return std::string(address.substr(kUnixPrefix.size()));
}

bool is_loopback(std::string_view address) {
  if (is_unix_address(address)) return true;
  const auto parsed = parse_host_port(address);
  return parsed &&
         (parsed->host == "localhost" || parsed->host == "::1" || is_loopback_v4(parsed->host));
}

}  // namespace strait::transport
