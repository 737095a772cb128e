// What we know of a datatype of the program: its layout, and the views made of it. Found by handle;
// made once per datatype, and dropped when the program frees it, by an attribute of the datatype.
// Immutable but for the views, which guard themselves. Any thread.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "base/bytes.h"
#include "layout/type.h"
#include "layout/view.h"
#include "mpiio/failure.h"

namespace strait::mpiio {

// A view's pattern, and how many bytes of its stream can be used. Libraries set filetypes whose
// second tile would lie across their first (PnetCDF: a header, then a block) and access only the
// first.
struct Pattern {
  std::shared_ptr<const layout::View> view;
  std::uint64_t stream_max = kFileOffsetMax;
};

class Datatype {
 public:
  // Errors: MPI_ERR_TYPE for MPI_DATATYPE_NULL, for a type that the program has not committed, and
  // for one that cannot be translated. `comm` must return errors.
  static Answer<std::shared_ptr<const Datatype>> find(MPI_Datatype handle, MPI_Comm comm);

  explicit Datatype(layout::Type type) : type_(std::move(type)) {}

  const layout::Type& type() const { return type_; }
  std::uint64_t size() const { return type_.size(); }

  // The view with this as its filetype. Errors: MPI_ERR_ARG.
  Answer<Pattern> view(const layout::Type& etype, layout::ViewUse use) const;

 private:
  struct Made {
    layout::Type etype;
    layout::ViewUse use;
    Pattern pattern;
  };

  const layout::Type type_;
  mutable std::mutex mutex_;
  mutable std::vector<Made> views_;  // guarded by mutex_; one or two
};

}  // namespace strait::mpiio
