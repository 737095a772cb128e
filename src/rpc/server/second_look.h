// Whether to look for the next request right after a reply has gone, before asking to be told of
// it. A client that shares the processor with the server, or pipelines, has often sent it by then:
// the look saves a wait, its registration, and the wake-up of a second thread. Where it finds
// nothing it costs a system call, so it is made while it pays, and tried now and then. Pure.
#pragma once

#include <cstdint>

namespace strait::rpc {

class SecondLook {
 public:
  // Asked when there would be an occasion; after true, `tell` follows.
  bool worth_it() {
    if (credit_ != 0) return true;
    if (++skipped_ < kProbeEvery) return false;
    skipped_ = 0;
    return true;
  }
  void tell(bool found) {
    if (found) {
      credit_ = kCredit;
    } else if (credit_ != 0) {
      --credit_;
    }
  }

 private:
  // Looks without success until they stop. Success pays for as many: it is worth far more.
  static constexpr std::uint32_t kCredit = 4;
  // One look in so many occasions while they do not pay.
  static constexpr std::uint32_t kProbeEvery = 32;

  std::uint32_t credit_ = 0;
  std::uint32_t skipped_ = 0;
};

}  // namespace strait::rpc
