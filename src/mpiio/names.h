// Which file names are ours: those spelled strait:..., and local ones under a prefix of STRAIT_MAP,
// taken from the working directory where they are relative. Any thread; the environment is read
// once.
#pragma once

#include <optional>
#include <string_view>

#include "client/remote_name.h"
#include "mpiio/failure.h"

namespace strait::mpiio {

// Whether a name could be ours at all: a few instructions, so that the program's other names cost
// nothing.
bool may_be_remote(std::string_view name);

// Nothing for a name that belongs to somebody else. Fails for a name of ours that cannot be
// understood, and, as long as STRAIT_MAP itself cannot be, for every other name: to write them
// somewhere else than was asked for would be worse.
Answer<std::optional<client::RemoteName>> remote_name(std::string_view name);

}  // namespace strait::mpiio
