#include "cli/read_ahead.h"

#include <utility>

namespace strait::cli {

ReadAhead::ReadAhead(client::File file, const Extent& range, ReadTo to, std::size_t depth)
    : file_(std::move(file)),
      to_(to),
      depth_(depth),
      next_offset_(range.offset),
      end_(range.end()) {}

ReadAhead::~ReadAhead() {
  for (Flight& flight : flights_) flight.operation.cancel();
  for (Flight& flight : flights_) static_cast<void>(flight.operation.wait());
}

void ReadAhead::launch() {
  // Where all that was known has been read, one more piece finds out whether there is more.
  if (flights_.empty() && next_offset_ == end_ && to_ == ReadTo::end_of_file)
    end_ += std::min(kPieceSize, kFileOffsetMax - end_);
  while (!end_of_file_ && flights_.size() < depth_ && next_offset_ < end_) {
    Flight flight;
    if (!spare_.empty()) {
      flight.buffer = std::move(spare_.back());
      spare_.pop_back();
    } else {
      flight.buffer = make_piece_buffer();
    }
    flight.length = std::min(kPieceSize, end_ - next_offset_);
    flight.operation = file_.start_read(Extent{next_offset_, flight.length},
                                        client::Memory::dense(flight.buffer.get(), flight.length));
    flight.operation.detach();
    next_offset_ += flight.length;
    flights_.push_back(std::move(flight));
  }
}

Result<ConstBytes> ReadAhead::next() {
  if (taken_) spare_.push_back(std::move(taken_));
  launch();
  if (flights_.empty() || end_of_file_) return ConstBytes{};
  STRAIT_ASSIGN(const client::Transfer transfer, flights_.front().operation.wait());
  Flight flight = std::move(flights_.front());
  flights_.pop_front();
  // A short piece is the last one, whatever was asked for behind it.
  end_of_file_ = transfer.count < flight.length;
  taken_ = std::move(flight.buffer);
  return ConstBytes{taken_.get(), transfer.count};
}

}  // namespace strait::cli
