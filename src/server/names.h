// From the wire's names to those of storage. The result borrows from the name that was given.
#pragma once

#include "server/core.h"
#include "wire/names.h"

namespace strait::server {

struct Place {
  const Export* of;
  storage::Driver::Name name;

  storage::Driver& driver() const { return *of->driver; }
  // "'a/b' in export 'data'".
  std::string describe() const;
};

// Errors: unknown_export, bad_handle, stale; invalid_argument for a component that is none.
Result<Place> place_of(const Core& core, const wire::Name& name);
// The same, for an operation that changes something. Also read_only.
Result<Place> place_to_change(const Core& core, const wire::Name& name);
Result<Core::File> file_to_change(const Core& core, const wire::Handle& handle);

// The handle of an object, if it is one of that export. bad_handle, cross_device.
Result<storage::ObjectId> object_in(const Core& core, const Export& of, const wire::Handle& handle);

// What is there by this name, not following a link; nothing where there is nothing.
Result<std::optional<storage::Entry>> look(const Place& place);

}  // namespace strait::server
