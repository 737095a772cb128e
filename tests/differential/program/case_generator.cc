#include "case_generator.h"

#include <algorithm>

namespace differential {
namespace {

constexpr std::int64_t kBeyond32Bits = std::int64_t{5} << 30;
constexpr std::int64_t kStepsMax = 14;

std::int64_t draw_area(Random& random) {
  if (random.percent(4)) return random.between(20'000, 100'000);
  return random.between(64, 2048);
}

}  // namespace

bool has_everything(std::uint64_t seed) { return seed % 2 == 0; }

CaseGenerator::CaseGenerator(std::uint64_t seed, int ranks)
    : random_(seed),
      ranks_(ranks),
      everything_(has_everything(seed)),
      datatypes_(random_, everything_),
      model_(ranks, datatypes_.maps(), Holes::zero),
      seed_(seed),
      area_(draw_area(random_)),
      far_(random_.percent(4) ? kBeyond32Bits + random_.between(0, 100) : 0) {}

CasePlan CaseGenerator::generate() {
  open_first();
  if (everything_ && random_.percent(15)) offer(same_for_all(Call::set_atomicity, {1}));
  if (random_.percent(85)) draw_view();
  const std::int64_t steps = random_.between(3, kStepsMax);
  for (std::int64_t i = 0; i < steps; ++i) {
    if (model_.is_open()) {
      draw_step();
    } else {
      open_again();
    }
  }
  if (model_.is_open()) {
    finish_pending();
    offer(same_for_all(Call::close));
  }
  return {seed_, ranks_, datatypes_.plans(), steps_};
}

bool CaseGenerator::offer(const Step& step) {
  Model tried = model_;
  if (!tried.apply(steps_.size(), step)) return false;
  model_ = std::move(tried);
  steps_.push_back(step);
  return true;
}

bool CaseGenerator::offer_synced(const Step& step) {
  if (offer(step)) return true;
  if (random_.percent(30)) return false;
  finish_pending();
  return offer(same_for_all(Call::sync)) && offer(step);
}

void CaseGenerator::finish_pending() {
  if (model_.is_split()) offer(same_for_all(Call::split_end));
  if (model_.has_pending()) offer(same_for_all(Call::wait));
}

Step CaseGenerator::same_for_all(Call call, Numbers numbers) const {
  Step step;
  step.call = call;
  step.ranks.assign(static_cast<std::size_t>(ranks_), std::move(numbers));
  return step;
}

void CaseGenerator::open_first() {
  const std::int64_t request_size = random_.percent(50) ? 0 : random_.one_of({4096, 5000, 65536});
  const std::int64_t sieving = random_.percent(60) ? 0 : random_.between(1, 2);
  const std::int64_t kind = random_.between(0, 99);
  if (kind < 3) offer(same_for_all(Call::open, {kReadWrite, 0, 0}));
  if (kind >= 3 && kind < 6) offer(same_for_all(Call::open, {kReadOnly | kCreate, 0, 0}));
  if (kind >= 6 && kind < 8) offer(same_for_all(Call::open, {kReadWrite | kWriteOnly, 0, 0}));
  if (kind >= 8 && kind < 10) {
    Step step;
    step.call = Call::remove;
    step.ranks.resize(static_cast<std::size_t>(ranks_));
    step.ranks[0] = Numbers();
    offer(step);
  }
  std::int64_t mode = kCreate | (random_.percent(90) ? kReadWrite : kWriteOnly);
  if (random_.percent(20)) mode |= kExclusive;
  if (random_.percent(5)) mode |= kUniqueOpen;
  offer(same_for_all(Call::open, {mode, request_size, sieving}));
}

void CaseGenerator::open_again() {
  if (random_.percent(10)) {
    Step step;
    step.call = Call::remove;
    step.ranks.resize(static_cast<std::size_t>(ranks_));
    step.ranks[0] = Numbers();
    offer(step);
  }
  std::int64_t mode = random_.one_of<std::int64_t>({kReadOnly, kReadWrite, kReadWrite, kWriteOnly});
  if (mode != kReadOnly && random_.percent(50)) mode |= kCreate;
  if ((mode & kCreate) != 0 && random_.percent(10)) mode |= kExclusive;
  if (random_.percent(15)) mode |= kAppend;
  if (random_.percent(5)) mode |= kDeleteOnClose;
  offer(same_for_all(Call::open, {mode, 0, 0}));
}

void CaseGenerator::draw_step() {
  const std::int64_t kind = random_.between(0, 99);
  if (kind < 58) {
    draw_access();
  } else if (kind < 66) {
    draw_view();
  } else if (kind < 71) {
    draw_size();
  } else if (kind < 82) {
    draw_query();
  } else if (kind < 88) {
    draw_seek();
  } else if (kind < 92) {
    draw_wrong_call();
  } else if (kind < 94) {
    finish_pending();
    offer(same_for_all(Call::close));
  } else if (kind < 97) {
    offer(same_for_all(model_.is_split() ? Call::split_end : Call::wait));
  } else {
    finish_pending();
    offer(same_for_all(Call::sync));
  }
}

void CaseGenerator::draw_view() {
  finish_pending();
  Step step = same_for_all(Call::set_view);
  const std::int64_t kind = random_.between(0, 3);
  const std::int64_t start = far_ + (random_.percent(60) ? 0 : random_.between(0, 64));
  const std::int64_t representation = everything_ && random_.percent(20) ? 1 : 0;
  const std::uint64_t shape = random_.next();
  const std::int64_t block = random_.between(1, 4), blocks = random_.between(1, 5);
  const bool apart = random_.percent(70), own_etypes = random_.percent(30);
  const bool wrong_representation = random_.percent(3);
  int etype = datatypes_.etype();
  const int for_all = datatypes_.filetype(etype);
  for (int rank = 0; rank < ranks_; ++rank) {
    std::int64_t displacement = start;
    int filetype = etype;
    if (kind == 0) {
      filetype = datatypes_.part_of_array(etype, rank, ranks_, shape);
    } else if (kind == 1) {
      filetype = datatypes_.every_other(etype, block, blocks, ranks_);
      const std::int64_t extent = datatypes_.maps()[static_cast<std::size_t>(etype)].extent();
      displacement += rank * block * extent;
    } else if (kind == 2) {
      filetype = for_all;
    } else {
      if (own_etypes) etype = datatypes_.etype();
      filetype = datatypes_.filetype(etype);
      if (apart) displacement += rank * area_;
    }
    step.ranks[static_cast<std::size_t>(rank)] =
        Numbers{displacement, etype, filetype, wrong_representation ? 2 : representation};
  }
  offer(step);
}

void CaseGenerator::draw_size() {
  finish_pending();
  offer(same_for_all(Call::sync));
  if (random_.percent(10)) {
    offer(same_for_all(Call::get_size));
    return;
  }
  if (everything_ && random_.percent(10)) {
    offer(same_for_all(Call::set_atomicity, {random_.between(0, 1)}));
    return;
  }
  const Call call = random_.percent(60) ? Call::set_size : Call::preallocate;
  // What a preallocation adds takes room on the disk.
  const std::int64_t most = call == Call::preallocate || far_ == 0 ? area_ : far_ + area_;
  if (call == Call::preallocate && model_.size() > kBeyond32Bits) return;
  if (offer(same_for_all(call, {random_.percent(4) ? -1 : random_.between(0, most)})))
    offer(same_for_all(Call::sync));
}

void CaseGenerator::draw_query() {
  const Call call =
      random_.one_of({Call::get_size, Call::get_position, Call::get_position, Call::get_byte_offset,
                      Call::get_byte_offset, Call::get_view, Call::get_position_shared,
                      Call::get_amode, Call::get_atomicity, Call::get_type_extent});
  Step step = same_for_all(call);
  for (auto& numbers : step.ranks) {
    if (call == Call::get_byte_offset) numbers = Numbers{random_.between(0, area_)};
    if (call == Call::get_type_extent && !datatypes_.plans().empty())
      numbers =
          Numbers{random_.between(0, static_cast<std::int64_t>(datatypes_.plans().size()) - 1)};
  }
  offer_synced(step);
}

void CaseGenerator::draw_seek() {
  const bool shared = model_.same_views() && random_.percent(30);
  Step step = same_for_all(shared ? Call::seek_shared : Call::seek);
  for (int rank = 0; rank < ranks_; ++rank) {
    const std::int64_t whence = random_.percent(4) ? 3 : random_.between(0, 2);
    const std::int64_t most = area_ / 2 / model_.etype(rank).size;
    std::int64_t offset = random_.between(whence == 1 ? -most : 0, most);
    if (whence == 2) offset = random_.between(-8, 2);
    if (whence == 0 && random_.percent(5)) offset = -1;
    step.ranks[static_cast<std::size_t>(rank)] = Numbers{offset, whence};
  }
  if (shared) step = same_for_all(Call::seek_shared, *step.ranks[0]);
  offer_synced(step);
}

}  // namespace differential
