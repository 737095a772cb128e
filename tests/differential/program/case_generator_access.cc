// The generator's data accesses: correct ones, and those that must fail.
#include <algorithm>
#include <numeric>

#include "case_generator.h"

namespace differential {

AccessKind CaseGenerator::draw_kind() {
  AccessKind kind;
  kind.write = model_.writable() && (!model_.readable() || random_.percent(50));
  kind.at = random_.percent(50);
  kind.collective = !model_.is_split() && random_.percent(50);
  kind.shared = model_.same_views() && !model_.is_split() && random_.percent(30);
  if (kind.shared) kind.at = false;
  const bool ordered = kind.shared && kind.collective;
  if (!ordered && random_.percent(30)) kind.form = Form::nonblocking;
  if (kind.collective && random_.percent(20)) kind.form = Form::split;
  return kind;
}

// Offset, memory type and count for one rank.
Numbers CaseGenerator::draw_place(const AccessKind& kind, int rank) {
  int etype = model_.view(rank).etype;
  if (etype == Model::kBytes) etype = datatypes_.named(kByte);
  const std::int64_t etype_size = model_.etype(rank).size;
  const int memory = datatypes_.memory(etype, !kind.write);
  const std::int64_t size = datatypes_.maps()[static_cast<std::size_t>(memory)].size;
  std::int64_t offset = kind.at
                            ? random_.between(0, std::max<std::int64_t>(1, area_ / 2 / etype_size))
                        : kind.shared ? model_.shared_position()
                                      : model_.position(rank);
  std::int64_t count = 0;
  if (random_.percent(8) || model_.filetype(rank).size == 0)
    return {kind.at ? offset : 0, memory, 0};
  std::int64_t most = std::max<std::int64_t>(1, area_ / 4 / size);
  if (!kind.write && random_.percent(85)) {
    // Where there is something to read.
    const std::int64_t end = model_.end_of_file(rank);
    if (kind.at && end > 0) offset = random_.between(0, end - 1);
    most = std::min(most, (end - offset) * etype_size / size);
  }
  const std::int64_t step = etype_size / std::gcd(etype_size, size);  // whole etypes
  if (most >= step) count = random_.between(1, most / step) * step;
  return {kind.at ? offset : 0, memory, count};
}

void CaseGenerator::draw_access() {
  const AccessKind kind = draw_kind();
  Step step = same_for_all(Call::access);
  step.kind = kind;
  const bool alone = !kind.collective && (kind.shared || random_.percent(30));
  const auto only = random_.between(0, ranks_ - 1);
  for (int rank = 0; rank < ranks_; ++rank) {
    auto& numbers = step.ranks[static_cast<std::size_t>(rank)];
    if (alone && rank != only) {
      numbers.reset();
    } else {
      numbers = draw_place(kind, rank);
    }
  }
  // Open MPI's own nonblocking reads never end there.
  if (!everything_ && !kind.write && kind.form != Form::blocking && meets_end(step)) return;
  offer_synced(step);
}

bool CaseGenerator::meets_end(const Step& step) const {
  Model tried = model_;
  if (!tried.apply(steps_.size(), step)) {
    // It may be taken after a sync.
    Model synced = model_;
    if (!synced.apply(steps_.size(), same_for_all(Call::sync))) return true;
    if (!synced.apply(steps_.size(), step)) return true;
    tried = std::move(synced);
  }
  for (int rank = 0; rank < ranks_; ++rank) {
    const auto& numbers = step.ranks[static_cast<std::size_t>(rank)];
    if (!numbers) continue;
    const std::int64_t size = datatypes_.maps()[static_cast<std::size_t>((*numbers)[1])].size;
    if (tried.available(rank) < (*numbers)[2] * size) return true;
  }
  return false;
}

// A call that must fail, with its class, and change nothing.
void CaseGenerator::draw_wrong_call() {
  Step step;
  step.call = Call::access;
  step.ranks.resize(static_cast<std::size_t>(ranks_));
  step.kind = draw_kind();
  if (step.kind.form == Form::split || !everything_) step.kind.form = Form::blocking;
  const std::int64_t kind = random_.between(0, 4);
  if (kind == 0) step.kind.shared = false;
  if (kind == 0) step.kind.at = true;
  if (kind == 3) step.kind.write = !model_.writable();
  for (int rank = 0; rank < ranks_; ++rank) {
    Numbers numbers = draw_place(step.kind, rank);
    numbers[2] = std::max<std::int64_t>(numbers[2], 1);
    if (kind == 0) numbers[0] = -random_.between(1, 100);
    if (kind == 1) numbers[1] = -1;
    if (kind == 2) numbers[2] = -random_.between(1, 100);
    if (kind == 4) {
      numbers[1] = datatypes_.named(kByte);
      numbers[2] = model_.etype(rank).size * 2 + 1;
    }
    if (!is_serialized(step) || rank == 0) step.ranks[static_cast<std::size_t>(rank)] = numbers;
  }
  offer(step);
}

}  // namespace differential
