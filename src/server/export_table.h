// What the server offers: named trees of files, each with the driver that stores it. Fixed before
// the first client comes; any thread reads.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "storage/driver.h"

namespace strait::server {

struct Export {
  std::string name;
  std::shared_ptr<storage::Driver> driver;
  bool read_only = false;
  std::uint16_t id = 0;  // within handles; follows from the name, so that it survives a restart
};

class ExportTable {
 public:
  // invalid_argument where a name is empty, too long or there twice.
  static Result<ExportTable> create(std::vector<Export> exports);

  Result<const Export*> by_name(std::string_view name) const;  // unknown_export
  Result<const Export*> by_id(std::uint16_t id) const;         // stale: no longer offered
  const std::map<std::uint16_t, Export>& all() const { return exports_; }

 private:
  std::map<std::uint16_t, Export> exports_;
};

}  // namespace strait::server
