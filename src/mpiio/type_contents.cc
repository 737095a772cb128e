#include "mpiio/type_contents.h"

#include <utility>

namespace strait::mpiio {
namespace {

struct Envelope {
  MPI_Count integers = 0;
  MPI_Count addresses = 0;
  MPI_Count counts = 0;
  MPI_Count types = 0;
  int combiner = MPI_COMBINER_NAMED;
};

Answer<Envelope> envelope_of(MPI_Datatype datatype) {
  Envelope envelope;
#if STRAIT_LARGE_COUNTS
  STRAIT_TRY(
      checked(PMPI_Type_get_envelope_c(datatype, &envelope.integers, &envelope.addresses,
                                       &envelope.counts, &envelope.types, &envelope.combiner),
              "MPI_Type_get_envelope"));
#else
  int integers = 0;
  int addresses = 0;
  int types = 0;
  STRAIT_TRY(
      checked(PMPI_Type_get_envelope(datatype, &integers, &addresses, &types, &envelope.combiner),
              "MPI_Type_get_envelope"));
  envelope.integers = integers;
  envelope.addresses = addresses;
  envelope.types = types;
#endif
  return envelope;
}

}  // namespace

bool is_predefined_combiner(int combiner) noexcept {
  return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
         combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
}

Answer<int> combiner_of(MPI_Datatype datatype) {
  STRAIT_ASSIGN(const Envelope envelope, envelope_of(datatype));
  return envelope.combiner;
}

Answer<TypeContents> TypeContents::of(MPI_Datatype datatype) {
  STRAIT_ASSIGN(const Envelope envelope, envelope_of(datatype));
  TypeContents contents;
  contents.combiner_ = envelope.combiner;
  if (is_predefined_combiner(envelope.combiner)) return contents;
  contents.integers_.resize(static_cast<std::size_t>(envelope.integers));
  contents.addresses_.resize(static_cast<std::size_t>(envelope.addresses));
  contents.counts_.resize(static_cast<std::size_t>(envelope.counts));
  contents.types_.resize(static_cast<std::size_t>(envelope.types), MPI_DATATYPE_NULL);
#if STRAIT_LARGE_COUNTS
  const int code = PMPI_Type_get_contents_c(datatype, envelope.integers, envelope.addresses,
                                            envelope.counts, envelope.types,
                                            contents.integers_.data(), contents.addresses_.data(),
                                            contents.counts_.data(), contents.types_.data());
#else
  const int code = PMPI_Type_get_contents(
      datatype, static_cast<int>(envelope.integers), static_cast<int>(envelope.addresses),
      static_cast<int>(envelope.types), contents.integers_.data(), contents.addresses_.data(),
      contents.types_.data());
#endif
  STRAIT_TRY(checked(code, "MPI_Type_get_contents"));
  return contents;
}

TypeContents::TypeContents(TypeContents&& other) noexcept
    : combiner_(other.combiner_),
      integers_(std::move(other.integers_)),
      addresses_(std::move(other.addresses_)),
      counts_(std::move(other.counts_)),
      types_(std::exchange(other.types_, {})) {}

TypeContents::~TypeContents() {
  for (MPI_Datatype& type : types_) {
    if (type == MPI_DATATYPE_NULL) continue;
    const Answer<int> combiner = combiner_of(type);
    if (combiner && !is_predefined_combiner(*combiner)) PMPI_Type_free(&type);
  }
}

}  // namespace strait::mpiio
