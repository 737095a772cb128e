// The model's data accesses: what they deserve, which bytes they touch, whom they disturb.
#include <algorithm>
#include <utility>

#include "model.h"

namespace differential {
namespace {

constexpr std::int64_t kBytesMax = 1 << 20;  // of one access
constexpr std::int64_t kFileMax = std::int64_t{1} << 40;

// "count 3 elements 6": what MPI_Get_count and MPI_Get_elements say of so many bytes.
std::string counts(const TypeMap& datatype, std::int64_t bytes) {
  if (datatype.size == 0) return "";
  std::string text = " count ";
  text += bytes % datatype.size == 0 ? std::to_string(bytes / datatype.size) : "undefined";
  const auto elements = whole_elements(datatype, bytes);
  return elements ? text + " elements " + std::to_string(*elements) : text;
}

RankSet one(int rank) { return static_cast<RankSet>(1u << rank); }
RankSet others(int rank) { return static_cast<RankSet>(~one(rank)); }

}  // namespace

std::string Model::refusal(const AccessKind& kind, int rank, const Numbers& numbers) const {
  if (numbers[2] < 0) return "count";
  if (numbers[1] < 0) return "type";
  if (kind.at && numbers[0] < 0) return "arg";
  if (!kind.write && !readable()) return "access";
  if (kind.write && !writable()) return "read only";
  const TypeMap& memory = datatype(static_cast<int>(numbers[1]));
  if (numbers[2] * memory.size % etype(rank).size != 0) return "io";
  return "";
}

// The memory's elements are those of the etypes; an etype of one byte takes all.
bool Model::fits(const TypeMap& memory, std::int64_t count, const TypeMap& etype) const {
  if (etype.size == 1 || count == 0) return true;
  const std::size_t pieces = memory.pieces.size() * static_cast<std::size_t>(count);
  for (std::size_t i = 0; i < pieces; ++i) {
    if (memory.pieces[i % memory.pieces.size()].size != etype.pieces[i % etype.pieces.size()].size)
      return false;
  }
  return true;
}

std::optional<std::string> Model::access(std::size_t number, const AccessKind& kind, int rank,
                                         const Numbers& numbers) {
  if (numbers[1] >= 0 && !is_datatype(numbers[1])) return {};
  if (std::string error = refusal(kind, rank, numbers); !error.empty()) return error;
  Rank& mine = of(rank);
  const TypeMap& memory = datatype(static_cast<int>(numbers[1]));
  const std::int64_t count = numbers[2];
  if (memory.size > 0 && count > kBytesMax / memory.size) return {};
  const std::int64_t length = count * memory.size;
  if (!fits(memory, count, etype(rank)) || (length > 0 && filetype(rank).size == 0)) return {};
  const std::int64_t offset = kind.at ? numbers[0] : kind.shared ? shared_position_ : mine.position;
  if (offset > kFileMax / etype(rank).size) return {};

  Offsets bytes;
  if (length > 0)
    bytes = file_bytes(filetype(rank), mine.view.displacement, offset * etype(rank).size, length);
  const Offsets places = memory_bytes(memory, count);
  if (!kind.write) {
    Offsets sorted = places;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) return {};
  }
  if (!mark(kind, rank, bytes)) return {};

  std::string answer = "success";
  std::int64_t done = length;
  if (kind.write) {
    for (std::size_t i = 0; i < bytes.size(); ++i)
      write(bytes[i], byte_to_write(number, rank, places[i]));
    if (!bytes.empty()) size_ = std::max(size_, bytes.back() + 1);
    answer += counts(memory, done);
  } else {
    done = std::ranges::lower_bound(bytes, size_) - bytes.begin();
    Hash hash;
    std::vector<bool>& defined = defined_[static_cast<std::size_t>(rank)];
    defined.clear();
    for (std::int64_t i = 0; i < done; ++i) {
      const std::int64_t at = bytes[static_cast<std::size_t>(i)];
      defined.push_back(is_defined(at));
      if (defined.back()) hash.add(file_.at(at).value);
    }
    answer += counts(memory, done) + " data " + hash.text();
  }
  available_[static_cast<std::size_t>(rank)] = done;
  // A read that met the end of the file, and knows it before it returns, leaves the pointer behind
  // the last etype that it found something of.
  const std::int64_t passed = kind.form == Form::blocking ? done : length;
  const auto etypes = [&](std::int64_t moved) {
    return (moved + etype(rank).size - 1) / etype(rank).size;
  };
  if (kind.shared) {
    shared_position_ = offset + etypes(length);  // known before anything is read
  } else if (!kind.at) {
    mine.position = offset + etypes(passed);
  }
  if (kind.form == Form::blocking) return answer;
  if (kind.form == Form::split) {
    mine.split = std::move(answer);
  } else {
    mine.pending.push_back(std::move(answer));
  }
  return "success";
}

void Model::write(std::int64_t offset, std::uint8_t value) {
  Cell& cell = file_.at(offset);
  cell.value = value;
  cell.written = true;
}

bool Model::observe_size(int rank, bool pending) {
  if ((extended_ & others(rank)) != 0 || of(rank).pending_end > 0 || must_sync_) return false;
  touched_ = true;
  observed_ |= one(rank);
  of(rank).pending_observes |= pending;
  return true;
}

bool Model::mark(const AccessKind& kind, int rank, const Offsets& bytes) {
  if (bytes.empty()) return true;
  Rank& mine = of(rank);
  const bool pending = kind.form != Form::blocking;
  const std::int64_t end = bytes.back() + 1;
  touched_ = true;
  if (kind.write) {
    if (end > synced_size_) {
      if ((observed_ & others(rank)) != 0 || mine.pending_observes) return false;
      extended_ |= one(rank);
      if (pending) {
        mine.pending_end = std::max(mine.pending_end, end);
      } else {
        mine.own_size = std::max(mine.own_size, end);
      }
    }
  } else if (end > std::max(synced_size_, mine.own_size)) {
    if (!observe_size(rank, pending)) return false;
  }
  for (const std::int64_t offset : bytes) {
    Cell& cell = file_.at(offset);
    if ((cell.writers & others(rank)) != 0 || (cell.writing & one(rank)) != 0) return false;
    if (kind.write) {
      if ((cell.readers & others(rank)) != 0 || (cell.reading & one(rank)) != 0) return false;
      cell.writers |= one(rank);
      if (pending) cell.writing |= one(rank);
    } else {
      cell.readers |= one(rank);
      if (pending) cell.reading |= one(rank);
    }
  }
  return true;
}

// The marks of what was pending last until both kinds of it have ended.
void Model::end_pending(int rank) {
  Rank& mine = of(rank);
  if (!mine.pending.empty() || !mine.split.empty()) return;
  file_.each([&](std::int64_t, Cell& cell) {
    cell.writing &= others(rank);
    cell.reading &= others(rank);
  });
  mine.own_size = std::max(mine.own_size, std::exchange(mine.pending_end, 0));
  mine.pending_observes = false;
}

}  // namespace differential
