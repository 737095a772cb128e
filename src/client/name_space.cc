#include "client/name_space.h"

#include <utility>

#include "client/query.h"
#include "client/session.h"

namespace strait::client {

NameRef NameRef::of(const RemoteName& name) {
  return {wire::PathName{name.export_name, name.path}, name.url()};
}

NameRef NameRef::below(const wire::Handle& parent, std::string component) {
  return {wire::ChildName{parent, component}, component};
}

template <class Results, class Args>
Result<Results> NameSpace::ask_name(const std::string& shown, wire::Operation operation,
                                    bool idempotent, std::string_view doing, Args args,
                                    const CallHints& hints, rpc::Footprint footprint) {
  // What a user types a name into wants to hear of a wrong one at once.
  const auto query = std::make_shared<Query<Args, Results>>(
      rpc::Call::Traits{.operation = operation,
                        .footprint = footprint,
                        .idempotent = idempotent,
                        .fail_fast = true},
      fmt::format("{} \"{}\"", doing, shown), hints, std::move(args));
  return ask(*session_, query);
}

Result<wire::EntryResults> NameSpace::lookup(const NameRef& name, bool follow,
                                             const CallHints& hints) {
  return ask_name<wire::EntryResults>(name.shown, wire::Operation::lookup, true, "looking up",
                                      wire::LookupArgs{.name = name.name, .follow = follow}, hints);
}

Result<wire::CreateResults> NameSpace::create(const NameRef& name, const OpenHow& how,
                                              const CallHints& hints) {
  wire::CreateArgs args;
  args.name = name.name;
  args.how = how.exclusive ? wire::CreateMode::exclusive : wire::CreateMode::create_or_open;
  args.attributes.mask = wire::kSetMode;
  args.attributes.mode = how.mode;
  // Creating what may exist can be repeated as it is.
  return ask_name<wire::CreateResults>(name.shown, wire::Operation::create, !how.exclusive,
                                       "creating", std::move(args), hints);
}

// What a request that takes a file's name away touches: its writes of this process come first.
rpc::Footprint NameSpace::footprint_of(const NameRef& name, const wire::Handle* known,
                                       const CallHints& hints) {
  if (known != nullptr) return rpc::Footprint::whole(*known, true);
  if (!session_->channel().writes_pending()) return rpc::Footprint::nothing();
  const Result<wire::EntryResults> entry = lookup(name, false, hints);
  return entry ? rpc::Footprint::whole(entry->file, true) : rpc::Footprint::nothing();
}

// A request can wait for the writes of one file only. This one does so for another: what a RENAME
// replaces, if this process has written to it.
Status NameSpace::settle(const NameRef& name, const CallHints& hints) {
  if (!session_->channel().writes_pending()) return {};
  const Result<wire::EntryResults> entry = lookup(name, false, hints);
  if (!entry) return {};  // there is nothing, or RENAME will say what is wrong
  STRAIT_TRY(ask_name<wire::GetattrResults>(
      name.shown, wire::Operation::getattr, true, "finishing the writes of",
      wire::GetattrArgs{entry->file}, hints, rpc::Footprint::whole(entry->file, true)));
  return {};
}

Status NameSpace::remove(const NameRef& name, const wire::Handle* expected,
                         const CallHints& hints) {
  wire::RemoveArgs args;
  args.name = name.name;
  if (expected != nullptr) args.expected = *expected;
  STRAIT_TRY(ask_name<Nothing>(name.shown, wire::Operation::remove, false, "removing",
                               std::move(args), hints, footprint_of(name, expected, hints)));
  return {};
}

Status NameSpace::rename(const NameRef& from, const NameRef& to, const CallHints& hints) {
  // The handle makes a repeated request safe: the second time the name does not lead there any
  // more.
  STRAIT_ASSIGN(const wire::EntryResults entry, lookup(from, false, hints));
  STRAIT_TRY(settle(to, hints));
  wire::RenameArgs args;
  args.from = from.name;
  args.to = to.name;
  args.expected = entry.file;
  STRAIT_TRY(ask_name<Nothing>(from.shown, wire::Operation::rename, false, "renaming",
                               std::move(args), hints, footprint_of(from, &entry.file, hints)));
  return {};
}

Result<wire::EntryResults> NameSpace::link(const wire::Handle& file, const NameRef& name,
                                           const CallHints& hints) {
  wire::LinkArgs args;
  args.file = file;
  args.name = name.name;
  return ask_name<wire::EntryResults>(name.shown, wire::Operation::link, false, "making link",
                                      std::move(args), hints);
}

Result<wire::EntryResults> NameSpace::symlink(const NameRef& name, std::string target,
                                              const CallHints& hints) {
  wire::SymlinkArgs args;
  args.name = name.name;
  args.target = std::move(target);
  return ask_name<wire::EntryResults>(name.shown, wire::Operation::symlink, false,
                                      "making symbolic link", std::move(args), hints);
}

Result<wire::EntryResults> NameSpace::make_directory(const NameRef& name, std::uint32_t mode,
                                                     const CallHints& hints) {
  wire::MkdirArgs args;
  args.name = name.name;
  args.mode = mode;
  return ask_name<wire::EntryResults>(name.shown, wire::Operation::mkdir, false, "making directory",
                                      std::move(args), hints);
}

Result<std::string> NameSpace::read_link(const wire::Handle& link, const std::string& shown,
                                         const CallHints& hints) {
  STRAIT_ASSIGN(auto results, ask_name<wire::ReadlinkResults>(
                                  shown, wire::Operation::readlink, true, "reading symbolic link",
                                  wire::ReadlinkArgs{.file = link}, hints));
  return std::move(results.target);
}

Result<wire::ReaddirResults> NameSpace::list(const wire::Handle& directory, std::uint64_t cookie,
                                             std::uint32_t entries_max, const std::string& shown,
                                             const CallHints& hints) {
  return ask_name<wire::ReaddirResults>(
      shown, wire::Operation::readdir, true, "listing",
      wire::ReaddirArgs{.directory = directory, .cookie = cookie, .entries_max = entries_max},
      hints);
}

Status NameSpace::ping(const CallHints& hints) {
  STRAIT_TRY(ask_name<Nothing>(session_->server(), wire::Operation::null, true, "pinging",
                               Nothing{}, hints));
  return {};
}

}  // namespace strait::client
