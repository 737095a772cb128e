#include "sys/node_voice.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <functional>

namespace strait::sys {

// A name in the kernel's abstract name space for unix sockets (unix(7)): whoever binds it has it,
// and it is free again when its holder ends, however that happens.
std::optional<UniqueFd> take_node_voice(std::string_view matter) {
  UniqueFd voice(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!voice) return voice;
  const std::string name = fmt::format("strait-voice-{}-{}-{:x}", ::getuid(), ::getppid(),
                                       std::hash<std::string_view>{}(matter));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  static_assert(sizeof address.sun_path > 64, "prefix, two numbers and a hash fit");
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  if (::bind(voice.get(), reinterpret_cast<const sockaddr*>(&address), length) == 0) return voice;
  if (errno == EADDRINUSE) return std::nullopt;
  return UniqueFd();
}

}  // namespace strait::sys
