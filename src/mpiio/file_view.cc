#include "mpiio/file_view.h"

#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "layout/position.h"
#include "mpiio/type_contents.h"

namespace strait::mpiio {
namespace {

// What a rank tells the others in one message.
struct Announcement {
  layout::ViewId id{};
  int error_class = MPI_SUCCESS;
};

}  // namespace

Answer<OwnedType> OwnedType::duplicate(MPI_Datatype type) {
  OwnedType owned;
  STRAIT_ASSIGN(const int combiner, combiner_of(type));
  owned.predefined_ = is_predefined_combiner(combiner);
  if (owned.predefined_) {
    owned.type_ = type;
    return owned;
  }
  if (Done done = checked(PMPI_Type_dup(type, &owned.type_), "MPI_Type_dup"); !done) {
    owned.predefined_ = true;
    return std::move(done).error();
  }
  return owned;
}

OwnedType::OwnedType(OwnedType&& other) noexcept
    : type_(other.type_), predefined_(std::exchange(other.predefined_, true)) {}

OwnedType& OwnedType::operator=(OwnedType&& other) noexcept {
  std::swap(type_, other.type_);
  std::swap(predefined_, other.predefined_);
  return *this;
}

OwnedType::~OwnedType() {
  if (!predefined_) PMPI_Type_free(&type_);
}

Answer<MPI_Datatype> OwnedType::for_program() const {
  MPI_Datatype type = type_;
  if (!predefined_) STRAIT_TRY(checked(PMPI_Type_dup(type_, &type), "MPI_Type_dup"));
  return type;
}

FileView::FileView() : view_(std::make_shared<const layout::View>()) {}

Answer<FileView> FileView::create(MPI_Offset displacement, MPI_Datatype etype,
                                  MPI_Datatype filetype, const char* datarep, bool writes,
                                  MPI_Comm comm) {
  if (displacement < 0) return failure(MPI_ERR_ARG, "a negative displacement: {}", displacement);
  if (datarep == nullptr) return failure(MPI_ERR_ARG, "no data representation");
  const std::string_view representation(datarep);
  // "internal" may be any representation of our choice, and is the native one.
  if (representation != "native" && representation != "internal")
    return failure(MPI_ERR_UNSUPPORTED_DATAREP,
                   "data representation \"{}\": only native and internal are offered",
                   representation.substr(0, MPI_MAX_DATAREP_STRING));
  FileView view;
  view.displacement_ = displacement;
  STRAIT_ASSIGN(const std::shared_ptr<const Datatype> elements, Datatype::find(etype, comm));
  STRAIT_ASSIGN(const std::shared_ptr<const Datatype> pattern, Datatype::find(filetype, comm));
  STRAIT_ASSIGN(Pattern used, pattern->view(elements->type(), writes ? layout::ViewUse::writing
                                                                     : layout::ViewUse::reading));
  view.view_ = std::move(used.view);
  view.stream_max_ = used.stream_max;
  STRAIT_ASSIGN(view.etype_, OwnedType::duplicate(etype));
  STRAIT_ASSIGN(view.filetype_, OwnedType::duplicate(filetype));
  return view;
}

client::Region FileView::region(std::uint64_t offset, std::uint64_t length, bool collective) {
  // Callers have checked that the product fits.
  const std::uint64_t begin = offset * etype_size();
  const auto displacement = static_cast<std::uint64_t>(displacement_);
  if (view_->is_contiguous()) return Extent{displacement + begin, length};
  return client::ViewRange{.view = view_,
                           .displacement = displacement,
                           .offset = begin,
                           .length = length,
                           .peer_ships = collective && std::exchange(peer_ships_, false)};
}

client::Region FileView::region_at(const std::shared_ptr<client::SharedPointer>& pointer,
                                   std::uint64_t length) const {
  return client::PointerRange{
      pointer,
      {.view = view_, .displacement = static_cast<std::uint64_t>(displacement_), .length = length}};
}

Answer<std::int64_t> FileView::byte_offset(std::int64_t offset) const {
  if (offset < 0) return failure(MPI_ERR_ARG, "a negative offset: {}", offset);
  const auto begin = checked_mul(static_cast<std::uint64_t>(offset), etype_size());
  if (!begin) return failure(MPI_ERR_ARG, "offset {} is beyond what a file can have", offset);
  if (pattern().tile().empty()) return displacement_;
  STRAIT_ASSIGN(const std::int64_t place,
                layout::offset_of(pattern().tile(), displacement_, *begin));
  return place;
}

Answer<std::int64_t> FileView::etypes_below(std::uint64_t size) const {
  STRAIT_ASSIGN(const std::uint64_t bytes, layout::bytes_below(pattern().tile(), displacement_,
                                                               static_cast<std::int64_t>(size)));
  return static_cast<std::int64_t>((bytes + etype_size() - 1) / etype_size());
}

Answer<FileView> agree_on_views(Answer<FileView> mine, MPI_Comm comm, int rank, int ranks) {
  if (ranks == 1) return mine;
  Announcement announced;
  if (mine) {
    announced.id = mine->pattern().id();
  } else {
    announced.error_class = mine.error().error_class;
  }
  std::vector<Announcement> all(static_cast<std::size_t>(ranks));
  constexpr int kBytes = sizeof(Announcement);
  STRAIT_TRY(
      checked(PMPI_Allgather(&announced, kBytes, MPI_BYTE, all.data(), kBytes, MPI_BYTE, comm),
              "MPI_Allgather"));
  if (!mine) return mine;
  for (int other = 0; other < ranks; ++other) {
    const Announcement& theirs = all[static_cast<std::size_t>(other)];
    if (theirs.error_class != MPI_SUCCESS)
      return failure(theirs.error_class, "rank {} could not set its view", other);
    if (other < rank && theirs.id == announced.id) mine->expect_peer();
  }
  return mine;
}

}  // namespace strait::mpiio
