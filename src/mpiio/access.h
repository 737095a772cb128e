// Reading and writing: from the arguments of an MPI call to a transfer of the client, and back to a
// status. Checks come in the order, and with the classes, that ROMIO's users know.
#pragma once

#include <optional>

#include "mpiio/open_file.h"

namespace strait::mpiio {

enum class Direction { read, write };
enum class Partners { independent, collective };
enum class Pointer { individual, shared };

struct Access {
  Direction direction;
  Partners partners;
  std::optional<MPI_Offset> offset;  // absent: at `pointer`
  void* buffer;
  MPI_Count count;
  MPI_Datatype datatype;
  Pointer pointer = Pointer::individual;
  // When the access has begun, the shared file pointer has moved; not only when it has ended.
  bool moves_pointer_first = false;

  bool at_shared_pointer() const { return !offset && pointer == Pointer::shared; }
};

// How many etypes it moves, if nothing is wrong with it.
Answer<std::int64_t> etypes_of(OpenFile& file, const Access& access);

// Everything a transfer needs. The individual file pointer has moved past all that was asked for.
struct Prepared {
  client::Region region;
  client::Memory memory;
  client::CallHints hints;
  client::AccessFlags flags;
  std::shared_ptr<const Datatype> datatype;
};
Answer<Prepared> prepare(OpenFile& file, Access access);

Done transfer(OpenFile& file, const Access& access, MPI_Status* status);
client::Operation start(const OpenFile& file, Direction direction, const Prepared& prepared);

// What MPI_Get_count and MPI_Get_elements will tell.
void set_count(MPI_Status* status, std::uint64_t bytes);

}  // namespace strait::mpiio
