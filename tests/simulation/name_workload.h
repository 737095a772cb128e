// A random program that creates, renames and removes names of its own, one after the other, and
// knows exactly how each must end: what is not idempotent must happen once, however often it is
// sent. It also writes to its files and goes on without waiting: a name must not go, nor change,
// before what was written to its file is *written*.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "base/random.h"
#include "base/simulation.h"
#include "data_site.h"
#include "sim_call.h"
#include "simulated_client.h"

namespace strait::simulation {

class NameWorkload {
 public:
  using Complain = std::function<void(std::string)>;

  NameWorkload(SimulatedExecutor& executor, SimulatedClient& client, Random& random, DataSite& site,
               std::uint32_t number, std::uint32_t operations, Complain complain);

  void start() { schedule_next(); }
  bool finished() const { return left_ == 0 && !open_ && writes_ == 0; }
  // The names on the disk are those that the answers tell.
  void check_disk(DataSite& site);

 private:
  static constexpr std::uint64_t kNames = 4;
  static constexpr std::size_t kBytes = 64;  // of a file that are written

  void schedule_next();
  void issue();
  void create(const std::string& path);
  void write(const std::string& path);
  void remove(const std::string& path);
  void rename(const std::string& from, const std::string& to);
  void make_directory(const std::string& path);
  template <class Args>
  std::shared_ptr<SimCall> call(wire::Operation operation, Args args,
                                const std::optional<wire::Handle>& taken = std::nullopt);
  // Submits; `expected` is the only acceptable failure, `done` what follows from success.
  void submit(std::shared_ptr<SimCall> call, std::optional<ErrorKind> expected, std::string what,
              std::function<void()> done);
  std::string path_of(std::uint64_t number) const;

  SimulatedExecutor& executor_;
  SimulatedClient& client_;
  Random& random_;
  DataSite& site_;
  const std::uint32_t number_;
  const Complain complain_;
  struct Entry {
    std::optional<wire::Handle> handle;
    bool directory = false;
    std::byte contents{0};  // of all its bytes, once all its writes have been carried out
  };
  void check_contents(const std::string& path);

  std::map<std::string, Entry> names_;
  std::uint32_t left_;
  bool open_ = false;
  std::uint32_t writes_ = 0;  // unanswered
};

}  // namespace strait::simulation
