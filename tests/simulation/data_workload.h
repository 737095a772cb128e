// A random program that writes, reads and commits its own bytes of files that it shares with other
// clients, and a checker that knows what each acknowledgement promised.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/simulation.h"
#include "data_site.h"
#include "shadow_file.h"
#include "sim_call.h"
#include "simulated_client.h"

namespace strait::simulation {

struct DataFile {
  std::string path;
  wire::Handle handle{};
};

class DataWorkload {
 public:
  struct Shape {
    std::uint32_t client = 0;   // which one of
    std::uint32_t clients = 1;  // how many share each file, block by block
    std::uint32_t operations = 60;
  };
  using Complain = std::function<void(std::string)>;

  DataWorkload(SimulatedExecutor& executor, SimulatedClient& client, Random& random, Shape shape,
               const std::vector<DataFile>& files, Complain complain);

  void start() { schedule_next(); }
  bool finished() const { return issued_ >= shape_.operations && open_ == 0; }
  // After the disk has lost what was not committed.
  void power_was_cut(DataSite& site);
  // Every byte that is certain is on the disk.
  void check_disk(DataSite& site);

 private:
  static constexpr std::size_t kBytes = 1024;  // of its own in each file
  static constexpr std::size_t kBlock = 32;    // that lie together
  static constexpr std::uint32_t kOpenMax = 12;

  struct OwnFile {
    const DataFile* file;
    ShadowFile shadow{kBytes};
    bool commit_must_fail = false;
    bool commit_may_fail = false;
  };
  struct OpenRead {
    OwnFile* file;
    std::size_t begin;
    ShadowFile::Snapshot expected;
  };

  void schedule_next();
  void issue();
  void write(OwnFile& own, std::uint64_t operation);
  void read(OwnFile& own);
  void commit(OwnFile& own, std::uint64_t operation, wire::Durability level);
  std::vector<Extent> extents(std::size_t begin, std::size_t end) const;
  rpc::Footprint footprint(const OwnFile& own, std::size_t begin, std::size_t end,
                           bool writes) const;
  void submit(std::shared_ptr<SimCall> call, std::function<void(std::optional<Error>)> end);
  std::vector<ShadowFile::Value> disk_bytes(DataSite& site, const OwnFile& own) const;
  void complain(const OwnFile& own, const std::string& what);

  SimulatedExecutor& executor_;
  SimulatedClient& client_;
  Random& random_;
  const Shape shape_;
  const Complain complain_;
  std::vector<OwnFile> files_;
  std::vector<std::shared_ptr<OpenRead>> reads_;
  std::uint64_t issued_ = 0;
  std::uint32_t open_ = 0;
};

}  // namespace strait::simulation
