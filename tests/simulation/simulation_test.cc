// Thousands of schedules of clients, a server and a disk that meet with cut links, killed servers,
// power cuts, late and damaged bytes, each from one seed. What was acknowledged must be there, what
// was done once must be done once, and everything must end.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "data_site.h"
#include "data_workload.h"
#include "name_workload.h"
#include "simulated_client.h"

namespace strait::simulation {
namespace {

constexpr std::uint64_t kSchedules = 2000;
constexpr std::uint64_t kEventsMax =
    2'000'000;  // more than that, and somebody goes round in circles

class Schedule {
 public:
  explicit Schedule(std::uint64_t seed)
      : random_(seed),
        executor_(random_.next()),
        network_(executor_, random_),
        site_(executor_, network_, random_, random_.chance(1, 2)),
        power_cuts_(random_.chance(1, 3)) {
    network_.set_scripts([this](std::string_view, std::uint64_t) { return script(); });
  }

  std::vector<std::string> run() {
    const auto clients = static_cast<std::uint32_t>(1 + random_.below(3));
    make_files();
    for (std::uint32_t i = 0; i < clients; ++i) add_client(i, clients);
    for (auto& workload : data_) workload->start();
    for (auto& workload : names_) workload->start();
    plan_faults();
    const std::uint64_t events = executor_.run_until_idle(kEventsMax);
    if (events >= kEventsMax) complain("it does not come to an end");
    if (!finished()) complain("operations are left over");
    for (auto& workload : data_) workload->check_disk(site_);
    if (!power_cuts_) {
      for (auto& workload : names_) workload->check_disk(site_);
    }
    return complaints_;
  }

 private:
  void complain(std::string what) { complaints_.push_back(std::move(what)); }
  bool finished() const {
    for (const auto& workload : data_) {
      if (!workload->finished()) return false;
    }
    for (const auto& workload : names_) {
      if (!workload->finished()) return false;
    }
    return true;
  }

  Duration up_to(std::uint64_t microseconds) {
    return std::chrono::microseconds(random_.below(microseconds));
  }

  transport::loopback::Script script() {
    transport::loopback::Script out;
    out.may_damage = true;
    for (auto* faults : {&out.to_listener, &out.to_connector}) {
      faults->latency = up_to(5000);
      if (random_.chance(1, 3)) faults->split_bytes_max = 1 + random_.below(200);
      if (random_.chance(1, 4)) faults->capacity_bytes = 64 + random_.below(2000);
      if (random_.chance(1, 4))
        faults->bandwidth_bytes_per_second = 200'000 + random_.below(10'000'000);
      if (calm_) continue;
      if (random_.chance(1, 4)) faults->cut_at_byte = random_.below(20'000);
      if (random_.chance(1, 8)) faults->corrupt_byte = random_.below(20'000);
    }
    out.to_listener.flight_survives_cut = random_.chance(1, 2);
    out.refuse = !calm_ && random_.chance(1, 10);
    return out;
  }

  void make_files() {
    for (int i = 0; i < 2; ++i) {
      const std::string path = fmt::format("file-{}", i);
      auto made = site_.disk().create({.parent = std::nullopt, .path = path}, false, {});
      (void)site_.disk().commit(made->entry.object);
      files_.push_back({path, {}});
    }
  }

  void add_client(std::uint32_t number, std::uint32_t clients) {
    rpc::CoreOptions options;
    options.timeout = std::chrono::seconds(60);
    options.window_requests = static_cast<std::uint32_t>(1 + random_.below(16));
    options.client[0] = static_cast<std::byte>(number + 1);
    options.server = DataSite::kAddress;
    clients_.push_back(std::make_unique<SimulatedClient>(executor_, network_, random_, options));
    SimulatedClient& client = *clients_.back();
    if (number == 0) look_up_files(client);
    const auto complaint = [this](std::string what) { complain(std::move(what)); };
    data_.push_back(std::make_unique<DataWorkload>(
        executor_, client, random_, DataWorkload::Shape{.client = number, .clients = clients},
        files_, complaint));
    // A power cut takes names back, too; what that means is for the checkers of data alone.
    if (power_cuts_) return;
    names_.push_back(
        std::make_unique<NameWorkload>(executor_, client, random_, site_, number, 20, complaint));
  }

  // Before anything goes wrong.
  void look_up_files(SimulatedClient& client) {
    calm_ = true;
    for (DataFile& file : files_) {
      const auto call = std::make_shared<SimCall>(
          rpc::Call::Traits{.operation = wire::Operation::lookup},
          [path = file.path](const rpc::SendContext&) {
            return wire::encode(wire::RequestHead{},
                                wire::LookupArgs{.name = wire::PathName{"data", path}});
          });
      call->take = [&file](wire::XdrDecoder& results) -> Status {
        STRAIT_ASSIGN(const auto entry, results.take<wire::EntryResults>());
        file.handle = entry.file;
        return {};
      };
      call->end = [this](const std::optional<Error>& error) {
        if (error) complain("looking up a file: " + error->what);
      };
      client.submit(call);
    }
    while (!client.core().idle() && executor_.step()) {
    }
    calm_ = false;
  }

  void plan_faults() {
    const Instant start = executor_.clock().now();
    for (std::uint64_t i = 0, n = random_.below(6); i < n; ++i) {
      executor_.post_at(start + up_to(150'000), [this] { one_fault(); });
    }
    // In the end everything works, so that everything can end.
    executor_.post_at(start + std::chrono::milliseconds(400), [this] {
      calm_ = true;
      if (!site_.running()) site_.start();
    });
  }

  void one_fault() {
    switch (random_.below(3)) {
      case 0:
        return clients_[random_.below(clients_.size())]->drop_connection();
      case 1:
        return network_.sever(DataSite::kAddress);
      default:
        break;
    }
    if (!site_.running()) return;
    if (power_cuts_ && random_.chance(1, 2)) {
      site_.cut_power();
      for (auto& workload : data_) workload->power_was_cut(site_);
    } else {
      site_.kill();
    }
    executor_.post_at(executor_.clock().now() + up_to(40'000), [this] {
      if (!site_.running()) site_.start();
    });
  }

  SeededRandom random_;
  SimulatedExecutor executor_;
  transport::loopback::Network network_;
  DataSite site_;
  const bool power_cuts_;
  bool calm_ = false;
  std::vector<DataFile> files_;
  std::vector<std::unique_ptr<SimulatedClient>> clients_;
  std::vector<std::unique_ptr<DataWorkload>> data_;
  std::vector<std::unique_ptr<NameWorkload>> names_;
  std::vector<std::string> complaints_;
};

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST(Simulation, KeepsEveryPromiseUnderFaults) {
  const std::uint64_t first = number_from("STRAIT_SEED", number_from("STRAIT_FIRST", 1));
  const std::uint64_t count =
      std::getenv("STRAIT_SEED") != nullptr ? 1 : number_from("STRAIT_SCHEDULES", kSchedules);
  std::uint64_t failed = 0;
  for (std::uint64_t seed = first; seed < first + count && failed < 5; ++seed) {
    const auto complaints = Schedule(seed).run();
    if (complaints.empty()) continue;
    ++failed;
    std::string text;
    for (const std::string& complaint : complaints) text += "\n  " + complaint;
    ADD_FAILURE() << "STRAIT_SEED=" << seed << text;
  }
}

}  // namespace
}  // namespace strait::simulation
