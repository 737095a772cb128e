#include "client/client.h"

#include <map>
#include <mutex>
#include <utility>

#include "client/session.h"
#include "sys/random.h"

namespace strait::client {
namespace {

SilentLog silent_log;

constexpr std::uint32_t kPage = 1024;  // directory entries asked for at a time

}  // namespace

class Client::Impl {
 public:
  Impl(ClientOptions options, Log& log) : options_(std::move(options)), log_(log) {
    sys::random_bytes(id_);
  }

  // Operations under way hold their session, and end with it: not from within, by dropping the last
  // reference.
  ~Impl() {
    for (const auto& [server, session] : sessions_) session->channel().shut_down();
  }

  std::shared_ptr<Session> session(const std::string& server) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Session>& session = sessions_[server];
    if (!session) session = std::make_shared<Session>(server, options_, id_, log_);
    return session;
  }

  const ClientOptions& options() const { return options_; }
  Log& log() { return log_; }

 private:
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

NameSpace Client::name_space(const RemoteName& server) {
  return NameSpace(impl_->session(server.server));
}

Result<Opened> Client::open(const RemoteName& name, const OpenHow& how, const CallHints& hints) {
  NameSpace names = name_space(name);
  if (how.create) {
    STRAIT_ASSIGN(const auto made, names.create(NameRef::of(name), how, hints));
    return Opened{adopt(name, made.file), made.attributes, made.created};
  }
  STRAIT_ASSIGN(const auto entry, names.lookup(NameRef::of(name), true, hints));
  return Opened{adopt(name, entry.file), entry.attributes, false};
}

File Client::adopt(const RemoteName& name, const wire::Handle& handle) {
  return File(impl_->session(name.server), name, handle);
}

Result<wire::Attributes> Client::stat(const RemoteName& name, bool follow) {
  STRAIT_ASSIGN(const auto entry, name_space(name).lookup(NameRef::of(name), follow));
  return entry.attributes;
}

Status Client::remove(const RemoteName& name, const wire::Handle* expected) {
  return name_space(name).remove(NameRef::of(name), expected);
}

Status Client::rename(const RemoteName& from, const RemoteName& to) {
  if (from.server != to.server || from.export_name != to.export_name) {
    return error(ErrorKind::cross_device, "not on the same export; copy it instead")
        .on(fmt::format("renaming \"{}\" to \"{}\"", from.url(), to.url()));
  }
  return name_space(from).rename(NameRef::of(from), NameRef::of(to));
}

Status Client::make_directory(const RemoteName& name, std::uint32_t mode) {
  STRAIT_TRY(name_space(name).make_directory(NameRef::of(name), mode));
  return {};
}

Status Client::make_symlink(const RemoteName& name, std::string_view target) {
  STRAIT_TRY(name_space(name).symlink(NameRef::of(name), std::string(target)));
  return {};
}

Result<std::string> Client::read_link(const RemoteName& name) {
  NameSpace names = name_space(name);
  STRAIT_ASSIGN(const auto entry, names.lookup(NameRef::of(name), false));
  return names.read_link(entry.file, name.url());
}

Status Client::list(const RemoteName& name, const std::function<bool(const ListedEntry&)>& entry) {
  NameSpace names = name_space(name);
  STRAIT_ASSIGN(const auto directory, names.lookup(NameRef::of(name), true));
  std::uint64_t cookie = 0;
  for (;;) {
    STRAIT_ASSIGN(auto page, names.list(directory.file, cookie, kPage, name.url()));
    for (wire::DirectoryEntry& found : page.entries) {
      cookie = found.cookie;
      if (!entry(ListedEntry{std::move(found.name), found.file, found.attributes})) return {};
    }
    if (page.end) return {};
    if (page.entries.empty()) {
      return error(ErrorKind::protocol, "the server sent an empty page that is not the last")
          .on(fmt::format("listing \"{}\"", name.url()));
    }
  }
}

Status Client::ping(const RemoteName& server) { return name_space(server).ping(); }

}  // namespace strait::client
