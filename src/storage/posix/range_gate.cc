#include "storage/posix/range_gate.h"

#include <iterator>

namespace strait::storage {

RangeGate::Pass::Pass(RangeGate& gate, const Extent& range, Mode mode)
    : gate_(gate), here_{Request{range, mode}}, place_(here_.begin()) {
  std::unique_lock lock(gate_.mutex_);
  gate_.requests_.splice(gate_.requests_.end(), here_);
  if (gate_.may_enter(place_)) return;
  ++gate_.waiting_;
  gate_.left_.wait(lock, [this] { return gate_.may_enter(place_); });
  --gate_.waiting_;
}

RangeGate::Pass::~Pass() {
  bool somebody_waits = false;
  {
    const std::lock_guard lock(gate_.mutex_);
    here_.splice(here_.end(), gate_.requests_, place_);
    somebody_waits = gate_.waiting_ > 0;
  }
  if (somebody_waits) gate_.left_.notify_all();
}

// Free to go if nobody who came before wants a byte of it, unless both only share.
bool RangeGate::may_enter(std::list<Request>::const_iterator place) const {
  for (auto before = requests_.begin(); before != place; ++before) {
    const bool both_share = before->mode == Mode::shared && place->mode == Mode::shared;
    if (!both_share && overlap(before->range, place->range)) return false;
  }
  return true;
}

}  // namespace strait::storage
