// What is about to be done for a request that must not be done twice, written to the journal before
// it is done. After a crash in between, it says enough to find out whether it was done
// (recovery.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "wire/names.h"
#include "wire/operation.h"

namespace strait::server {

struct Intent {
  std::uint32_t operation = 0;         // wire::Operation
  wire::Name name;                     // what is made, removed, or renamed
  wire::Name to;                       // RENAME: the new name
  std::optional<wire::Handle> object;  // REMOVE, RENAME: what the name led to; LINK: the file
  std::string target;                  // SYMLINK

  static void describe(auto& xdr, auto& intent) {
    xdr.number(intent.operation);
    xdr.one_of(intent.name);
    xdr.one_of(intent.to);
    xdr.optional(intent.object);
    xdr.text(intent.target, wire::kPathMaxBytes);
  }
};

}  // namespace strait::server
