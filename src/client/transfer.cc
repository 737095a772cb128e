#include "client/transfer.h"

#include <utility>

#include "client/transfer_call.h"

namespace strait::client {

Pending::Pending(Result<Transfer> outcome) : memory_(Memory{}) {
  if (outcome) {
    parts_.push_back({.length = outcome->count, .bytes = outcome->count});
    end_of_file_ = outcome->end_of_file;
  } else {
    error_ = std::move(outcome).error();
  }
  done_ = true;
}

Pending::Pending(std::shared_ptr<Session> session, TransferPlan plan, const Region& region,
                 const Memory& memory)
    : session_(std::move(session)), plan_(std::move(plan)), memory_(memory) {
  if (const auto* range = std::get_if<ViewRange>(&region)) view_ = *range;
}

void Pending::start(std::vector<Part> parts) {
  open_ = parts.size();
  parts_.reserve(parts.size());
  for (const Part& part : parts) parts_.push_back({.length = part.length});
  calls_.reserve(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::shared_ptr<rpc::Call> call;
    if (plan_.write) {
      call = std::make_shared<WriteCall>(shared_from_this(), i, std::move(parts[i]));
    } else {
      call = std::make_shared<ReadCall>(shared_from_this(), i, std::move(parts[i]));
    }
    calls_.push_back(call);
    session_->channel().submit(std::move(call));
  }
}

Result<Transfer> Pending::wait() {
  if (!done()) session_->channel().wait([this] { return done(); });
  return outcome();
}

bool Pending::test() {
  return done() || session_->channel().test([this] { return done(); });
}

void Pending::cancel() {
  if (done()) return;
  for (const auto& weak : calls_) {
    if (const auto call = weak.lock()) session_->channel().cancel(*call);
  }
}

void Pending::detach() {
  if (!done()) session_->channel().drive_in_background();
}

void Pending::part_done(std::size_t part, std::uint64_t bytes, bool end_of_file) {
  parts_[part].bytes = bytes;
  end_of_file_ |= end_of_file;
  part_ended();
}

void Pending::part_failed(Error why) {
  // The first one is the cause; the others follow from it more often than not.
  if (!error_) error_ = std::move(why);
  part_ended();
}

void Pending::part_ended() {
  if (--open_ == 0) done_.store(true, std::memory_order_release);
}

// What was moved counts up to the first part that fell short: behind it lies the end of the file.
Result<Transfer> Pending::outcome() const {
  if (error_) return *error_;
  Transfer transfer{.count = 0, .end_of_file = end_of_file_};
  for (const PartState& part : parts_) {
    transfer.count += part.bytes;
    if (part.bytes < part.length) break;
  }
  return transfer;
}

}  // namespace strait::client
