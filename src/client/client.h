// The client of one process: its identity, its options, and one connection to each server it talks
// to. Nothing connects and no thread starts before it is needed. Threads: any.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "base/result.h"
#include "client/call_hints.h"
#include "client/client_options.h"
#include "client/file.h"
#include "client/name_space.h"
#include "client/remote_name.h"
#include "wire/messages.h"

namespace strait::client {

struct Opened {
  File file;
  wire::Attributes attributes;
  bool created = false;
};

struct ListedEntry {
  std::string name;
  wire::Handle handle;
  wire::Attributes attributes;
};

class Client {
 public:
  explicit Client(ClientOptions options, Log* log = nullptr);
  ~Client();  // waits for nothing: operations under way fail as cancelled

  // One LOOKUP or CREATE. Symbolic links are followed.
  Result<Opened> open(const RemoteName& name, const OpenHow& how, const CallHints& hints = {});
  // A file whose handle another process or rank obtained: no round trip.
  File adopt(const RemoteName& name, const wire::Handle& handle);

  Result<wire::Attributes> stat(const RemoteName& name, bool follow);
  // `expected`: only if the name still leads to that file.
  Status remove(const RemoteName& name, const wire::Handle* expected = nullptr);
  Status rename(const RemoteName& from, const RemoteName& to);  // same server and export
  Status make_directory(const RemoteName& name, std::uint32_t mode);
  Status make_symlink(const RemoteName& name, std::string_view target);
  Result<std::string> read_link(const RemoteName& name);
  // Calls `entry` for each entry of a directory, in the server's order, until it returns false.
  Status list(const RemoteName& name, const std::function<bool(const ListedEntry&)>& entry);
  // A round trip of an empty request.
  Status ping(const RemoteName& server);

  // Everything that can be asked of names on that server, by path or below a directory's handle.
  NameSpace name_space(const RemoteName& server);

  // In the child after fork(): forget the parent's connections without touching them.
  void abandon_after_fork() noexcept;

  const ClientOptions& options() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace strait::client
