#include "shadow_file.h"

#include <algorithm>

namespace strait::simulation {

void ShadowFile::write_issued(std::uint64_t operation, std::size_t begin, std::size_t end,
                              Value value) {
  for (std::size_t i = begin; i < end; ++i) {
    cells_[i].possible.push_back({operation, value});
    cells_[i].known = true;
  }
}

void ShadowFile::write_done(std::uint64_t operation, std::size_t begin, std::size_t end,
                            bool certain) {
  for (std::size_t i = begin; i < end; ++i) {
    Cell& cell = cells_[i];
    for (Entry& entry : cell.possible) {
      if (entry.operation != operation) continue;
      entry.acknowledged = certain ? Entry::written : Entry::received;
      entry.before_cut = false;
    }
    // A write that was repeated after a power cut has taken effect now.
    if (cell.possible.back().operation == operation) cell.known = true;
  }
}

void ShadowFile::committed(std::uint64_t operation) {
  for (Cell& cell : cells_) {
    const auto after =
        std::find_if(cell.possible.begin(), cell.possible.end(),
                     [&](const Entry& entry) { return entry.operation > operation; });
    // What a power cut took may be gone: the commit says nothing about it.
    if (after == cell.possible.begin() || (after - 1)->before_cut) continue;
    cell.possible.erase(cell.possible.begin(), after - 1);
  }
}

ShadowFile::Snapshot ShadowFile::snapshot(std::size_t begin, std::size_t end) const {
  Snapshot out;
  for (std::size_t i = begin; i < end; ++i) {
    const Cell& cell = cells_[i];
    out.push_back(cell.known ? std::optional(cell.possible.back().value) : std::nullopt);
  }
  return out;
}

ShadowFile::Damage ShadowFile::power_cut(const std::vector<Value>& disk) {
  Damage damage;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    Cell& cell = cells_[i];
    const bool possible = std::any_of(cell.possible.begin(), cell.possible.end(),
                                      [&](const Entry& entry) { return entry.value == disk[i]; });
    if (!possible && !damage.wrong) damage.wrong = i;
    if (cell.possible.size() == 1) continue;
    cell.known = false;
    for (std::size_t e = 1; e < cell.possible.size(); ++e) {
      damage.acknowledged |=
          cell.possible[e].acknowledged == Entry::written && !cell.possible[e].before_cut;
      damage.received |= cell.possible[e].acknowledged != Entry::no;
    }
    for (Entry& entry : cell.possible) entry.before_cut = true;
  }
  return damage;
}

}  // namespace strait::simulation
