// A remote file as a sequence of pieces, with several reads in flight ahead of whoever takes them,
// so that the link stays full. The client's I/O thread moves the data meanwhile. One thread.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "cli/piece.h"
#include "client/file.h"

namespace strait::cli {

enum class ReadTo : std::uint8_t {
  end_of_range,
  end_of_file,  // the range is what is known of the file; it may have grown
};

class ReadAhead {
 public:
  ReadAhead(client::File file, const Extent& range, ReadTo to, std::size_t depth);
  ~ReadAhead();  // reads in flight are cancelled, and waited for
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  // The next piece; empty where the range or the file ends. Valid until the next call.
  Result<ConstBytes> next();

 private:
  struct Flight {
    PieceBuffer buffer;
    std::uint64_t length = 0;
    client::Operation operation;
  };

  void launch();

  const client::File file_;
  const ReadTo to_;
  const std::size_t depth_;
  std::uint64_t next_offset_;
  std::uint64_t end_;
  bool end_of_file_ = false;
  std::deque<Flight> flights_;  // oldest first
  PieceBuffer taken_;           // what the last `next` gave out
  std::vector<PieceBuffer> spare_;
};

}  // namespace strait::cli
