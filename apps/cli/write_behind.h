// A remote file that is written from front to back, with several writes in flight behind whoever
// gives the pieces. A piece is sent only when all but the last kInFlightMax bytes before it are
// written at the server, so that a copy that breaks off has no hole further back. One thread.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "cli/piece.h"
#include "client/file.h"

namespace strait::cli {

class WriteBehind {
 public:
  WriteBehind(client::File file, std::uint64_t offset, std::size_t depth);
  ~WriteBehind();  // writes in flight are cancelled, and waited for
  WriteBehind(const WriteBehind&) = delete;
  WriteBehind& operator=(const WriteBehind&) = delete;

  // Room for one piece of kPieceSize. Waits for the oldest write where `depth` are in flight.
  // Errors: of an earlier piece.
  Result<MutableBytes> room();
  // The first `length` bytes of that room are the file's next bytes.
  void send(std::uint64_t length);
  // Everything is written.
  Status finish();

  std::uint64_t written() const noexcept { return written_; }  // bytes, by those waited for

 private:
  struct Flight {
    PieceBuffer buffer;
    std::uint64_t length = 0;
    client::Operation operation;
  };

  Status land();

  const client::File file_;
  const std::size_t depth_;
  std::uint64_t offset_;
  std::uint64_t written_ = 0;
  std::deque<Flight> flights_;  // oldest first
  PieceBuffer room_;
  std::vector<PieceBuffer> spare_;
};

}  // namespace strait::cli
