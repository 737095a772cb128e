// A file view as MPI means it (MPI-4.0, 14.3): a filetype laid end to end, seen as one stream of
// bytes. Where it begins in the file, the displacement, is not part of it but travels beside it, so
// that ranks and calls with the same pattern share one id.
//
// Views that lay the same bytes in the same order are made alike where that is easy to see: a
// filetype of a hundred vectors and one of a single vector, tiled, are the same view, and all
// contiguous ones are. An id is the first 16 bytes of the SHA-256 of the wire form (codec.h).
//
// Immutable and cheap to copy; usable from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "layout/codec.h"
#include "layout/type.h"

namespace strait::layout {

using ViewId = std::array<std::byte, 16>;

// Of a wire form as it was sent.
ViewId view_id(ConstBytes form);

// What the file was opened for: only those who write must not meet a byte twice.
enum class ViewUse { reading, writing };

class View {
 public:
  // The view of a file that nobody set: bytes from the displacement on.
  View();

  // Fails with invalid_argument where MPI forbids the pair: an etype without bytes, a filetype that
  // is not made of whole etypes, negative or descending displacements, overlap when `use` is
  // writing. A filetype without bytes is allowed; such a view's stream is empty.
  static Result<View> create(const Type& etype, const Type& filetype, ViewUse use);
  // From a peer's bytes. Fails as `decode` does, and as `create` for reading does. The etype is not
  // part of the form; etype_size() is 1.
  static Result<View> decode(ConstBytes form, const WireLimits& limits = {});

  std::uint64_t etype_size() const {
    return etype_size_;
  }  // bytes; what offsets in MPI calls count
  const Type& tile() const { return shared_->tile; }
  // Whether writing through it is defined: no byte occurs twice.
  bool writable() const { return shared_->tile.monotonic(); }
  // The stream is the file from the displacement on, without holes.
  bool is_contiguous() const { return shared_->tile.is_contiguous(); }

  // The wire form; empty where it exceeds the limits of codec.h, so that the view cannot be shipped
  // and its accesses travel as extents.
  ConstBytes form() const { return shared_->form; }
  const ViewId& id() const { return shared_->id; }

 private:
  struct Shared {
    Type tile;
    std::vector<std::byte> form;
    ViewId id{};
  };

  explicit View(Type tile);

  std::uint64_t etype_size_ = 1;
  std::shared_ptr<const Shared> shared_;
};

}  // namespace strait::layout
