// WRITE: each chunk of the payload is written while it is still in the cache; or, where the client
// is content with *received* and there is memory, kept for the workers to write. In atomic mode all
// of it is kept first and then written in one critical section: a slow peer must not hold a lock.
#pragma once

#include <vector>

#include "server/context.h"
#include "server/target.h"

namespace strait::server {

class WriteExchange final : public rpc::Exchange {
 public:
  // The data of one WRITE that may be kept in memory after the answer, and of one in atomic mode.
  static constexpr std::uint64_t kHeldMax = 16 << 20;
  static constexpr std::uint64_t kAtomicMax = 64 << 20;

  WriteExchange(Context&& context, Core::File file, wire::WriteArgs args, std::uint64_t payload,
                const std::weak_ptr<rpc::Peer>& peer);
  ~WriteExchange() override;

  bool ready() override;
  bool wants_payload() const override { return !error_; }
  bool keeps_others_waiting() const override { return claim_.keeps_others_waiting(); }
  void take(rpc::Buffer& buffer, std::size_t size) override;
  bool slow() const override { return !error_ && wanted_ == wire::Durability::committed; }
  rpc::Piece next(MutableBytes room) override;
  rpc::Piece cancelled() override;

 private:
  bool keeps_data() const { return wanted_ == wire::Durability::received || options_.atomic; }
  void place();
  rpc::Piece refuse(Error error);
  Status write_atomically();
  void settle();

  Context context_;
  const Core::File file_;
  const storage::AccessOptions options_;
  const std::uint64_t sequence_;
  const std::uint64_t payload_;
  wire::Durability wanted_;
  const std::weak_ptr<rpc::Peer> peer_;
  TargetResolver target_;
  Placement placement_;
  KeptShare::Claim claim_;  // of data that is kept
  bool placed_ = false;
  bool drained_ = false;
  std::uint64_t executing_ = 0;  // 0: not among the writes that COMMIT waits for
  std::optional<Error> error_;
  std::vector<HeldPart> held_;
};

}  // namespace strait::server
