// One read or write of a program, cut into requests: what they share, and how it ends. Its memory
// is the caller's.
//
// Threads: changed by the calls under their channel's lock; `done` may be asked by anybody, the
// outcome after that.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "client/access_flags.h"
#include "client/call_hints.h"
#include "client/file_call.h"
#include "client/memory.h"
#include "client/operation.h"
#include "client/region.h"
#include "client/session.h"
#include "wire/data.h"

namespace strait::client {

struct TransferPlan {
  bool write = false;
  RemoteName name;
  wire::Handle handle{};
  CallHints hints;
  AccessFlags flags;
  wire::Durability wanted = wire::Durability::written;
};

class Pending : public std::enable_shared_from_this<Pending> {
 public:
  // Ended from the start, with this outcome.
  explicit Pending(Result<Transfer> outcome);
  Pending(std::shared_ptr<Session> session, TransferPlan plan, const Region& region,
          const Memory& memory);

  // The requests, one a part, to be submitted in this order.
  std::vector<std::shared_ptr<rpc::Call>> calls(std::vector<Part> parts);
  // Sends them.
  void start(std::vector<Part> parts);

  Result<Transfer> wait();
  bool test();
  bool done() const { return done_.load(std::memory_order_acquire); }
  void cancel();
  void detach();

  // ---- For the calls.
  const TransferPlan& plan() const { return plan_; }
  const MemoryStream& memory() const { return memory_; }
  const ViewRange* view() const { return view_ ? &*view_ : nullptr; }
  // Where the access begins, if it is at one.
  const std::shared_ptr<SharedPointer>& pointer() const { return pointer_; }
  void part_done(std::size_t part, std::uint64_t bytes, bool end_of_file);
  void part_failed(std::size_t part, Error why);
  // It was not sent, because another one has failed.
  void part_stopped() { part_ended(); }
  // What is not yet sent is not worth sending.
  bool failed() const { return error_.has_value(); }

 private:
  void part_ended();
  std::uint64_t moved() const;
  Result<Transfer> outcome() const;

  const std::shared_ptr<Session> session_;  // null where it ended at once
  const TransferPlan plan_;
  const MemoryStream memory_;
  std::optional<ViewRange> view_;
  std::shared_ptr<SharedPointer> pointer_;

  struct PartState {
    std::uint64_t length = 0;
    std::uint64_t bytes = 0;
  };
  std::vector<PartState> parts_;
  std::vector<std::weak_ptr<rpc::Call>> calls_;
  std::size_t open_ = 0;
  bool end_of_file_ = false;
  std::optional<Error> error_;   // of the first part, in the file's order, that failed
  std::size_t failed_part_ = 0;  // which one
  std::atomic<bool> done_{false};
};

}  // namespace strait::client
