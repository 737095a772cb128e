#include "layout/view.h"

#include <algorithm>

#include "layout/digest.h"
#include "layout/tile.h"

namespace strait::layout {

namespace {

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
  View view(shortest_tile(filetype));
  view.etype_size_ = etype.size();
  return view;
}

Result<View> View::decode(ConstBytes form, const WireLimits& limits) {
  STRAIT_ASSIGN(const Type filetype, layout::decode(form, limits));
  STRAIT_TRY(check_filetype(filetype, ViewUse::reading));
  auto shared = std::make_shared<Shared>();
  shared->tile = shortest_tile(filetype);
  shared->form.assign(form.begin(), form.end());
  shared->id = view_id(form);
  View view;
  view.shared_ = std::move(shared);
  return view;
}

}  // namespace strait::layout
