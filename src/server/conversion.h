// Between the wire's structures and those of storage. Pure.
#pragma once

#include "base/result.h"
#include "storage/driver.h"
#include "wire/attributes.h"

namespace strait::server {

wire::Attributes to_wire(const storage::Attributes& attributes);
// invalid_argument where a time or mode is out of range.
Result<storage::SetAttributes> to_storage(const wire::SetAttributes& change);

}  // namespace strait::server
