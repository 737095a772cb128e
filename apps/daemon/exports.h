// From the exports of a command line to storage that is open.
#pragma once

#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "daemon/options.h"
#include "server/export_table.h"

namespace strait::daemon {

// Opens each export's store. The descriptors are divided among them. `log` outlives the exports.
Result<std::vector<server::Export>> open_exports(const Options& options, Log& log);

}  // namespace strait::daemon
