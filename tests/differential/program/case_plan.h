// A case: datatypes, and steps that all ranks take in the same order on one file. Its text form is
// what a failing case is kept in; README.md describes it. Values; any thread.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "datatype_plan.h"

namespace differential {

// Numbers of each call, per rank; none for those that are not named:
//   open             mode (bits of Mode), strait_request_size (0: not given),
//                    romio_ds_write (0: not given, 1: disable, 2: enable)
//   set_view         displacement, etype, filetype,
//                    representation (0 native, 1 internal, 2 one that nobody knows)
//   set_size         size
//   preallocate      size
//   seek             offset, whence (0 SET, 1 CUR, 2 END, 3 none of them); seek_shared: the same
//   get_byte_offset  offset
//   get_type_extent  datatype
//   set_atomicity    0 or 1
//   access           offset (used where the call has one), datatype (-1: null), count
// remove is called by rank 0 alone, while nobody has the file open; sync is sync, barrier, sync
// (section 14.6.1); wait is for all nonblocking accesses. All ranks meet before and after a call at
// the shared file pointer that is not collective.
enum class Call {
  open,
  close,
  remove,
  set_view,
  get_view,
  set_size,
  preallocate,
  get_size,
  sync,
  seek,
  get_position,
  get_byte_offset,
  get_type_extent,
  get_amode,
  get_atomicity,
  set_atomicity,
  wait,
  split_end,
  seek_shared,
  get_position_shared,
  access,
};

enum Mode : std::int64_t {
  kReadOnly = 1,
  kWriteOnly = 2,
  kReadWrite = 4,
  kCreate = 8,
  kExclusive = 16,
  kAppend = 32,
  kDeleteOnClose = 64,
  kUniqueOpen = 128,
};

enum class Form { blocking, nonblocking, split };

// Which of the data access functions. `shared` and `collective` is ordered.
struct AccessKind {
  bool write = false;
  bool at = false;
  bool shared = false;
  bool collective = false;
  Form form = Form::blocking;

  friend bool operator==(const AccessKind&, const AccessKind&) = default;
};

using Numbers = std::vector<std::int64_t>;

struct Step {
  Call call = Call::sync;
  AccessKind kind;
  std::vector<std::optional<Numbers>> ranks;  // nothing: the rank does not take part
};

// "set_view", "iwrite_at_all", "read_all_begin"
std::string name_of(const Step& step);
bool is_collective(const Step& step);
// At the shared file pointer, by one rank after the other.
bool is_serialized(const Step& step);

struct CasePlan {
  std::uint64_t seed = 0;
  int ranks = 1;
  std::vector<DatatypePlan> datatypes;
  std::vector<Step> steps;
};

inline constexpr int kRanksMax = 4;

void print(const CasePlan& plan, std::ostream& out);
// The next case of the stream; nothing at its end. Throws std::runtime_error at what it does not
// understand.
std::optional<CasePlan> parse(std::istream& in);

}  // namespace differential
