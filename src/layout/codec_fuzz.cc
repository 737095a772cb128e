// Foreign bytes as a layout: decoding must end with an error or with a type that behaves: it
// encodes and decodes to itself, and walking, seeking and looking up places agree with each other.
#include <cstdlib>
#include <vector>

#include "layout/codec.h"
#include "layout/cursor.h"
#include "layout/position.h"
#include "layout/view.h"

namespace {

using namespace strait;
using namespace strait::layout;

void require(bool condition) {
  if (!condition) std::abort();
}

constexpr std::size_t kRunsWalked = 200;

void walk_from(const Type& type, std::uint64_t from) {
  Cursor cursor(type, 0);
  const std::uint64_t length = 4 * kRunsWalked;
  if (!cursor.seek(from, length)) return;
  std::vector<Run> runs(kRunsWalked);
  runs.resize(cursor.fill(runs));
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    require(runs[i].length > 0 && runs[i].end() > runs[i].offset);
    if (i > 0) require(runs[i - 1].end() != runs[i].offset);
    const auto place = offset_of(type, 0, from + bytes);
    require(place && *place == runs[i].offset);
    if (type.monotonic()) require(*bytes_below(type, 0, runs[i].offset) == from + bytes);
    bytes += runs[i].length;
  }
  require(bytes == length - cursor.remaining());

  Cursor strips(type, 0);
  require(strips.seek(from, bytes).has_value());
  std::uint64_t seen = 0;
  for (Strip strip = strips.next_strip(); strip.count > 0; strip = strips.next_strip()) {
    seen += strip.size();
  }
  require(seen == bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ConstBytes form = std::as_bytes(std::span(data, size));
  const auto type = decode(form);
  if (!type) return 0;
  const auto again = encode(*type);
  require(again.has_value());
  const auto decoded = decode(*again);
  require(decoded.has_value() && *decoded == *type);
  require(*encode(*decoded) == *again);
  if (const auto view = View::decode(form)) require(view->tile().ascending());
  if (type->empty()) return 0;
  require(type->true_lower_bound() < type->true_upper_bound());
  for (const std::uint64_t from :
       {std::uint64_t{0}, type->size() / 2, type->size() - 1, type->size() + type->size() / 3})
    walk_from(*type, from);
  return 0;
}
