// What the server behind the present connection has been told. Forgotten with the connection: the
// server may be another process by then, and one that still knows a view loses nothing by being
// told again.
#pragma once

#include <set>

#include "wire/heads.h"

namespace strait::rpc {

class Knowledge {
 public:
  bool has_view(const wire::Id& view) const { return views_.contains(view); }
  void add_view(const wire::Id& view) {
    if (views_.size() >= kViewsMax) views_.clear();
    views_.insert(view);
  }
  void clear() { views_.clear(); }

 private:
  // Beyond that many distinct views, start over: sending one again costs bytes, remembering costs
  // memory.
  static constexpr std::size_t kViewsMax = 65536;
  std::set<wire::Id> views_;
};

}  // namespace strait::rpc
