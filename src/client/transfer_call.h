// One request of a transfer: READ or WRITE.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "client/file_call.h"
#include "client/memory.h"
#include "client/transfer.h"
#include "rpc/client/call.h"

namespace strait::client {

class TransferCall : public rpc::Call {
 public:
  TransferCall(std::shared_ptr<Pending> transfer, std::size_t index, Part part);

  std::string describe() const override;
  Result<rpc::Verdict> replied(const wire::ReplyHead& head, wire::XdrDecoder& results,
                               std::uint64_t payload) override;
  void failed(Error error) override;
  std::shared_ptr<rpc::Call> remedy() override;
  rpc::Verdict remedied() override;

 protected:
  // Where in the file, with the view's layout where this connection needs it.
  wire::Target target(const rpc::SendContext& context);
  std::uint32_t flags() const;
  // An error where another part has failed: this one is not sent any more.
  Status still_wanted();
  // For what must not be done twice: an access at a shared file pointer.
  wire::Replay replay(const rpc::SendContext& context) const;
  // The results of a reply that says OK.
  virtual Status take(wire::XdrDecoder& results, std::uint64_t payload) = 0;

  Pending& transfer() { return *transfer_; }
  const Part& part() const { return part_; }
  void part_done(std::uint64_t bytes, bool end_of_file);

 private:
  const std::shared_ptr<Pending> transfer_;
  const std::size_t index_;
  const Part part_;
  StaleRecovery recovery_;
  PointerCreation creation_;
  bool creating_ = false;            // the remedy is that one
  std::uint32_t views_unknown_ = 0;  // how often the server said so
  bool stopped_ = false;             // not sent, because another part has failed
  bool told_ = false;  // the transfer knows; a repetition is between us and the server
};

class ReadCall final : public TransferCall {
 public:
  ReadCall(std::shared_ptr<Pending> transfer, std::size_t index, Part part);
  Result<std::vector<std::byte>> encode(const rpc::SendContext& context) override;
  std::size_t place(std::uint64_t offset, std::span<MutableBytes> out) override {
    return sink_.place(offset, out);
  }
  void arrived(std::uint64_t bytes) override { sink_.arrived(bytes); }

 private:
  Status take(wire::XdrDecoder& results, std::uint64_t payload) override;

  MemorySink sink_;
};

class WriteCall final : public TransferCall {
 public:
  WriteCall(std::shared_ptr<Pending> transfer, std::size_t index, Part part);
  Result<std::vector<std::byte>> encode(const rpc::SendContext& context) override;
  std::unique_ptr<wire::PayloadSource> payload() override;
  bool only_received() const override { return reached_ == wire::Durability::received; }

 private:
  Status take(wire::XdrDecoder& results, std::uint64_t payload) override;

  // Asked for *received*: the server may lose it, and the caller's memory is not ours by then.
  std::vector<std::byte> copy_;
  wire::Durability reached_ = wire::Durability::written;
};

}  // namespace strait::client
