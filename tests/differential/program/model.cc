#include "model.h"

#include <algorithm>
#include <utility>

namespace differential {
namespace {

constexpr char kSuccess[] = "success";

std::string numbered(const char* what, std::int64_t number) {
  return std::string(kSuccess) + ' ' + what + ' ' + std::to_string(number);
}

// Whether the filetype is copies of the etype, with holes of whole etypes (section 14.1.1).
bool is_made_of(const TypeMap& filetype, const TypeMap& etype) {
  if (etype.pieces.empty() || filetype.pieces.size() % etype.pieces.size() != 0) return false;
  if (etype.extent() <= 0 || filetype.extent() % etype.extent() != 0) return false;
  for (std::size_t i = 0; i < filetype.pieces.size(); ++i) {
    const Piece& piece = filetype.pieces[i];
    const std::size_t in_etype = i % etype.pieces.size();
    const Piece& first = filetype.pieces[i - in_etype];
    const Piece& model = etype.pieces[in_etype];
    if (piece.size != model.size || piece.at - first.at != model.at - etype.pieces[0].at)
      return false;
    if ((first.at - etype.pieces[0].at) % etype.extent() != 0) return false;
  }
  return true;
}

std::int64_t taking_part(const Step& step) {
  return std::ranges::count_if(step.ranks, [](const auto& numbers) { return numbers.has_value(); });
}

// Rank 0's answer is everybody's.
bool is_once_for_all(Call call) {
  return call == Call::open || call == Call::set_size || call == Call::preallocate ||
         call == Call::set_atomicity || call == Call::seek_shared;
}

}  // namespace

Model::Model(int ranks, const std::vector<TypeMap>& datatypes, Holes holes)
    : datatypes_(&datatypes),
      ranks_(static_cast<std::size_t>(ranks)),
      available_(static_cast<std::size_t>(ranks)),
      defined_(static_cast<std::size_t>(ranks)),
      holes_(holes) {
  bytes_.pieces = {{0, 1}};
  bytes_.size = bytes_.upper = 1;
}

std::optional<Answers> Model::apply(std::size_t number, const Step& step) {
  if (!allowed_now(step)) return {};
  Answers answers(ranks_.size());
  const std::int64_t mode_before = mode_;
  for (int rank = 0; rank < static_cast<int>(ranks_.size()); ++rank) {
    const auto& numbers = step.ranks[static_cast<std::size_t>(rank)];
    if (is_collective(step) && !numbers) return {};
    if (!numbers) continue;
    std::string& text = answers[static_cast<std::size_t>(rank)];
    if (is_once_for_all(step.call) && rank > 0) {
      if (*numbers != *step.ranks[0]) return {};
      text = answers[0];
      continue;
    }
    const auto answered = answer(number, step, rank, *numbers);
    if (!answered) return {};
    text = *answered;
  }
  if (step.call == Call::close) {
    if ((mode_before & kDeleteOnClose) != 0) {
      exists_ = false;
      file_.clear();
      size_ = 0;
    }
    mode_ = 0;
  }
  if (step.call == Call::sync || step.call == Call::close) synchronise();
  if (step.call == Call::split_end) split_ = false;
  if (step.call == Call::access && step.kind.form == Form::split &&
      answers[0].starts_with(kSuccess))
    split_ = true;
  return answers;
}

bool Model::same_views() const {
  return std::ranges::all_of(ranks_, [&](const Rank& rank) { return rank.view == ranks_[0].view; });
}

bool Model::has_pending() const {
  return std::ranges::any_of(ranks_, [](const Rank& rank) { return !rank.pending.empty(); });
}

bool Model::allowed_now(const Step& step) const {
  if (step.ranks.size() != ranks_.size()) return false;
  if (is_open() == (step.call == Call::open || step.call == Call::remove)) return false;
  if (is_collective(step) && split_ != (step.call == Call::split_end)) return false;
  switch (step.call) {
    case Call::close:
    case Call::sync:
    case Call::set_view:
    case Call::set_atomicity:
      return !has_pending();
    case Call::set_size:
    case Call::preallocate:
      return !has_pending() && !touched_ && !must_sync_;
    case Call::seek_shared:
    case Call::get_position_shared:
      return !must_sync_ && !split_ && same_views();
    case Call::access:
      if (step.kind.shared && (split_ || !same_views())) return false;
      if (is_serialized(step) && taking_part(step) != 1) return false;
      return !must_sync_;
    case Call::get_size:
    case Call::seek:
      return !must_sync_;
    default:
      return true;
  }
}

std::optional<std::string> Model::answer(std::size_t number, const Step& step, int rank,
                                         const Numbers& numbers) {
  Rank& mine = of(rank);
  const std::size_t wanted[] = {3, 0, 0, 4, 0, 1, 1, 0, 0, 2, 0, 1, 1, 0, 0, 1, 0, 0, 2, 0, 3};
  if (numbers.size() != wanted[static_cast<int>(step.call)]) return {};
  switch (step.call) {
    case Call::open:
      return open(numbers);
    case Call::close:
    case Call::sync:
      return kSuccess;
    case Call::remove: {
      if (rank != 0) return {};
      if (!exists_) return "no such file";
      exists_ = false;
      file_.clear();
      size_ = synced_size_ = 0;
      return kSuccess;
    }
    case Call::set_view:
      return set_view(rank, numbers);
    case Call::get_view:
      return std::string(kSuccess) + " displacement " + std::to_string(mine.view.displacement) +
             " etype " + std::to_string(datatype(mine.view.etype).size) + " filetype " +
             std::to_string(datatype(mine.view.filetype).size) + " extent " +
             std::to_string(datatype(mine.view.filetype).extent());
    case Call::set_size:
    case Call::preallocate:
      return set_size(numbers, step.call == Call::preallocate);
    case Call::get_size:
      if (!observe_size(rank, false)) return {};
      return numbered("size", size_);
    case Call::seek:
      return seek(rank, numbers);
    case Call::get_position:
      return numbered("position", mine.position);
    case Call::get_byte_offset:
      return byte_offset(rank, numbers);
    case Call::get_type_extent:
      if (!is_datatype(numbers[0])) return {};
      return numbered("extent", datatype(static_cast<int>(numbers[0])).extent());
    case Call::get_amode:
      return numbered("amode", mode_);
    case Call::get_atomicity:
      return numbered("atomicity", atomic_ ? 1 : 0);
    case Call::set_atomicity:
      if (numbers[0] != 0 && numbers[0] != 1) return {};
      atomic_ = numbers[0] != 0;
      return kSuccess;
    case Call::wait: {
      std::string all = kSuccess;
      for (const std::string& pending : mine.pending) all += "; " + pending;
      mine.pending.clear();
      end_pending(rank);
      return all;
    }
    case Call::split_end: {
      std::string ended = std::exchange(mine.split, {});
      end_pending(rank);
      return ended;
    }
    case Call::seek_shared:
      return seek_shared(numbers);
    case Call::get_position_shared:
      return numbered("position", shared_position_);
    case Call::access:
      return access(number, step.kind, rank, numbers);
  }
  return {};
}

std::string Model::open(const Numbers& numbers) {
  const std::int64_t mode = numbers[0];
  const std::int64_t rights = mode & (kReadOnly | kWriteOnly | kReadWrite);
  const bool creates = (mode & (kCreate | kExclusive)) != 0;
  if (rights != kReadOnly && rights != kWriteOnly && rights != kReadWrite) return "amode";
  if (rights == kReadOnly && creates) return "amode";
  if (exists_ && (mode & kCreate) != 0 && (mode & kExclusive) != 0) return "exists";
  if (!exists_ && (mode & kCreate) == 0) return "no such file";
  exists_ = true;
  mode_ = mode;
  atomic_ = false;
  shared_position_ = (mode & kAppend) != 0 ? size_ : 0;
  for (Rank& rank : ranks_) {
    rank = Rank();
    if ((mode & kAppend) != 0) rank.position = size_;
  }
  return kSuccess;
}

std::optional<std::string> Model::set_view(int rank, const Numbers& numbers) {
  if (!is_datatype(numbers[1]) || !is_datatype(numbers[2])) return {};
  const View view{numbers[0], static_cast<int>(numbers[1]), static_cast<int>(numbers[2])};
  const TypeMap& etype = datatype(view.etype);
  const TypeMap& filetype = datatype(view.filetype);
  if (etype.size == 0 || filetype.size % etype.size != 0 || !etype.tiles() || !filetype.tiles())
    return {};
  if (etype.size > 1 && !is_made_of(filetype, etype)) return {};
  if (view.displacement < 0) return "arg";
  if (numbers[3] == 2) return "datarep";
  of(rank).view = view;
  of(rank).position = 0;
  shared_position_ = 0;
  return kSuccess;
}

std::string Model::set_size(const Numbers& numbers, bool allocate) {
  if (numbers[0] < 0) return "arg";
  if (!writable()) return "read only";
  must_sync_ = true;
  const std::int64_t before = size_;
  size_ = allocate ? std::max(size_, numbers[0]) : numbers[0];
  if (size_ < before) {
    file_.each([&](std::int64_t offset, Cell& cell) {
      if (offset < size_) return;
      cell.value = 0;
      cell.written = false;
    });
  }
  return kSuccess;
}

std::optional<std::string> Model::seek(int rank, const Numbers& numbers) {
  Rank& mine = of(rank);
  std::int64_t from = 0;
  if (numbers[1] < 0 || numbers[1] > 2) return "arg";
  if (numbers[1] == 1) from = mine.position;
  if (numbers[1] == 2) {
    if (!observe_size(rank, false) || filetype(rank).size == 0) return {};
    from = end_of_file(rank);
  }
  if (from + numbers[0] < 0) return "arg";
  mine.position = from + numbers[0];
  return kSuccess;
}

// The views are the same, so rank 0 stands for all.
std::optional<std::string> Model::seek_shared(const Numbers& numbers) {
  std::int64_t from = 0;
  if (numbers[1] < 0 || numbers[1] > 2) return "arg";
  if (numbers[1] == 1) from = shared_position_;
  if (numbers[1] == 2) {
    if (extended_ != 0 || !observe_size(0, false) || filetype(0).size == 0) return {};
    from = end_of_file(0);
  }
  if (from + numbers[0] < 0) return "arg";
  shared_position_ = from + numbers[0];
  return kSuccess;
}

std::optional<std::string> Model::byte_offset(int rank, const Numbers& numbers) {
  if (numbers[0] < 0) return "arg";
  const TypeMap& tile = filetype(rank);
  if (tile.size == 0) return {};
  return numbered(
      "byte", file_bytes(tile, of(rank).view.displacement, numbers[0] * etype(rank).size, 1)[0]);
}

// The first etype that begins behind the last byte of the file (section 14.1.1).
std::int64_t Model::end_of_file(int rank) const {
  const TypeMap& tile = filetype(rank);
  const std::int64_t displacement = of(rank).view.displacement;
  const std::int64_t per_tile = tile.size / etype(rank).size;
  std::int64_t etypes = 0;
  const std::int64_t behind = size_ - displacement - tile.true_upper();
  if (behind > 0 && tile.extent() > 0) etypes = behind / tile.extent() * per_tile;
  while (file_bytes(tile, displacement, etypes * etype(rank).size, 1)[0] < size_) ++etypes;
  return etypes;
}

void Model::synchronise() {
  file_.each([](std::int64_t, Cell& cell) { cell.writers = cell.readers = 0; });
  for (Rank& rank : ranks_) rank.own_size = 0;
  synced_size_ = size_;
  extended_ = observed_ = 0;
  touched_ = must_sync_ = false;
}

std::string Model::contents() {
  if (!exists_) return "gone";
  Hash hash;
  file_.each([&](std::int64_t offset, const Cell& cell) {
    if (cell.value == 0) return;
    hash.add_number(offset);
    hash.add(cell.value);
  });
  return "size " + std::to_string(size_) + " data " + hash.text();
}

}  // namespace differential
