#include "sys/port_holder.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <system_error>

namespace strait::sys {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kListening = "0A";  // TCP_LISTEN, in proc(5)'s hexadecimal

// "socket:[INODE]" of those that listen on the port, as links in /proc/PID/fd show them.
void add_listeners(const char* table, std::uint16_t port, std::set<std::string>& sockets) {
  std::ifstream lines(table);
  std::string line;
  std::getline(lines, line);  // the headings
  const std::string ending = fmt::format(":{:04X}", port);
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string slot, local, remote, state, queues, timer, retransmits, user, timeout, inode;
    words >> slot >> local >> remote >> state >> queues >> timer >> retransmits >> user >>
        timeout >> inode;
    if (words && state == kListening && local.ends_with(ending))
      sockets.insert(fmt::format("socket:[{}]", inode));
  }
}

bool holds_one_of(const fs::path& process, const std::set<std::string>& sockets) {
  std::error_code failed;
  for (fs::directory_iterator one(process / "fd", failed), end; !failed && one != end;
       one.increment(failed)) {
    std::error_code gone;
    if (sockets.contains(fs::read_symlink(one->path(), gone).string())) return true;
  }
  return false;
}

}  // namespace

std::optional<PortHolder> port_holder(std::uint16_t port) {
  std::set<std::string> sockets;
  add_listeners("/proc/net/tcp", port, sockets);
  add_listeners("/proc/net/tcp6", port, sockets);
  if (sockets.empty()) return std::nullopt;

  std::error_code failed;
  for (fs::directory_iterator one("/proc", failed), end; !failed && one != end;
       one.increment(failed)) {
    const std::string id = one->path().filename();
    PortHolder holder;
    const auto [stop, problem] = std::from_chars(id.data(), id.data() + id.size(), holder.process);
    if (problem != std::errc() || stop != id.data() + id.size()) continue;
    if (!holds_one_of(one->path(), sockets)) continue;
    std::ifstream name(one->path() / "comm");
    std::getline(name, holder.name);
    return holder;
  }
  return std::nullopt;
}

}  // namespace strait::sys
