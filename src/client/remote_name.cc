#include "client/remote_name.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace strait::client {
namespace {

// Limits of the protocol (protocol/strait.x) and of the operating system.
constexpr std::size_t kHostMax = 255;        // bytes; RFC 1035
constexpr std::size_t kSocketPathMax = 107;  // bytes; sockaddr_un
constexpr std::size_t kExportMax = 64;
constexpr std::size_t kComponentMax = 255;
constexpr std::size_t kPathMax = 4096;

constexpr std::string_view kScheme = "strait:";
constexpr std::string_view kUnix = "unix:";

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// Names reach terminals and logs inside messages: what could confuse those is shown as '?', and no
// more than a line of it.
std::string printable(std::string_view text) {
  constexpr std::size_t kShown = 80;
  std::string shown(text.substr(0, kShown));
  std::replace_if(shown.begin(), shown.end(), is_control, '?');
  if (text.size() > kShown) shown += "...";
  return shown;
}

Error bad(std::string_view name, std::string_view problem) {
  return error(ErrorKind::invalid_argument, "\"{}\" is not a remote name: {}", printable(name),
               problem);
}

bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Takes "host", "[v6]" or "[unix:/path]" off the front of `rest`; gives the server without a port.
struct Host {
  std::string text;
  bool takes_port = true;
};

Result<Host> take_bracketed(std::string_view name, std::string_view& rest) {
  const std::size_t end = rest.find(']');
  if (end == std::string_view::npos) return bad(name, "the bracket of its host is never closed");
  const std::string_view inside = rest.substr(1, end - 1);
  rest.remove_prefix(end + 1);
  if (std::ranges::any_of(inside, is_control)) return bad(name, "a control character in its host");
  if (inside.starts_with(kUnix)) {
    const std::string_view path = inside.substr(kUnix.size());
    if (!path.starts_with('/')) return bad(name, "the path of its unix socket is not absolute");
    if (path.size() > kSocketPathMax) return bad(name, "the path of its unix socket is too long");
    return Host{std::string(inside), false};
  }
  const bool address =
      inside.size() <= kHostMax && inside.find(':') != std::string_view::npos &&
      std::ranges::all_of(inside, [](char c) {
        return is_alphanumeric(c) || c == ':' || c == '.' || c == '%' || c == '-' || c == '_';
      });
  if (!address) return bad(name, "neither an IPv6 address nor unix:/path in its brackets");
  return Host{fmt::format("[{}]", inside), true};
}

Result<Host> take_host(std::string_view name, std::string_view& rest) {
  if (rest.starts_with('[')) return take_bracketed(name, rest);
  const std::string_view host = rest.substr(0, rest.find_first_of(":/"));
  if (host.empty()) return bad(name, "it has no host");
  if (host.size() > kHostMax) return bad(name, "its host is too long");
  if (host.find('@') != std::string_view::npos) return bad(name, "a user has no place in it");
  const bool plain = std::ranges::all_of(
      host, [](char c) { return is_alphanumeric(c) || c == '.' || c == '-' || c == '_'; });
  if (!plain) return bad(name, "its host has a character that no host name has");
  rest.remove_prefix(host.size());
  std::string text(host);
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  // "unix:7420" would be taken for a socket further down.
  if (text == "unix") return bad(name, "a unix socket is written [unix:/path]");
  return Host{std::move(text), true};
}

Result<std::string> with_port(std::string_view name, const Host& host, std::string_view digits) {
  std::uint16_t port = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (problem != std::errc{} || end != digits.data() + digits.size() || port == 0)
    return bad(name, "its port is not a number from 1 to 65535");
  return fmt::format("{}:{}", host.text, port);
}

// Takes "host[:port]" off the front of strait://..., or "host[:port]:" off strait:host:port:/...
Result<std::string> take_server(std::string_view name, std::string_view& rest, bool authority) {
  STRAIT_ASSIGN(const Host host, take_host(name, rest));
  std::string_view digits;
  if (rest.starts_with(':') && !(!authority && rest.starts_with(":/"))) {
    if (!host.takes_port) return bad(name, "a unix socket has no port");
    const std::size_t end = rest.find_first_of(authority ? "/" : ":/", 1);
    digits = rest.substr(1, end == std::string_view::npos ? end : end - 1);
    rest.remove_prefix(1 + digits.size());
    if (digits.empty()) return bad(name, "nothing follows the colon after its host");
  }
  if (!authority) {
    if (!rest.starts_with(":/"))
      return bad(name, "after strait: it wants host:port:/export/path or //host:port/export/path");
    rest.remove_prefix(1);
  }
  if (!host.takes_port) return host.text;
  if (digits.empty()) return fmt::format("{}:{}", host.text, kDefaultPort);
  return with_port(name, host, digits);
}

// Resolves "", "." and ".." by the text alone, as RFC 3986 does for URLs. Nothing is decoded: '%',
// '?' and '#' are characters of file names.
Result<std::vector<std::string_view>> components(std::string_view name, std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (parts.size() < 2) return bad(name, "\"..\" leads out of its export");
      parts.pop_back();
      continue;
    }
    if (std::ranges::any_of(part, is_control)) return bad(name, "a control character in its path");
    if (part.size() > kComponentMax)
      return error(ErrorKind::name_too_long, "\"{}\": a component of {} bytes; {} at most",
                   printable(name), part.size(), kComponentMax);
    parts.push_back(part);
  }
  return parts;
}

}  // namespace

std::string RemoteName::url() const {
  std::string text = std::string_view(server).starts_with(kUnix)
                         ? fmt::format("strait://[{}]", server)
                         : fmt::format("strait://{}", server);
  if (!export_name.empty()) text += fmt::format("/{}", export_name);
  if (!path.empty()) text += fmt::format("/{}", path);
  return text;
}

bool is_remote_spelling(std::string_view name) { return name.starts_with(kScheme); }

Result<RemoteName> parse_remote_name(std::string_view name) {
  if (!is_remote_spelling(name)) return bad(name, "it does not begin with strait:");
  std::string_view rest = name.substr(kScheme.size());
  const bool authority = rest.starts_with("//");
  if (authority) rest.remove_prefix(2);

  RemoteName parsed;
  STRAIT_ASSIGN(parsed.server, take_server(name, rest, authority));
  if (!rest.empty() && !rest.starts_with('/'))
    return bad(name, "a slash must follow its host and port");
  STRAIT_ASSIGN(const std::vector<std::string_view> parts, components(name, rest));
  if (parts.empty()) return parsed;
  if (parts.front().size() > kExportMax)
    return error(ErrorKind::name_too_long, "\"{}\": an export name of {} bytes; {} at most",
                 printable(name), parts.front().size(), kExportMax);
  parsed.export_name = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (i > 1) parsed.path += '/';
    parsed.path += parts[i];
  }
  if (parsed.path.size() > kPathMax)
    return error(ErrorKind::name_too_long, "\"{}\": a path of {} bytes; {} at most",
                 printable(name), parsed.path.size(), kPathMax);
  return parsed;
}

}  // namespace strait::client
