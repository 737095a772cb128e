#include "client/region.h"

#include <algorithm>
#include <array>

#include "layout/cursor.h"

namespace strait::client {
namespace {

constexpr std::size_t kFewRuns =
    4;  // so many are sent as extents: shorter than a view and its range

// Of a body, for what surrounds a list of extents or a layout.
constexpr std::uint32_t kBodyReserve = 32 << 10;  // bytes
static_assert(kBodyReserve < wire::kBodyMaxLeast);

// What a server's limit leaves of ours; 0 would be a server that takes nothing, and says so.
template <class T>
T at_most(T ours, std::uint64_t limit) {
  return limit == 0 ? ours : static_cast<T>(std::min<std::uint64_t>(ours, limit));
}

Error beyond_file() {
  return error(ErrorKind::file_too_large,
               "the access reaches beyond the largest offset that a file can have (2^63 - 1)");
}

Extent bounds_of(std::span<const Extent> extents) {
  std::uint64_t begin = ~std::uint64_t{0};
  std::uint64_t end = 0;
  for (const Extent& extent : extents) {
    if (extent.length == 0) continue;
    begin = std::min(begin, extent.offset);
    end = std::max(end, extent.end());
  }
  return begin < end ? Extent{begin, end - begin} : Extent{};
}

// Many extents as one view, whose wire form is shorter than their list; the only way to bring so
// many into one request.
Result<std::shared_ptr<const layout::View>> view_of(std::span<const Extent> extents,
                                                    const CutOptions& options) {
  std::vector<layout::Block> blocks;
  blocks.reserve(extents.size());
  for (const Extent& extent : extents) {
    blocks.push_back(
        {.displacement = static_cast<std::int64_t>(extent.offset), .count = extent.length});
  }
  STRAIT_ASSIGN(const layout::Type byte, layout::Type::elementary(1));
  STRAIT_ASSIGN(const layout::Type tile, layout::Type::indexed(blocks, byte));
  auto view = layout::View::create(byte, tile, layout::ViewUse::reading);
  if (view && !view->form().empty() && view->form().size() <= options.layout_max) {
    return std::make_shared<const layout::View>(std::move(*view));
  }
  return error(
      ErrorKind::unsupported,
      "an access in atomic mode to {} separate pieces of the file is more than one request "
      "can name{}; make it in several, or without atomic mode",
      extents.size(), view ? "" : " where they do not ascend");
}

// Collects extents into parts that are short enough.
class Cutter {
 public:
  explicit Cutter(const CutOptions& options) : options_(options) {}

  Status add(Extent extent) {
    if (!fits_in_file(extent.offset, extent.length)) return beyond_file();
    while (extent.length != 0) {
      const std::uint64_t room =
          options_.whole ? extent.length : options_.request_size - part_.length;
      const Extent piece{extent.offset, std::min(extent.length, room)};
      part_.extents.push_back(piece);
      part_.length += piece.length;
      extent.offset += piece.length;
      extent.length -= piece.length;
      if (!options_.whole &&
          (part_.length == options_.request_size || part_.extents.size() == options_.extents_max)) {
        finish();
      }
    }
    return {};
  }

  Result<std::vector<Part>> take() {
    if (part_.extents.size() > options_.extents_max) {
      STRAIT_ASSIGN(part_.view, view_of(part_.extents, options_));
    }
    finish();
    return std::move(parts_);
  }

 private:
  void finish() {
    if (part_.length == 0) return;
    part_.bounds = bounds_of(part_.extents);
    if (part_.view) part_.extents = {};
    const std::uint64_t next = part_.begin + part_.length;
    parts_.push_back(std::move(part_));
    part_ = {.begin = next};
  }

  const CutOptions options_;
  std::vector<Part> parts_;
  Part part_;
};

// The extent of one run of a view; an error where it lies outside of what a file can have.
Result<Extent> extent_of(const layout::Run& run) {
  if (run.offset < 0)
    return error(ErrorKind::invalid_argument, "the access begins before the file");
  const Extent extent{static_cast<std::uint64_t>(run.offset), run.length};
  if (!fits_in_file(extent.offset, extent.length)) return beyond_file();
  return extent;
}

Result<layout::Cursor> cursor_at(const ViewRange& range, std::uint64_t offset,
                                 std::uint64_t length) {
  if (range.displacement > kFileOffsetMax) return beyond_file();
  layout::Cursor cursor(range.view->tile(), static_cast<std::int64_t>(range.displacement));
  STRAIT_TRY(cursor.seek(offset, length));
  return cursor;
}

Result<std::vector<Part>> cut_extents(std::span<const Extent> extents, const CutOptions& options) {
  Cutter cutter(options);
  for (const Extent& extent : extents) STRAIT_TRY(cutter.add(extent));
  return cutter.take();
}

// All runs of the range, one by one: for views whose form is too long to be shipped.
Result<std::vector<Part>> cut_runs(layout::Cursor& cursor, const CutOptions& options) {
  Cutter cutter(options);
  std::array<layout::Run, 256> runs;
  while (const std::size_t count = cursor.fill(runs)) {
    for (const layout::Run& run : std::span(runs).first(count)) {
      STRAIT_ASSIGN(const Extent extent, extent_of(run));
      STRAIT_TRY(cutter.add(extent));
    }
  }
  return cutter.take();
}

Result<bool> few_runs(const ViewRange& range) {
  STRAIT_ASSIGN(layout::Cursor cursor, cursor_at(range, range.offset, range.length));
  std::array<layout::Run, kFewRuns> runs;
  cursor.fill(runs);
  return cursor.remaining() == 0;
}

// First and last byte of a monotonic range bound it.
Result<Extent> bounds_of(const ViewRange& range, std::uint64_t begin, std::uint64_t length) {
  if (!range.view->writable()) return Extent{0, kFileOffsetMax};
  STRAIT_ASSIGN(layout::Cursor first, cursor_at(range, range.offset + begin, 1));
  STRAIT_ASSIGN(const Extent front, extent_of(first.next()));
  STRAIT_ASSIGN(layout::Cursor last, cursor_at(range, range.offset + begin + length - 1, 1));
  STRAIT_ASSIGN(const Extent back, extent_of(last.next()));
  return Extent{front.offset, back.end() - front.offset};
}

Result<std::vector<Part>> cut_view(const ViewRange& range, const CutOptions& options) {
  if (range.length == 0) return std::vector<Part>{};
  if (!checked_add(range.offset, range.length)) return beyond_file();
  bool as_extents = range.view->form().empty() || range.view->form().size() > options.layout_max ||
                    range.view->is_contiguous();
  if (!as_extents && !options.use_view) {
    STRAIT_ASSIGN(as_extents, few_runs(range));
  }
  if (as_extents) {
    STRAIT_ASSIGN(layout::Cursor cursor, cursor_at(range, range.offset, range.length));
    return cut_runs(cursor, options);
  }
  std::vector<Part> parts;
  const std::uint64_t step = options.whole ? range.length : options.request_size;
  for (std::uint64_t begin = 0; begin < range.length; begin += step) {
    const std::uint64_t length = std::min(step, range.length - begin);
    STRAIT_ASSIGN(const Extent bounds, bounds_of(range, begin, length));
    parts.push_back({.begin = begin, .length = length, .bounds = bounds, .extents = {}});
  }
  return parts;
}

}  // namespace

CutOptions within(CutOptions options, const wire::Limits& server) {
  const std::uint32_t room = server.body_max - kBodyReserve;
  options.request_size = at_most(options.request_size, server.payload_max);
  options.request_size = at_most(options.request_size, server.bytes_max);
  options.extents_max = at_most(options.extents_max,
                                std::min<std::uint64_t>(server.extents_max, room / sizeof(Extent)));
  options.layout_max = std::min<std::size_t>({options.layout_max, server.layout_max, room});
  return options;
}

bool fits_in_request(const ViewRange& range, const CutOptions& options) {
  const std::size_t form = range.view->form().size();
  return range.length <= options.request_size && form != 0 && form <= options.layout_max;
}

std::uint64_t length_of(const Region& region) {
  if (const auto* extent = std::get_if<Extent>(&region)) return extent->length;
  if (const auto* range = std::get_if<ViewRange>(&region)) return range->length;
  if (const auto* at = std::get_if<PointerRange>(&region)) return at->range.length;
  std::uint64_t sum = 0;
  for (const Extent& extent : std::get<std::span<const Extent>>(region)) {
    // More than any memory has: never mistaken for a small sum that has wrapped round.
    if (extent.length > ~sum) return ~std::uint64_t{0};
    sum += extent.length;
  }
  return sum;
}

Result<std::vector<Part>> cut(const Region& region, const CutOptions& options) {
  if (const auto* extent = std::get_if<Extent>(&region))
    return cut_extents(std::span(extent, 1), options);
  if (const auto* range = std::get_if<ViewRange>(&region)) return cut_view(*range, options);
  if (const auto* at = std::get_if<PointerRange>(&region)) {
    // Where it goes, the server will know.
    return std::vector<Part>{{.length = at->range.length, .bounds = {0, kFileOffsetMax}}};
  }
  return cut_extents(std::get<std::span<const Extent>>(region), options);
}

}  // namespace strait::client
