#include "layout/pack.h"

#include "base/strip.h"

namespace strait::layout {

std::size_t pack(Cursor& from, const std::byte* base, MutableBytes out) {
  std::size_t done = 0;
  while (done < out.size()) {
    const Strip strip = from.next_strip(out.size() - done);
    if (strip.count == 0) break;
    gather(strip, base, out.data() + done);
    done += strip.size();
  }
  return done;
}

std::size_t unpack(Cursor& to, std::byte* base, ConstBytes in) {
  std::size_t done = 0;
  while (done < in.size()) {
    const Strip strip = to.next_strip(in.size() - done);
    if (strip.count == 0) break;
    scatter(strip, base, in.data() + done);
    done += strip.size();
  }
  return done;
}

}  // namespace strait::layout
