// A request that names its file by handle. When the server says that the handle has gone stale, the
// name is looked up again, and the request goes on only if the name still leads to the same file
// (protocol/spec.md, Names and handles).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "client/query.h"
#include "client/remote_name.h"

namespace strait::client {

using LookupQuery = Query<wire::LookupArgs, wire::EntryResults>;

// Looks for a name by its path in the export.
std::shared_ptr<LookupQuery> lookup(const RemoteName& name, bool follow, const CallHints& hints,
                                    bool fail_fast);

inline bool lost_handle(wire::StatusCode status) {
  return status == wire::StatusCode::stale || status == wire::StatusCode::bad_handle;
}

// The state of one recovery. `begin` gives the LOOKUP at the first loss, and nothing after that:
// once is enough to find out.
class StaleRecovery {
 public:
  StaleRecovery(RemoteName name, const wire::Handle& handle)
      : name_(std::move(name)), handle_(handle) {}

  const RemoteName& name() const { return name_; }
  const wire::Handle& handle() const { return handle_; }
  bool possible() const { return lookup_ == nullptr && !name_.export_name.empty(); }
  std::shared_ptr<rpc::Call> begin() { return lookup_ = lookup(name_, true, {}, false); }
  // Whether the name leads to the file that the handle meant; otherwise what to tell the caller.
  Status outcome();

 private:
  const RemoteName name_;
  const wire::Handle handle_;
  std::shared_ptr<LookupQuery> lookup_;
};

// A Query of that kind.
template <class Args, class Results>
class FileQuery : public Query<Args, Results> {
  using Base = Query<Args, Results>;

 public:
  // `doing`: a literal. The sentence is made only when something goes wrong.
  FileQuery(rpc::Call::Traits of, std::string_view doing, const CallHints& hints, Args args,
            const RemoteName& name, const wire::Handle& handle)
      : Base(of, {}, hints, std::move(args)), doing_(doing), recovery_(name, handle) {}

  std::string describe() const override {
    return fmt::format("{} \"{}\"", doing_, recovery_.name().url());
  }

  Result<rpc::Verdict> replied(const wire::ReplyHead& head, wire::XdrDecoder& results,
                               std::uint64_t payload) override {
    if (lost_handle(head.status) && recovery_.possible()) return rpc::Verdict::remedy;
    return Base::replied(head, results, payload);
  }
  std::shared_ptr<rpc::Call> remedy() override { return recovery_.begin(); }
  rpc::Verdict remedied() override {
    if (auto same = recovery_.outcome(); !same) {
      Base::failed(std::move(same).error().on(describe()));
      return rpc::Verdict::done;
    }
    return rpc::Verdict::again;
  }

 private:
  const std::string_view doing_;
  StaleRecovery recovery_;
};

}  // namespace strait::client
