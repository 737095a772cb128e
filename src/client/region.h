// Where in a file a transfer goes, and how it is cut into requests.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "client/shared_pointer.h"
#include "layout/view.h"
#include "wire/limits.h"

namespace strait::client {

// A range of a view's stream; what an MPI program reads or writes. MPI-4.0 section 14.3.
struct ViewRange {
  std::shared_ptr<const layout::View> view;
  std::uint64_t displacement = 0;  // bytes; where the view begins in the file
  std::uint64_t offset = 0;        // bytes into the view's stream
  std::uint64_t length = 0;        // bytes of the stream
  bool peer_ships = false;         // another rank brings the layout to the server
};

// So many bytes of a view's stream from its shared file pointer on, which moves past them.
struct PointerRange {
  std::shared_ptr<SharedPointer> pointer;
  ViewRange range;  // at offset 0
};

// Where in the file: extents one after the other, or a range of a view. Extents are copied by the
// call.
using Region = std::variant<Extent, std::span<const Extent>, ViewRange, PointerRange>;

std::uint64_t length_of(const Region& region);

// One request's part of a transfer.
struct Part {
  std::uint64_t begin = 0;      // of the transfer's stream
  std::uint64_t length = 0;     // bytes
  Extent bounds;                // of the file: nothing outside is touched
  std::vector<Extent> extents;  // empty: a range of the view
  // Of this part alone, from byte 0 of its stream and of the file on: stands for extents that are
  // too many for one request. Null: the region's.
  std::shared_ptr<const layout::View> view;
};

struct CutOptions {
  std::uint64_t request_size = 4ULL << 20;  // bytes
  bool whole = false;                       // do not cut (atomic access)
  bool use_view = false;  // where there is a view, use it also for a few runs (collectives)
  std::size_t extents_max = wire::kExtentsMax;     // of one request
  std::size_t layout_max = wire::kLayoutMaxBytes;  // bytes of a view's form
};

// How to cut for a server that takes so much.
CutOptions within(CutOptions options, const wire::Limits& server);

// Whether an access at a shared file pointer is one request. Otherwise the pointer is moved first.
bool fits_in_request(const ViewRange& range, const CutOptions& options);

// Cuts a region into requests. Errors: invalid_argument, file_too_large, where a byte would lie
// beyond what a file can have; unsupported, where what must not be cut does not fit into one
// request.
Result<std::vector<Part>> cut(const Region& region, const CutOptions& options);

}  // namespace strait::client
