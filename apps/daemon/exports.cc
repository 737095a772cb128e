#include "daemon/exports.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "storage/memory/memory_driver.h"
#include "storage/posix/posix_driver.h"

namespace strait::daemon {
namespace {

constexpr std::string_view kMemoryStore = "memory:";
constexpr std::string_view kNullStore = "null:";

bool is_directory(const Export& one) {
  return one.store != kMemoryStore && one.store != kNullStore;
}

Result<std::shared_ptr<storage::Driver>> open_store(const Export& one, const Options& options,
                                                    std::size_t descriptors) {
  if (one.store == kMemoryStore) {
    return std::shared_ptr<storage::Driver>(
        std::make_shared<storage::MemoryDriver>(storage::MemoryOptions{}));
  }
  storage::PosixOptions settings;
  settings.root = one.store;
  settings.read_only = one.read_only;
  settings.descriptors_max = descriptors;
  if (!options.handle_database.empty()) {
    settings.handle_database = "file:" + options.handle_database + "." + one.name;
  }
  STRAIT_ASSIGN(std::unique_ptr<storage::Driver> driver,
                storage::PosixDriver::create(std::move(settings)));
  return std::shared_ptr<storage::Driver>(std::move(driver));
}

}  // namespace

Result<std::vector<server::Export>> open_exports(const Options& options) {
  const auto directories = std::ranges::count_if(options.exports, is_directory);
  const std::size_t descriptors = std::max<std::size_t>(
      1, options.descriptors / static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, directories)));
  std::vector<server::Export> exports;
  for (const Export& one : options.exports) {
    auto driver = open_store(one, options, descriptors);
    if (!driver) {
      return std::move(driver).error().during("export '" + one.name + "' of " + one.store);
    }
    exports.push_back({.name = one.name, .driver = std::move(*driver), .read_only = one.read_only});
  }
  return exports;
}

}  // namespace strait::daemon
