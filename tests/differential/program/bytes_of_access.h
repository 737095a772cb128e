// Which bytes of memory and of the file an access touches, one by one, and what is in them: the
// same for the model and for the program that calls MPI. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "datatype_plan.h"

namespace differential {

using Offsets = std::vector<std::int64_t>;

// Of `count` copies in memory, relative to the buffer's address, in the order of the stream.
Offsets memory_bytes(const TypeMap& datatype, std::int64_t count);
// Bytes [begin, begin + length) of a view's stream, as offsets in the file. The filetype has bytes.
Offsets file_bytes(const TypeMap& filetype, std::int64_t displacement, std::int64_t begin,
                   std::int64_t length);

// What MPI_Get_elements must say of so many bytes of a type that has some. Nothing where the last
// element is cut, of which the standard does not speak, and where MPICH's function ends the
// program: for types that are not uniform.
std::optional<std::int64_t> whole_elements(const TypeMap& datatype, std::int64_t bytes);

// What a rank has at `offset` of the buffer that it writes from in a step.
std::uint8_t byte_to_write(std::size_t step, int rank, std::int64_t offset);
// What is there before a read.
std::uint8_t byte_before_read(std::size_t step, int rank, std::int64_t offset);

// FNV-1a, 64 bits.
class Hash {
 public:
  void add(std::uint8_t byte) { state_ = (state_ ^ byte) * 0x100000001b3u; }
  void add_number(std::int64_t number);
  std::string text() const;

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

}  // namespace differential
