// The names on one server: what can be asked of a path, or of a component below a directory's
// handle. Every call is one round trip. Threads: any.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "client/call_hints.h"
#include "client/remote_name.h"
#include "rpc/client/footprint.h"
#include "wire/messages.h"

namespace strait::client {

class Session;

// A name, and how messages call it ("strait://host:7420/data/x").
struct NameRef {
  wire::Name name;
  std::string shown;

  static NameRef of(const RemoteName& name);
  static NameRef below(const wire::Handle& parent, std::string component);
};

// What a new file begins with.
struct OpenHow {
  bool create = false;
  bool exclusive = false;     // with create: the file must not exist
  std::uint32_t mode = 0666;  // permission bits of a new file
};

class NameSpace {
 public:
  explicit NameSpace(std::shared_ptr<Session> session) : session_(std::move(session)) {}

  Result<wire::EntryResults> lookup(const NameRef& name, bool follow, const CallHints& hints = {});
  Result<wire::CreateResults> create(const NameRef& name, const OpenHow& how,
                                     const CallHints& hints = {});
  // `expected`: only if the name still leads to that file. What this process has written to a file
  // is *written* before a name of it goes or changes; where the file is not known and something is
  // under way, that costs a round trip more.
  Status remove(const NameRef& name, const wire::Handle* expected, const CallHints& hints = {});
  Status rename(const NameRef& from, const NameRef& to, const CallHints& hints = {});
  Result<wire::EntryResults> link(const wire::Handle& file, const NameRef& name,
                                  const CallHints& hints = {});
  Result<wire::EntryResults> symlink(const NameRef& name, std::string target,
                                     const CallHints& hints = {});
  Result<wire::EntryResults> make_directory(const NameRef& name, std::uint32_t mode,
                                            const CallHints& hints = {});
  Result<std::string> read_link(const wire::Handle& link, const std::string& shown,
                                const CallHints& hints = {});
  // One page of a directory, from a cookie on (0: from the start).
  Result<wire::ReaddirResults> list(const wire::Handle& directory, std::uint64_t cookie,
                                    std::uint32_t entries_max, const std::string& shown,
                                    const CallHints& hints = {});
  Status ping(const CallHints& hints = {});

 private:
  template <class Results, class Args>
  Result<Results> ask_name(const std::string& shown, wire::Operation operation, bool idempotent,
                           std::string_view doing, Args args, const CallHints& hints,
                           rpc::Footprint footprint = {});
  Status settle(const NameRef& name, const CallHints& hints);
  rpc::Footprint footprint_of(const NameRef& name, const wire::Handle* known,
                              const CallHints& hints);

  std::shared_ptr<Session> session_;
};

}  // namespace strait::client
