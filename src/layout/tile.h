// Types that are laid end to end without end, as filetypes are and buffers of many elements: what
// the type's last copy is followed by is another copy, so that different types may lay the same
// bytes.
#pragma once

#include "layout/type.h"

namespace strait::layout {

// The shortest type that is easy to find whose copies, laid end to end, are the same bytes in the
// same order as those of `type`. Its lower bound is 0.
Type shortest_tile(const Type& type);

}  // namespace strait::layout
