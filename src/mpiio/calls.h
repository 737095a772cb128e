// What the shims call: one function for each of functions.table, named as MPI names it in lower
// case. Those that take an OpenFile answer with what went wrong, and the shim hands that to the
// file's error handler; those that take the next library's function decide by themselves whose file
// it is, and return an MPI code.
#pragma once

#include "mpiio/error_code.h"
#include "mpiio/error_handler.h"
#include "mpiio/failure.h"
#include "mpiio/next.h"
#include "mpiio/open_file.h"
#include "mpiio/thread_level.h"

namespace strait::mpiio {

template <class... Parameters>
using NextCall = Next<int (*)(Parameters...)>;

// open_close.cc
int open(NextCall<MPI_Comm, const char*, int, MPI_Info, MPI_File*>& next, MPI_Comm comm,
         const char* filename, int amode, MPI_Info info, MPI_File* fh) noexcept;
int close(NextCall<MPI_File*>& next, MPI_File* fh) noexcept;
int remove(NextCall<const char*, MPI_Info>& next, const char* filename, MPI_Info info) noexcept;

// fortran.cc
MPI_Fint c2f(Next<MPI_Fint (*)(MPI_File)>& next, MPI_File fh) noexcept;
MPI_File f2c(Next<MPI_File (*)(MPI_Fint)>& next, MPI_Fint fh) noexcept;

// data_access.cc
Done read_at(OpenFile& file, MPI_Offset offset, void* buffer, MPI_Count count, MPI_Datatype type,
             MPI_Status* status);
Done read_at_all(OpenFile& file, MPI_Offset offset, void* buffer, MPI_Count count,
                 MPI_Datatype type, MPI_Status* status);
Done write_at(OpenFile& file, MPI_Offset offset, const void* buffer, MPI_Count count,
              MPI_Datatype type, MPI_Status* status);
Done write_at_all(OpenFile& file, MPI_Offset offset, const void* buffer, MPI_Count count,
                  MPI_Datatype type, MPI_Status* status);
Done read(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type, MPI_Status* status);
Done read_all(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type, MPI_Status* status);
Done write(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type,
           MPI_Status* status);
Done write_all(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type,
               MPI_Status* status);

// nonblocking_access.cc
Done iread_at(OpenFile& file, MPI_Offset offset, void* buffer, MPI_Count count, MPI_Datatype type,
              MPI_Request* request);
Done iread_at_all(OpenFile& file, MPI_Offset offset, void* buffer, MPI_Count count,
                  MPI_Datatype type, MPI_Request* request);
Done iwrite_at(OpenFile& file, MPI_Offset offset, const void* buffer, MPI_Count count,
               MPI_Datatype type, MPI_Request* request);
Done iwrite_at_all(OpenFile& file, MPI_Offset offset, const void* buffer, MPI_Count count,
                   MPI_Datatype type, MPI_Request* request);
Done iread(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type, MPI_Request* request);
Done iread_all(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type,
               MPI_Request* request);
Done iwrite(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type,
            MPI_Request* request);
Done iwrite_all(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type,
                MPI_Request* request);

// split_access.cc
Done read_at_all_begin(OpenFile& file, MPI_Offset offset, void* buffer, MPI_Count count,
                       MPI_Datatype type);
Done read_at_all_end(OpenFile& file, void* buffer, MPI_Status* status);
Done write_at_all_begin(OpenFile& file, MPI_Offset offset, const void* buffer, MPI_Count count,
                        MPI_Datatype type);
Done write_at_all_end(OpenFile& file, const void* buffer, MPI_Status* status);
Done read_all_begin(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type);
Done read_all_end(OpenFile& file, void* buffer, MPI_Status* status);
Done write_all_begin(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type);
Done write_all_end(OpenFile& file, const void* buffer, MPI_Status* status);
Done read_ordered_begin(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type);
Done read_ordered_end(OpenFile& file, void* buffer, MPI_Status* status);
Done write_ordered_begin(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type);
Done write_ordered_end(OpenFile& file, const void* buffer, MPI_Status* status);

// shared_access.cc
Done read_shared(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type,
                 MPI_Status* status);
Done write_shared(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type,
                  MPI_Status* status);
Done iread_shared(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type,
                  MPI_Request* request);
Done iwrite_shared(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type,
                   MPI_Request* request);
Done read_ordered(OpenFile& file, void* buffer, MPI_Count count, MPI_Datatype type,
                  MPI_Status* status);
Done write_ordered(OpenFile& file, const void* buffer, MPI_Count count, MPI_Datatype type,
                   MPI_Status* status);

// shared_pointer.cc
Done seek_shared(OpenFile& file, MPI_Offset offset, int whence);
Done get_position_shared(OpenFile& file, MPI_Offset* offset);

// positions.cc
Done set_view(OpenFile& file, MPI_Offset displacement, MPI_Datatype etype, MPI_Datatype filetype,
              const char* datarep, MPI_Info info);
Done get_view(OpenFile& file, MPI_Offset* displacement, MPI_Datatype* etype, MPI_Datatype* filetype,
              char* datarep);
Done seek(OpenFile& file, MPI_Offset offset, int whence);
Done get_position(OpenFile& file, MPI_Offset* offset);
Done get_byte_offset(OpenFile& file, MPI_Offset offset, MPI_Offset* displacement);

// sizes.cc
Done set_size(OpenFile& file, MPI_Offset size);
Done preallocate(OpenFile& file, MPI_Offset size);
Done get_size(OpenFile& file, MPI_Offset* size);
Done sync(OpenFile& file);

// properties.cc
Done get_group(OpenFile& file, MPI_Group* group);
Done get_amode(OpenFile& file, int* amode);
Done set_info(OpenFile& file, MPI_Info info);
Done get_info(OpenFile& file, MPI_Info* info);
Done extent_of(OpenFile& file, MPI_Datatype type, MPI_Count* extent);
template <class Integer>  // MPI_Aint or MPI_Count, which some families have as one type
Done get_type_extent(OpenFile& file, MPI_Datatype type, Integer* extent) {
  MPI_Count wide = 0;
  STRAIT_TRY(extent_of(file, type, &wide));
  *extent = static_cast<Integer>(wide);
  return {};
}
Done set_atomicity(OpenFile& file, int flag);
Done get_atomicity(OpenFile& file, int* flag);
Done set_errhandler(OpenFile& file, MPI_Errhandler errhandler);
Done get_errhandler(OpenFile& file, MPI_Errhandler* errhandler);
Done call_errhandler(OpenFile& file, int code);

}  // namespace strait::mpiio
