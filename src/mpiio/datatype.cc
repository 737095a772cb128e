#include "mpiio/datatype.h"

#include <map>

#include "mpiio/type_contents.h"
#include "mpiio/type_translation.h"

namespace strait::mpiio {
namespace {

using Shared = std::shared_ptr<const Datatype>;

constexpr std::size_t kViewsKept = 4;  // of one datatype

int drop(MPI_Datatype, int, void* attribute, void*) {
  delete static_cast<Shared*>(attribute);
  return MPI_SUCCESS;
}

// The program's own types carry what we know as an attribute; those of MPI live as long as it does.
struct Cache {
  std::mutex mutex;
  int keyval = MPI_KEYVAL_INVALID;
  std::map<MPI_Datatype, Shared> predefined;
};

Cache& cache() {
  static auto* const all = new Cache;  // types may be freed after our destructors have run
  return *all;
}

Shared recall(Cache& all, MPI_Datatype handle) {
  if (const auto found = all.predefined.find(handle); found != all.predefined.end())
    return found->second;
  if (all.keyval == MPI_KEYVAL_INVALID) return nullptr;
  void* attribute = nullptr;
  int set = 0;
  PMPI_Type_get_attr(handle, all.keyval, &attribute, &set);
  return set != 0 ? *static_cast<Shared*>(attribute) : nullptr;
}

// An MPI says whether a type is committed only by refusing to use it: packing nothing of it is the
// cheapest use.
Done check_committed(MPI_Datatype handle, MPI_Comm comm) {
  char nothing = 0;
  int position = 0;
  if (PMPI_Pack(&nothing, 0, handle, &nothing, 0, &position, comm) == MPI_SUCCESS) return {};
  return failure(MPI_ERR_TYPE, "the datatype has not been committed (MPI_Type_commit)");
}

Result<Pattern> pattern_of(const layout::Type& etype, const layout::Type& filetype,
                           layout::ViewUse use) {
  Result<layout::View> tiled = layout::View::create(etype, filetype, use);
  if (tiled) return Pattern{std::make_shared<const layout::View>(std::move(*tiled))};
  // Only its first tile: the second one laid far enough behind it, and never used.
  const std::int64_t apart = filetype.true_upper_bound() - filetype.true_lower_bound();
  const auto single = layout::Type::resized(filetype.lower_bound(), apart, filetype);
  if (!single) return tiled.error();
  Result<layout::View> once = layout::View::create(etype, *single, use);
  if (!once) return tiled.error();
  return Pattern{std::make_shared<const layout::View>(std::move(*once)), filetype.size()};
}

}  // namespace

Answer<Shared> Datatype::find(MPI_Datatype handle, MPI_Comm comm) {
  if (handle == MPI_DATATYPE_NULL) return failure(MPI_ERR_TYPE, "the datatype is null");
  Cache& all = cache();
  const std::lock_guard lock(all.mutex);
  if (Shared known = recall(all, handle)) return known;
  STRAIT_TRY(check_committed(handle, comm));
  STRAIT_ASSIGN(layout::Type type, translate(handle));
  STRAIT_ASSIGN(const int combiner, combiner_of(handle));
  auto made = std::make_shared<const Datatype>(std::move(type));
  if (is_predefined_combiner(combiner)) {
    all.predefined.emplace(handle, made);
    return made;
  }
  if (all.keyval == MPI_KEYVAL_INVALID)
    PMPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, drop, &all.keyval, nullptr);
  auto kept = std::make_unique<Shared>(made);
  if (PMPI_Type_set_attr(handle, all.keyval, kept.get()) == MPI_SUCCESS) kept.release();
  return made;
}

Answer<Pattern> Datatype::view(const layout::Type& etype, layout::ViewUse use) const {
  const std::lock_guard lock(mutex_);
  for (const Made& made : views_)
    if (made.use == use && made.etype == etype) return made.pattern;
  Result<Pattern> pattern = pattern_of(etype, type_, use);
  if (!pattern) return failure(MPI_ERR_ARG, "{}", pattern.error().what);
  if (views_.size() == kViewsKept) views_.erase(views_.begin());
  views_.push_back({etype, use, *pattern});
  return std::move(*pattern);
}

}  // namespace strait::mpiio
