// How a request names a file that it has no handle of, and how a request that must not be done
// twice is numbered.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "wire/heads.h"

namespace strait::wire {

struct PathName {
  std::string export_name;
  std::string path;  // relative to the export's root; empty: the root itself

  static void describe(auto& xdr, auto& name) {
    xdr.text(name.export_name, kExportMaxBytes);
    xdr.text(name.path, kPathMaxBytes);
  }
};

struct ChildName {
  Handle parent{};
  std::string component;

  static void describe(auto& xdr, auto& name) {
    xdr.fixed(name.parent);
    xdr.text(name.component, kNameMaxBytes);
  }
};

// In the order of `enum naming`.
using Name = std::variant<PathName, ChildName>;

struct Replay {
  std::uint64_t number = 0;          // grows by one with each such request of this client
  std::uint64_t answered_up_to = 0;  // the client has every answer up to this one

  static void describe(auto& xdr, auto& replay) {
    xdr.number(replay.number);
    xdr.number(replay.answered_up_to);
  }
};

}  // namespace strait::wire
