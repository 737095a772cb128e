// Standard output: collected, written in long writes, and every failure of it remembered, so that a
// full disk is not taken for success. A reader that has gone away (EPIPE) is no failure worth a
// sentence. One thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace strait::cli {

class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}

  void text(std::string_view text);
  // Straight through, behind what was collected. Errors: also `end_of_stream`, nobody reads any
  // more.
  Status bytes(ConstBytes data);
  // Everything is with the kernel, or the first error.
  Status flush();

 private:
  static constexpr std::size_t kCollected = 1 << 16;  // bytes

  const int descriptor_;
  std::string collected_;
  Status state_;
};

}  // namespace strait::cli
