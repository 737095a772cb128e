#include <cstring>

#include "mpiio/calls.h"
#include "mpiio/file_view.h"
#include "mpiio/shared_pointer.h"

namespace strait::mpiio {
namespace {

// Where the shared file pointer is, which is all that a program with MPI_MODE_SEQUENTIAL can know
// of its place (section 14.3).
Answer<MPI_Offset> current_displacement(OpenFile& file) {
  if (!file.sequential())
    return failure(MPI_ERR_ARG,
                   "MPI_DISPLACEMENT_CURRENT is for files opened with MPI_MODE_SEQUENTIAL");
  STRAIT_ASSIGN(const std::int64_t here, shared_position(file));
  MPI_Offset displacement = 0;
  STRAIT_TRY(get_byte_offset(file, here, &displacement));
  return displacement;
}

}  // namespace

Done set_view(OpenFile& file, MPI_Offset displacement, MPI_Datatype etype, MPI_Datatype filetype,
              const char* datarep, MPI_Info info) {
  if (displacement == MPI_DISPLACEMENT_CURRENT) {
    STRAIT_ASSIGN(displacement, current_displacement(file));
  }
  Answer<FileView> mine =
      FileView::create(displacement, etype, filetype, datarep, file.writable(), file.comm);
  STRAIT_ASSIGN(FileView agreed, agree_on_views(std::move(mine), file.comm, file.rank, file.ranks));
  {
    const std::lock_guard lock(file.mutex);
    file.view = std::move(agreed);
    file.position = 0;
  }
  STRAIT_TRY(move_shared_pointer(file, 0));
  return info != MPI_INFO_NULL ? set_info(file, info) : Done{};
}

Done get_view(OpenFile& file, MPI_Offset* displacement, MPI_Datatype* etype, MPI_Datatype* filetype,
              char* datarep) {
  const std::lock_guard lock(file.mutex);
  *displacement = file.view.displacement();
  STRAIT_ASSIGN(*etype, file.view.etype().for_program());
  STRAIT_ASSIGN(*filetype, file.view.filetype().for_program());
  std::strcpy(datarep, "native");
  return {};
}

Done seek(OpenFile& file, MPI_Offset offset, int whence) {
  if (file.sequential())
    return failure(MPI_ERR_UNSUPPORTED_OPERATION, "the file was opened with MPI_MODE_SEQUENTIAL");
  std::uint64_t size = 0;
  if (whence == MPI_SEEK_END) {
    STRAIT_ASSIGN(const wire::Attributes attributes, file.remote.attributes(file.call_hints()));
    size = attributes.size;
  }
  const std::lock_guard lock(file.mutex);
  std::int64_t from = 0;
  switch (whence) {
    case MPI_SEEK_SET:
      break;
    case MPI_SEEK_CUR:
      from = file.position;
      break;
    case MPI_SEEK_END: {
      STRAIT_ASSIGN(from, file.view.etypes_below(size));
      break;
    }
    default:
      return failure(MPI_ERR_ARG, "{} is none of MPI_SEEK_SET, MPI_SEEK_CUR, MPI_SEEK_END", whence);
  }
  const auto target = checked_add(from, static_cast<std::int64_t>(offset));
  if (!target || *target < 0)
    return failure(MPI_ERR_ARG, "a position before the beginning of the view or beyond any file");
  file.position = *target;
  return {};
}

Done get_position(OpenFile& file, MPI_Offset* offset) {
  const std::lock_guard lock(file.mutex);
  *offset = file.position;
  return {};
}

Done get_byte_offset(OpenFile& file, MPI_Offset offset, MPI_Offset* displacement) {
  const std::lock_guard lock(file.mutex);
  STRAIT_ASSIGN(*displacement, file.view.byte_offset(offset));
  return {};
}

}  // namespace strait::mpiio
