#include "daemon/exports.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "storage/make_driver.h"
#include "storage/posix/range_gates.h"

namespace strait::daemon {

Result<std::vector<server::Export>> open_exports(const Options& options, Log& log) {
  std::vector<server::Export> exports;
  // One export may lie within another.
  const auto gates = std::make_shared<storage::RangeGates>();
  for (const Export& one : options.exports) {
    storage::DriverOptions settings;
    settings.read_only = one.read_only;
    settings.log = &log;
    settings.posix.read_only = one.read_only;
    settings.posix.gates = gates;
    settings.posix.descriptors_max =
        std::max<std::size_t>(1, options.descriptors / options.exports.size());
    if (!options.handle_database.empty()) {
      settings.posix.handle_database = "file:" + options.handle_database + "." + one.name;
    }
    auto driver = storage::make_driver(one.store, settings);
    if (!driver) {
      Error failure = std::move(driver).error().during("export '" + one.name + "'");
      if (failure.kind == ErrorKind::not_found) failure.what += "; straitd makes no directories";
      return failure;
    }
    log.info("offering", {{"export", one.name},
                          {"store", one.store},
                          {"access", one.read_only ? "read-only" : "read-write"}});
    exports.push_back({.name = one.name, .driver = std::move(*driver), .read_only = one.read_only});
  }
  return exports;
}

}  // namespace strait::daemon
