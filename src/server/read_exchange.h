// READ: made piece by piece, as the connection has room for them. In atomic mode all of it is read
// first, in one critical section: a slow peer must not hold a lock.
#pragma once

#include "server/context.h"
#include "server/target.h"

namespace strait::server {

class ReadExchange final : public rpc::Exchange {
 public:
  // The data of one READ in atomic mode.
  static constexpr std::uint64_t kAtomicMax = 64 << 20;

  ReadExchange(Context&& context, Core::File file, wire::ReadArgs args,
               const std::weak_ptr<rpc::Peer>& peer);

  bool ready() override;
  bool wants_payload() const override { return false; }
  std::uint64_t room_wanted() const override {
    return held_size_ - held_sent_ + placement_.remaining();
  }
  rpc::Piece next(MutableBytes room) override;
  rpc::Piece cancelled() override { return context_.refusal(cancelled_error()); }

 private:
  // Fills `room` as far as the file goes; how far.
  Result<std::size_t> fill(MutableBytes room);
  Status read_atomically();

  Context context_;
  const Core::File file_;
  const storage::AccessOptions options_;
  TargetResolver target_;
  Placement placement_;
  std::optional<Error> error_;
  bool begun_ = false;
  std::vector<HeldPart> held_;
  std::uint64_t held_size_ = 0;
  std::uint64_t held_sent_ = 0;
  wire::ReadResults results_;
};

// What the flags of an access ask for; invalid_argument where they have an unknown one.
storage::AccessOptions access_options(std::uint32_t flags);
Status check_flags(std::uint32_t flags);

}  // namespace strait::server
