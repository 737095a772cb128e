// For tests: calls that remember how they ended.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "rpc/client/call.h"
#include "wire/messages.h"

namespace strait::rpc {

inline wire::Handle handle_named(unsigned char name) {
  wire::Handle handle{};
  handle[0] = std::byte{name};
  return handle;
}

class TestCall : public Call {
 public:
  using Call::Call;
  std::string describe() const override { return "the test's call"; }
  void failed(Error error) override {
    ++ends;
    failure = std::move(error);
  }
  bool ok() const { return ends == 1 && !failure; }

  int ends = 0;
  int encodings = 0;
  std::optional<Error> failure;
  SendContext context;
  wire::Durability reached = wire::Durability::written;
};

class TestWrite final : public TestCall {
 public:
  TestWrite(unsigned char file, std::uint64_t offset, std::vector<std::byte> data,
            wire::Durability level = wire::Durability::written)
      : TestCall(
            {.operation = wire::Operation::write,
             .footprint = Footprint::range(handle_named(file), offset, offset + data.size(), true),
             .payload_bytes = data.size(),
             .write = true,
             .received_only = level == wire::Durability::received}),
        file_(file),
        offset_(offset),
        level_(level),
        data_(std::move(data)) {}

  Result<std::vector<std::byte>> encode(const SendContext& with) override {
    ++encodings;
    context = with;
    wire::WriteArgs args;
    args.file = handle_named(file_);
    args.sequence = with.sequence;
    args.wanted = level_;
    args.target = wire::ExtentList{{Extent{offset_, data_.size()}}};
    return wire::encode(wire::RequestHead{}, args);
  }
  std::unique_ptr<wire::PayloadSource> payload() override {
    return std::make_unique<wire::BorrowedPayload>(data_);
  }
  Result<Verdict> replied(const wire::ReplyHead& head, wire::XdrDecoder& results,
                          std::uint64_t) override {
    if (head.status != wire::StatusCode::ok) {
      failed(wire::error_of(head));
      return Verdict::done;
    }
    STRAIT_ASSIGN(const auto written, results.take<wire::WriteResults>());
    reached = written.reached;
    if (!told_) ++ends;
    told_ = true;
    return Verdict::done;
  }
  bool only_received() const override { return reached == wire::Durability::received; }

 private:
  unsigned char file_;
  std::uint64_t offset_;
  wire::Durability level_;
  std::vector<std::byte> data_;
  bool told_ = false;
};

class TestRead final : public TestCall {
 public:
  TestRead(unsigned char file, std::uint64_t offset, std::size_t size)
      : TestCall({.operation = wire::Operation::read,
                  .footprint = Footprint::range(handle_named(file), offset, offset + size, false),
                  .payload_bytes = size}),
        data(size),
        file_(file),
        offset_(offset) {}

  Result<std::vector<std::byte>> encode(const SendContext& with) override {
    ++encodings;
    context = with;
    wire::ReadArgs args;
    args.file = handle_named(file_);
    args.target = wire::ExtentList{{Extent{offset_, data.size()}}};
    return wire::encode(wire::RequestHead{}, args);
  }
  std::size_t place(std::uint64_t offset, std::span<MutableBytes> out) override {
    out[0] = MutableBytes(data).subspan(offset);
    return out[0].empty() ? 0 : 1;
  }
  Result<Verdict> replied(const wire::ReplyHead& head, wire::XdrDecoder& results,
                          std::uint64_t payload) override {
    if (head.status != wire::StatusCode::ok) {
      failed(wire::error_of(head));
      return Verdict::done;
    }
    STRAIT_TRY(results.take<wire::ReadResults>());
    count = payload;
    ++ends;
    return Verdict::done;
  }

  std::vector<std::byte> data;
  std::uint64_t count = 0;

 private:
  unsigned char file_;
  std::uint64_t offset_;
};

class TestCommit final : public TestCall {
 public:
  TestCommit(unsigned char file, wire::Durability level)
      : TestCall({.operation = wire::Operation::commit,
                  .footprint = Footprint::whole(handle_named(file), true),
                  .commit = true,
                  .to_medium = level == wire::Durability::committed}),
        file_(file),
        level_(level) {}
  Result<std::vector<std::byte>> encode(const SendContext& with) override {
    ++encodings;
    context = with;
    return wire::encode(wire::RequestHead{}, wire::CommitArgs{handle_named(file_), level_});
  }
  Result<Verdict> replied(const wire::ReplyHead& head, wire::XdrDecoder&, std::uint64_t) override {
    if (head.status != wire::StatusCode::ok) {
      failed(wire::error_of(head));
    } else {
      ++ends;
    }
    return Verdict::done;
  }

 private:
  unsigned char file_;
  wire::Durability level_;
};

// REMOVE: what must not be done twice.
class TestOnce final : public TestCall {
 public:
  explicit TestOnce(bool fail_fast = false)
      : TestCall(
            {.operation = wire::Operation::remove, .idempotent = false, .fail_fast = fail_fast}) {}
  Result<std::vector<std::byte>> encode(const SendContext& with) override {
    ++encodings;
    context = with;
    wire::RemoveArgs args;
    args.replay = {with.replay_number, with.answered_up_to};
    args.name = wire::PathName{"data", "x"};
    return wire::encode(wire::RequestHead{}, args);
  }
  Result<Verdict> replied(const wire::ReplyHead& head, wire::XdrDecoder&, std::uint64_t) override {
    if (head.status != wire::StatusCode::ok) {
      failed(wire::error_of(head));
    } else {
      ++ends;
    }
    return Verdict::done;
  }
};

}  // namespace strait::rpc
