// A shared file pointer (MPI-4.0 section 14.4.4) as one process knows it: the name of a counter at
// the server. Nothing is sent before somebody uses it: then the server says that it does not know
// the counter, and it is made. Of all the processes of an open file, one makes it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "client/file_call.h"
#include "client/remote_name.h"
#include "wire/heads.h"
#include "wire/messages.h"

namespace strait::client {

struct SharedPointer {
  SharedPointer(const wire::Id& id, std::uint64_t begins_at) : instance(id), initial(begins_at) {}

  const wire::Id instance;      // the open instance's; begins with the host's verifier (spec.md)
  const std::uint64_t initial;  // etypes
  std::atomic<bool> made_here{false};  // this process made the counter, and drops it
};

using PointerQuery = Query<wire::FetchAddArgs, wire::FetchAddResults>;

// The state of one making, after the server has said that it does not know the counter. Used like
// StaleRecovery.
class PointerCreation {
 public:
  PointerCreation(std::shared_ptr<SharedPointer> pointer, RemoteName name,
                  const wire::Handle& handle)
      : pointer_(std::move(pointer)), name_(std::move(name)), handle_(handle) {}

  bool possible() const { return pointer_ != nullptr && query_ == nullptr; }
  std::shared_ptr<rpc::Call> begin();
  // Whether there is a counter now, whoever made it.
  Status outcome();

 private:
  const std::shared_ptr<SharedPointer> pointer_;
  const RemoteName name_;
  const wire::Handle handle_;
  std::shared_ptr<PointerQuery> query_;
};

// Changes the pointer, and tells its value before.
class PointerMove final : public FileQuery<wire::FetchAddArgs, wire::FetchAddResults> {
  using Base = FileQuery<wire::FetchAddArgs, wire::FetchAddResults>;

 public:
  PointerMove(std::shared_ptr<SharedPointer> pointer, wire::CounterChange change,
              std::int64_t value, const CallHints& hints, const RemoteName& name,
              const wire::Handle& handle);

  Result<rpc::Verdict> replied(const wire::ReplyHead& head, wire::XdrDecoder& results,
                               std::uint64_t payload) override;
  std::shared_ptr<rpc::Call> remedy() override;
  rpc::Verdict remedied() override;

 private:
  PointerCreation creation_;
  bool creating_ = false;  // the remedy is that one
};

}  // namespace strait::client
