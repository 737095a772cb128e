#include "cli/write_behind.h"

#include <utility>

namespace strait::cli {

WriteBehind::WriteBehind(client::File file, std::uint64_t offset, std::size_t depth)
    : file_(std::move(file)), depth_(depth), offset_(offset) {}

WriteBehind::~WriteBehind() {
  for (Flight& flight : flights_) flight.operation.cancel();
  for (Flight& flight : flights_) static_cast<void>(flight.operation.wait());
}

Status WriteBehind::land() {
  STRAIT_ASSIGN(const client::Transfer transfer, flights_.front().operation.wait());
  if (transfer.count != flights_.front().length)
    return error(ErrorKind::io, "{}: only {} of {} bytes were written", file_.name().url(),
                 transfer.count, flights_.front().length);
  written_ += transfer.count;
  spare_.push_back(std::move(flights_.front().buffer));
  flights_.pop_front();
  return {};
}

Result<MutableBytes> WriteBehind::room() {
  if (flights_.size() >= depth_) STRAIT_TRY(land());
  if (!room_ && !spare_.empty()) {
    room_ = std::move(spare_.back());
    spare_.pop_back();
  }
  if (!room_) room_ = make_piece_buffer();
  return MutableBytes{room_.get(), kPieceSize};
}

void WriteBehind::send(std::uint64_t length) {
  if (length == 0) return;
  Flight flight{.buffer = std::move(room_), .length = length, .operation = {}};
  flight.operation = file_.start_write(Extent{offset_, length},
                                       client::Memory::dense(flight.buffer.get(), length));
  flight.operation.detach();
  offset_ += length;
  flights_.push_back(std::move(flight));
}

Status WriteBehind::finish() {
  while (!flights_.empty()) STRAIT_TRY(land());
  return {};
}

}  // namespace strait::cli
