#include "wire/payload.h"

namespace strait::wire {

PiecesPayload::PiecesPayload(std::vector<ConstBytes> pieces) : pieces_(std::move(pieces)) {
  for (const ConstBytes piece : pieces_) size_ += piece.size();
}

std::size_t PiecesPayload::gather(std::uint64_t offset, std::uint64_t bytes_max,
                                  std::span<ConstBytes> out) {
  while (offset < piece_start_) piece_start_ -= pieces_[--piece_].size();
  while (piece_ < pieces_.size() && offset - piece_start_ >= pieces_[piece_].size()) {
    piece_start_ += pieces_[piece_++].size();
  }
  std::size_t count = 0;
  std::uint64_t skipped = offset - piece_start_;
  for (std::size_t i = piece_; i < pieces_.size() && count < out.size() && bytes_max > 0; ++i) {
    const ConstBytes rest = pieces_[i].subspan(static_cast<std::size_t>(skipped));
    skipped = 0;
    if (rest.empty()) continue;
    const auto taken = std::min<std::uint64_t>(bytes_max, rest.size());
    out[count++] = rest.first(static_cast<std::size_t>(taken));
    bytes_max -= taken;
  }
  return count;
}

}  // namespace strait::wire
