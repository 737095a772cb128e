// What an address says of itself.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <array>
#include <cstddef>
#include <cstring>

#include "sys/socket.h"

namespace strait::sys {
namespace {

template <class T>
T as(const SocketAddress& address) {
  T specific;
  static_assert(sizeof specific <= sizeof address.storage);
  std::memcpy(&specific, &address.storage, sizeof specific);
  return specific;
}

std::string inet_text(int family, const void* address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  ::inet_ntop(family, address, text.data(), text.size());
  return text.data();
}

bool is_loopback_v4(const void* network_order) {
  return static_cast<const unsigned char*>(network_order)[0] == 127;
}

}  // namespace

std::string SocketAddress::text() const {
  switch (family()) {
    case AF_INET: {
      const auto v4 = as<sockaddr_in>(*this);
      return fmt::format("{}:{}", inet_text(AF_INET, &v4.sin_addr), ntohs(v4.sin_port));
    }
    case AF_INET6: {
      const auto v6 = as<sockaddr_in6>(*this);
      return fmt::format("[{}]:{}", inet_text(AF_INET6, &v6.sin6_addr), ntohs(v6.sin6_port));
    }
    case AF_UNIX: {
      const auto local = as<sockaddr_un>(*this);
      constexpr std::size_t kHeader = offsetof(sockaddr_un, sun_path);
      if (length <= kHeader) return {};
      return std::string(local.sun_path, ::strnlen(local.sun_path, length - kHeader));
    }
    default:
      return fmt::format("address of family {}", family());
  }
}

bool SocketAddress::is_loopback() const {
  if (family() == AF_UNIX) return true;
  if (family() == AF_INET) {
    const auto v4 = as<sockaddr_in>(*this);
    return is_loopback_v4(&v4.sin_addr);
  }
  if (family() == AF_INET6) {
    const auto v6 = as<sockaddr_in6>(*this);
    if (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr)) return is_loopback_v4(v6.sin6_addr.s6_addr + 12);
    return IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr);
  }
  return false;
}

bool SocketAddress::same_host(const SocketAddress& other) const {
  if (family() != other.family()) return false;
  if (family() == AF_INET) {
    return as<sockaddr_in>(*this).sin_addr.s_addr == as<sockaddr_in>(other).sin_addr.s_addr;
  }
  if (family() == AF_INET6) {
    const auto a = as<sockaddr_in6>(*this);
    const auto b = as<sockaddr_in6>(other);
    return IN6_ARE_ADDR_EQUAL(&a.sin6_addr, &b.sin6_addr);
  }
  return family() == AF_UNIX;
}

bool operator==(const SocketAddress& a, const SocketAddress& b) {
  return a.length == b.length && std::memcmp(&a.storage, &b.storage, a.length) == 0;
}

Result<SocketAddress> unix_address(std::string_view path) {
  sockaddr_un local{};
  local.sun_family = AF_UNIX;
  if (path.empty() || path.find('\0') != std::string_view::npos) {
    return error(ErrorKind::invalid_argument, "a unix socket needs a path");
  }
  if (path.size() >= sizeof local.sun_path) {
    return error(ErrorKind::name_too_long,
                 "the path of a unix socket may have {} bytes, this one has {}: {}",
                 sizeof local.sun_path - 1, path.size(), path);
  }
  std::memcpy(local.sun_path, path.data(), path.size());
  SocketAddress address;
  std::memcpy(&address.storage, &local, sizeof local);
  address.length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1);
  return address;
}

}  // namespace strait::sys
