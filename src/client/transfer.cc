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
  if (const auto* at = std::get_if<PointerRange>(&region)) {
    view_ = at->range;
    pointer_ = at->pointer;
  }
}

std::vector<std::shared_ptr<rpc::Call>> Pending::calls(std::vector<Part> parts) {
  open_ = parts.size();
  parts_.reserve(parts.size());
  for (const Part& part : parts) parts_.push_back({.length = part.length});
  calls_.reserve(parts.size());
  std::vector<std::shared_ptr<rpc::Call>> calls;
  calls.reserve(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::shared_ptr<rpc::Call> call;
    if (plan_.write) {
      call = std::make_shared<WriteCall>(shared_from_this(), i, std::move(parts[i]));
    } else {
      call = std::make_shared<ReadCall>(shared_from_this(), i, std::move(parts[i]));
    }
    calls_.push_back(call);
    calls.push_back(std::move(call));
  }
  return calls;
}

void Pending::start(std::vector<Part> parts) {
  for (auto& call : calls(std::move(parts))) session_->channel().submit(std::move(call));
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

void Pending::part_failed(std::size_t part, Error why) {
  if (!error_ || part < failed_part_) {
    error_ = std::move(why);
    failed_part_ = part;
  }
  part_ended();
}

void Pending::part_ended() {
  if (--open_ == 0) done_.store(true, std::memory_order_release);
}

// Up to the first part that failed or fell short: behind the latter lies the end of the file.
std::uint64_t Pending::moved() const {
  std::uint64_t count = 0;
  for (const PartState& part : parts_) {
    count += part.bytes;
    if (part.bytes < part.length) break;
  }
  return count;
}

Result<Transfer> Pending::outcome() const {
  if (!error_) return Transfer{.count = moved(), .end_of_file = end_of_file_};
  Error why = *error_;
  if (parts_.size() > 1) {
    why.what += fmt::format(" (the {} bytes before that were {})", moved(),
                            plan_.write ? "written" : "read");
  }
  return why;
}

}  // namespace strait::client
