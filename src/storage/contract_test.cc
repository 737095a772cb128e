// The drivers that the contract is tested on.
#include "storage/contract_test.h"

#include "storage/make_driver.h"
#include "storage/memory/memory_driver.h"
#include "storage/null/null_driver.h"
#include "storage/posix/posix_driver.h"

namespace strait::storage {
namespace {

Subject posix(std::string name, PosixOptions options) {
  return {std::move(name), [options](const TemporaryDirectory& directory) {
            PosixOptions mine = options;
            std::filesystem::create_directories(directory / "export");
            mine.root = directory / "export";
            if (mine.handle_database == "file:") mine.handle_database += directory / "handles";
            auto driver = PosixDriver::create(mine);
            if (!driver) throw std::runtime_error(to_string(driver.error()));
            return std::move(*driver);
          }};
}

}  // namespace

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> all{
      {"memory", [](const TemporaryDirectory&) { return std::make_unique<MemoryDriver>(); }},
      posix("posix", {}),
      posix("posix_two_descriptors", {.descriptors_max = 2}),
      posix("posix_walk_memory_handles",
            {.resolution = Resolution::walk, .handles = Handles::database}),
      posix("posix_file_handles", {.handles = Handles::database, .handle_database = "file:"}),
      {"null", [](const TemporaryDirectory&) { return std::make_unique<NullDriver>(); }},
      {"decorated",
       [](const TemporaryDirectory&) {
         return make_driver("delay:us=0:error:rate=0/1:memory:", {}).value();
       }},
  };
  return all;
}

}  // namespace strait::storage
