// Whether a copy that broke off can be continued, and from where. Pure.
//
// Bytes arrive under "NAME.part", which gets its final name when it is whole. What stands in a part
// is taken only where the source has not changed since the part was last written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "wire/attributes.h"

namespace strait::cli {

// What is known of a file on either side.
struct FileFacts {
  std::uint64_t size = 0;
  wire::Timestamp modified;
};

bool older(const wire::Timestamp& a, const wire::Timestamp& b);

// The name for the part of `name`, cut where it would be longer than a name may be.
std::string part_name(std::string_view name);

// Whether `there` is a whole copy of `source` already: as long, and not older.
bool is_complete(const FileFacts& source, const FileFacts& there);

// How many bytes of the part need not be copied again: all but the last `uncertain` ones, which may
// have holes; nothing where the source is newer, or shorter.
std::uint64_t resume_offset(const FileFacts& source, const FileFacts& part,
                            std::uint64_t uncertain);

// The bytes before `offset` that are compared with the source before the copy is continued.
Extent checked_range(std::uint64_t offset);

}  // namespace strait::cli
