// The view that one rank has of a file (MPI-4.0 section 14.3). Setting one costs no message to the
// server; the ranks exchange the ids of their patterns, so that at the first collective access each
// distinct pattern is shipped by one of them.
#pragma once

#include <cstdint>
#include <memory>

#include "client/region.h"
#include "mpiio/datatype.h"
#include "mpiio/failure.h"

namespace strait::mpiio {

// A datatype of ours: a duplicate that outlives the program's, or one of MPI's own.
class OwnedType {
 public:
  // MPI_BYTE.
  OwnedType() = default;
  static Answer<OwnedType> duplicate(MPI_Datatype type);
  OwnedType(OwnedType&& other) noexcept;
  OwnedType& operator=(OwnedType&& other) noexcept;
  ~OwnedType();

  // What the program gets to see and, unless it is predefined, frees.
  Answer<MPI_Datatype> for_program() const;

 private:
  MPI_Datatype type_ = MPI_BYTE;
  bool predefined_ = true;
};

class FileView {
 public:
  // Bytes from the beginning: what a file has when it is opened.
  FileView();
  // Errors: MPI_ERR_ARG, MPI_ERR_TYPE, MPI_ERR_UNSUPPORTED_DATAREP.
  static Answer<FileView> create(MPI_Offset displacement, MPI_Datatype etype, MPI_Datatype filetype,
                                 const char* datarep, bool writes, MPI_Comm comm);

  std::int64_t displacement() const { return displacement_; }
  std::uint64_t etype_size() const { return view_->etype_size(); }
  const layout::View& pattern() const { return *view_; }
  // Bytes of the stream that can be used.
  std::uint64_t stream_max() const { return stream_max_; }
  const OwnedType& etype() const { return etype_; }
  const OwnedType& filetype() const { return filetype_; }

  // `length` bytes of the stream from `offset` etypes on.
  client::Region region(std::uint64_t offset, std::uint64_t length, bool collective);
  // From the shared file pointer on.
  client::Region region_at(const std::shared_ptr<client::SharedPointer>& pointer,
                           std::uint64_t length) const;
  // At the next collective access another rank brings the pattern to the server.
  void expect_peer() { peer_ships_ = true; }

  // Where in the file the etype at `offset` begins. Errors: MPI_ERR_ARG, MPI_ERR_IO.
  Answer<std::int64_t> byte_offset(std::int64_t offset) const;
  // How many etypes lie before the end of a file of `size` bytes, a begun one included.
  Answer<std::int64_t> etypes_below(std::uint64_t size) const;

 private:
  std::int64_t displacement_ = 0;
  OwnedType etype_;
  OwnedType filetype_;
  std::shared_ptr<const layout::View> view_;
  std::uint64_t stream_max_ = kFileOffsetMax;
  bool peer_ships_ = false;
};

// Collective: `mine` is this rank's new view or why it has none. Afterwards every rank has its view
// and knows who ships it, or all have failed.
Answer<FileView> agree_on_views(Answer<FileView> mine, MPI_Comm comm, int rank, int ranks);

}  // namespace strait::mpiio
