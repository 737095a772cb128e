#include "transport/loopback/pipe.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace strait::transport::loopback {
namespace {

template <class Buffers>
std::size_t total_of(const Buffers& buffers) {
  std::size_t total = 0;
  for (const auto& buffer : buffers) total += buffer.size();
  return total;
}

std::size_t split(std::size_t bytes, std::size_t split_bytes_max, Random& random) {
  if (split_bytes_max == 0 || bytes == 0) return bytes;
  return 1 + static_cast<std::size_t>(random.below(std::min(bytes, split_bytes_max)));
}

Faults checked(Faults faults) {
  faults.capacity_bytes = std::max<std::size_t>(faults.capacity_bytes, 1);
  return faults;
}

}  // namespace

Pipe::Pipe(const Faults& faults) : faults_(checked(faults)) {}

Instant Pipe::arrival_of(std::size_t bytes, Instant now) {
  if (faults_.black_hole) return kNever;
  line_free_ = std::max(line_free_, now);
  if (faults_.bandwidth_bytes_per_second != 0) {
    // In 128 bits: a large push on a slow line is many nanoseconds times many bytes.
    const auto ns =
        static_cast<unsigned __int128>(bytes) * 1'000'000'000U / faults_.bandwidth_bytes_per_second;
    line_free_ += Duration(static_cast<Duration::rep>(ns));
  }
  return line_free_ + faults_.latency;
}

std::size_t Pipe::push(std::span<const ConstBytes> buffers, Instant now, Random& random) {
  const std::size_t room = faults_.capacity_bytes - std::min(faults_.capacity_bytes, held_);
  const std::size_t count =
      split(std::min(total_of(buffers), room), faults_.split_bytes_max, random);
  if (count == 0) return 0;

  Segment segment;
  segment.bytes.reserve(count);
  for (const ConstBytes& buffer : buffers) {
    const auto part = buffer.first(std::min(buffer.size(), count - segment.bytes.size()));
    segment.bytes.insert(segment.bytes.end(), part.begin(), part.end());
  }
  if (const auto at = faults_.corrupt_byte;
      at && *at >= pushed_total_ && *at - pushed_total_ < count) {
    std::byte& victim = segment.bytes[static_cast<std::size_t>(*at - pushed_total_)];
    victim = ~victim;
  }
  pushed_total_ += count;
  held_ += count;
  last_arrival_ = segment.arrives = arrival_of(count, now);
  flight_.push_back(std::move(segment));
  return count;
}

void Pipe::push_end(Instant now) {
  last_arrival_ = arrival_of(0, now);
  flight_.push_back({last_arrival_, {}, true});
}

bool Pipe::arrive(Instant now) {
  while (!flight_.empty() && flight_.front().arrives <= now && !faults_.black_hole) {
    Segment segment = std::move(flight_.front());
    flight_.pop_front();
    if (segment.is_end) {
      ended_ = true;
      continue;
    }
    const std::uint64_t cut_at = faults_.cut_at_byte.value_or(UINT64_MAX);
    const std::uint64_t until_cut = cut_at - std::min(arrived_total_, cut_at);
    const auto whole = segment.bytes.size();
    const auto kept = static_cast<std::size_t>(std::min<std::uint64_t>(whole, until_cut));
    arrived_total_ += kept;
    held_ -= whole - kept;
    segment.bytes.resize(kept);
    if (kept > 0) arrived_.push_back(std::move(segment.bytes));
    if (kept == until_cut && faults_.cut_at_byte) return true;
  }
  return false;
}

std::size_t Pipe::pull(std::span<const MutableBytes> buffers, Random& random) {
  std::size_t available = 0;
  const std::size_t wanted = total_of(buffers);
  for (std::size_t i = 0; i < arrived_.size() && available < wanted; ++i) {
    available += arrived_[i].size() - (i == 0 ? taken_ : 0);
  }
  const std::size_t count = split(std::min(available, wanted), faults_.split_bytes_max, random);

  std::size_t left = count;
  for (MutableBytes buffer : buffers) {
    buffer = buffer.first(std::min(buffer.size(), left));
    while (!buffer.empty()) {
      const auto& front = arrived_.front();
      const std::size_t part = std::min(buffer.size(), front.size() - taken_);
      std::memcpy(buffer.data(), front.data() + taken_, part);
      buffer = buffer.subspan(part);
      left -= part;
      taken_ += part;
      if (taken_ == front.size()) {
        arrived_.pop_front();
        taken_ = 0;
      }
    }
  }
  held_ -= count;
  return count;
}

void Pipe::cut() {
  if (!faults_.flight_survives_cut || faults_.black_hole) flight_.clear();
}

void Pipe::drop() {
  flight_.clear();
  arrived_.clear();
  taken_ = 0;
  held_ = 0;
}

}  // namespace strait::transport::loopback
