#include "layout/view.h"

#include <algorithm>

#include "layout/digest.h"

namespace strait::layout {

namespace {

// Since tiles follow each other without end, a loop at the root whose stride continues from tile to
// tile is not needed; and where only bytes are left, the shortest tile will do.
Result<Type> reduced(const Type& filetype) {
  if (filetype.empty()) return Type();
  NodeRef tree = filetype.tree();
  std::int64_t extent = filetype.extent();
  while (tree->kind == Kind::strided && tree->count <= kFileOffsetMax &&
         checked_mul(tree->stride, static_cast<std::int64_t>(tree->count)) == extent) {
    extent = tree->stride;
    tree = tree->child;
  }
  if (tree->kind == Kind::bytes && extent == tree->shape.last) {
    STRAIT_ASSIGN(tree, make_bytes(1));
    extent = 1;
  }
  return Type::of_parts(std::move(tree), filetype.origin(), 0, extent);
}

Status check_filetype(const Type& filetype, ViewUse use) {
  if (filetype.empty()) return {};
  if (filetype.true_lower_bound() < 0)
    return error(ErrorKind::invalid_argument, "the filetype has a negative displacement ({})",
                 filetype.true_lower_bound());
  if (!filetype.ascending())
    return error(ErrorKind::invalid_argument, "the filetype's displacements descend");
  if (use == ViewUse::writing && !filetype.monotonic())
    return error(ErrorKind::invalid_argument,
                 "the filetype overlaps itself, and the file is open for writing");
  return {};
}

}  // namespace

ViewId view_id(ConstBytes form) {
  ViewId id;
  const Digest digest = sha256(form);
  std::copy_n(digest.begin(), id.size(), id.begin());
  return id;
}

View::View(Type tile) {
  auto shared = std::make_shared<Shared>();
  if (auto form = encode(tile)) {
    shared->form = std::move(*form);
    shared->id = view_id(shared->form);
  }
  shared->tile = std::move(tile);
  shared_ = std::move(shared);
}

View::View() : View(*Type::elementary(1)) {}

Result<View> View::create(const Type& etype, const Type& filetype, ViewUse use) {
  if (etype.empty()) return error(ErrorKind::invalid_argument, "the etype has no bytes");
  if (filetype.size() % etype.size() != 0)
    return error(ErrorKind::invalid_argument,
                 "the filetype's {} bytes are not made of whole etypes of {} bytes",
                 filetype.size(), etype.size());
  STRAIT_TRY(check_filetype(filetype, use));
  STRAIT_ASSIGN(Type tile, reduced(filetype));
  View view(std::move(tile));
  view.etype_size_ = etype.size();
  return view;
}

Result<View> View::decode(ConstBytes form, const WireLimits& limits) {
  STRAIT_ASSIGN(const Type filetype, layout::decode(form, limits));
  STRAIT_TRY(check_filetype(filetype, ViewUse::reading));
  auto shared = std::make_shared<Shared>();
  STRAIT_ASSIGN(shared->tile, reduced(filetype));
  shared->form.assign(form.begin(), form.end());
  shared->id = view_id(form);
  View view;
  view.shared_ = std::move(shared);
  return view;
}

}  // namespace strait::layout
