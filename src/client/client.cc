#include "client/client.h"

#include <map>
#include <mutex>
#include <utility>

#include "client/file_call.h"
#include "client/query.h"
#include "client/session.h"
#include "sys/random.h"

namespace strait::client {
namespace {

SilentLog silent_log;

wire::Name path_of(const RemoteName& name) { return wire::PathName{name.export_name, name.path}; }

rpc::Call::Traits name_space(wire::Operation operation, bool idempotent) {
  return {.operation = operation, .idempotent = idempotent, .fail_fast = true};
}

}  // namespace

class Client::Impl {
 public:
  Impl(ClientOptions options, Log& log) : options_(std::move(options)), log_(log) { renew_id(); }

  std::shared_ptr<Session> session(const std::string& server) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Session>& session = sessions_[server];
    if (!session) session = std::make_shared<Session>(server, options_, id_, log_);
    return session;
  }

  const ClientOptions& options() const { return options_; }
  Log& log() { return log_; }

  // A request on a name, answered by a message.
  template <class Results, class Args>
  Result<Results> ask_name(const RemoteName& name, wire::Operation operation, bool idempotent,
                           std::string_view doing, Args args, const CallHints& hints = {}) {
    const auto query = std::make_shared<Query<Args, Results>>(
        name_space(operation, idempotent), fmt::format("{} {}", doing, name.url()), hints,
        std::move(args));
    return ask(*session(name.server), query);
  }

 private:
  void renew_id() { sys::random_bytes(id_); }

  const ClientOptions options_;
  Log& log_;
  wire::Id id_{};

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Session>> sessions_;  // by server; guarded by mutex_
};

Client::Client(ClientOptions options, Log* log)
    : impl_(std::make_unique<Impl>(std::move(options), log != nullptr ? *log : silent_log)) {}

Client::~Client() = default;

const ClientOptions& Client::options() const { return impl_->options(); }

void Client::abandon_after_fork() noexcept {
  // The parent's sockets, threads and locks are not ours: leave them where they are, and begin anew
  // under another id.
  Impl* old = impl_.release();
  impl_ = std::make_unique<Impl>(old->options(), old->log());
}

Result<Opened> Client::open(const RemoteName& name, const OpenHow& how, const CallHints& hints) {
  if (!how.create) {
    STRAIT_ASSIGN(const wire::EntryResults entry,
                  ask(*impl_->session(name.server), lookup(name, true, hints, true)));
    return Opened{adopt(name, entry.file), entry.attributes, false};
  }
  wire::CreateArgs args;
  args.name = path_of(name);
  args.how = how.exclusive ? wire::CreateMode::exclusive : wire::CreateMode::create_or_open;
  args.attributes.mask = wire::kSetMode;
  args.attributes.mode = how.mode;
  // CREATE OR OPEN may be repeated as it is; its answer is kept all the same, for `created`.
  STRAIT_ASSIGN(const auto made,
                impl_->ask_name<wire::CreateResults>(name, wire::Operation::create, !how.exclusive,
                                                     "creating", std::move(args), hints));
  return Opened{adopt(name, made.file), made.attributes, made.created};
}

File Client::adopt(const RemoteName& name, const wire::Handle& handle) {
  return File(impl_->session(name.server), name, handle);
}

Result<wire::Attributes> Client::stat(const RemoteName& name, bool follow) {
  STRAIT_ASSIGN(const wire::EntryResults entry,
                ask(*impl_->session(name.server), lookup(name, follow, {}, true)));
  return entry.attributes;
}

Status Client::remove(const RemoteName& name, const wire::Handle* expected) {
  wire::RemoveArgs args;
  args.name = path_of(name);
  if (expected != nullptr) args.expected = *expected;
  STRAIT_TRY(
      impl_->ask_name<Nothing>(name, wire::Operation::remove, false, "removing", std::move(args)));
  return {};
}

Status Client::rename(const RemoteName& from, const RemoteName& to) {
  if (from.server != to.server || from.export_name != to.export_name) {
    return error(ErrorKind::cross_device,
                 "renaming {} to {}: not on the same export; copy it instead", from.url(),
                 to.url());
  }
  // The handle makes a repeated request safe: the second time the name does not lead there any
  // more.
  STRAIT_ASSIGN(const wire::EntryResults entry,
                ask(*impl_->session(from.server), lookup(from, false, {}, true)));
  wire::RenameArgs args;
  args.from = path_of(from);
  args.to = path_of(to);
  args.expected = entry.file;
  STRAIT_TRY(
      impl_->ask_name<Nothing>(from, wire::Operation::rename, false, "renaming", std::move(args)));
  return {};
}

Status Client::make_directory(const RemoteName& name, std::uint32_t mode) {
  wire::MkdirArgs args;
  args.name = path_of(name);
  args.mode = mode;
  STRAIT_TRY(impl_->ask_name<wire::EntryResults>(name, wire::Operation::mkdir, false,
                                                 "making directory", std::move(args)));
  return {};
}

Status Client::make_symlink(const RemoteName& name, std::string_view target) {
  wire::SymlinkArgs args;
  args.name = path_of(name);
  args.target = target;
  STRAIT_TRY(impl_->ask_name<wire::EntryResults>(name, wire::Operation::symlink, false,
                                                 "making symbolic link", std::move(args)));
  return {};
}

Result<std::string> Client::read_link(const RemoteName& name) {
  STRAIT_ASSIGN(const wire::EntryResults entry,
                ask(*impl_->session(name.server), lookup(name, false, {}, true)));
  STRAIT_ASSIGN(auto results, impl_->ask_name<wire::ReadlinkResults>(
                                  name, wire::Operation::readlink, true, "reading symbolic link",
                                  wire::ReadlinkArgs{.file = entry.file}));
  return std::move(results.target);
}

Status Client::list(const RemoteName& name, const std::function<bool(const ListedEntry&)>& entry) {
  STRAIT_ASSIGN(const wire::EntryResults directory,
                ask(*impl_->session(name.server), lookup(name, true, {}, true)));
  wire::ReaddirArgs args{.directory = directory.file};
  for (;;) {
    STRAIT_ASSIGN(auto page,
                  impl_->ask_name<wire::ReaddirResults>(name, wire::Operation::readdir, true,
                                                        "listing", wire::ReaddirArgs(args)));
    for (wire::DirectoryEntry& found : page.entries) {
      args.cookie = found.cookie;
      if (!entry(ListedEntry{std::move(found.name), found.file, found.attributes})) return {};
    }
    if (page.end) return {};
    if (page.entries.empty()) {
      return error(ErrorKind::protocol,
                   "listing {}: the server sent an empty page that is not the last", name.url());
    }
  }
}

Status Client::ping(const RemoteName& server) {
  STRAIT_TRY(impl_->ask_name<Nothing>(server, wire::Operation::null, true, "pinging", Nothing{}));
  return {};
}

}  // namespace strait::client
