// A call whose parts the workload writes where it needs them.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "rpc/client/call.h"
#include "wire/messages.h"

namespace strait::simulation {

class SimCall final : public rpc::Call {
 public:
  using Encode = std::function<Result<std::vector<std::byte>>(const rpc::SendContext&)>;
  // The end of the call: nothing, or what went wrong.
  using End = std::function<void(std::optional<Error>)>;

  SimCall(Traits of, Encode encode) : Call(std::move(of)), encode_(std::move(encode)) {}

  std::vector<std::byte> out;  // sent with it
  std::vector<std::byte> in;   // room for what comes back
  End end;
  std::function<Status(wire::XdrDecoder&)> take;  // of results that matter; nothing: they do not
  wire::Durability reached = wire::Durability::written;

  std::string describe() const override {
    return std::string(wire::operation_name(traits.operation));
  }
  Result<std::vector<std::byte>> encode(const rpc::SendContext& context) override {
    return encode_(context);
  }
  std::unique_ptr<wire::PayloadSource> payload() override {
    if (out.empty()) return nullptr;
    return std::make_unique<wire::BorrowedPayload>(out);
  }
  std::size_t place(std::uint64_t offset, std::span<MutableBytes> room) override {
    room[0] = MutableBytes(in).subspan(offset);
    return room[0].empty() ? 0 : 1;
  }
  Result<rpc::Verdict> replied(const wire::ReplyHead& head, wire::XdrDecoder& results,
                               std::uint64_t payload) override {
    if (head.status != wire::StatusCode::ok) {
      failed(wire::error_of(head));
      return rpc::Verdict::done;
    }
    if (traits.write) {
      STRAIT_ASSIGN(const auto written, results.take<wire::WriteResults>());
      reached = written.reached;
    }
    if (take) STRAIT_TRY(take(results));
    // Bytes behind the end of the file are zeros to this workload.
    if (traits.operation == wire::Operation::read)
      std::fill(in.begin() + static_cast<std::ptrdiff_t>(payload), in.end(), std::byte{0});
    finish(std::nullopt);
    return rpc::Verdict::done;
  }
  void failed(Error error) override { finish(std::move(error)); }
  bool only_received() const override { return reached == wire::Durability::received; }

 private:
  void finish(std::optional<Error> error) {
    if (auto told = std::exchange(end, nullptr)) told(std::move(error));
  }

  Encode encode_;
};

}  // namespace strait::simulation
