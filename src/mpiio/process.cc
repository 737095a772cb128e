#include "mpiio/process.h"

#include <algorithm>
#include <atomic>
#include <cstdio>

#include "client/settings.h"
#include "mpiio/completion.h"
#include "mpiio/stderr_log.h"
#include "sys/environment.h"
#include "sys/fork.h"
#include "sys/node_voice.h"

namespace strait::mpiio {
namespace {

// Set once, and never destroyed: calls of MPI may come after the program's destructors have begun.
std::atomic<Process*> the_process{nullptr};

constexpr std::size_t kWarningsMax = 64;  // different ones, of one process

std::optional<std::string> variable(std::string_view name) { return sys::environment(name); }

config::Verbosity verbosity() {
  const Result<config::Settings> settings = config::resolve(variable, {});
  return settings ? settings->options.log : config::Verbosity::warning;
}

int world_rank() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

// The ranks of a machine lose a server that goes away at the same moment.
std::shared_ptr<void> voice_for(const std::string& server) {
  auto voice = sys::take_node_voice("lost " + server);
  return voice ? std::make_shared<sys::UniqueFd>(std::move(*voice)) : nullptr;
}

bool same(const client::ClientOptions& a, const client::ClientOptions& b) {
  return a.timeout == b.timeout && a.window_requests == b.window_requests &&
         a.window_bytes == b.window_bytes && a.request_size == b.request_size &&
         a.checksums == b.checksums;
}

}  // namespace

Process& Process::instance() {
  static std::mutex making;
  if (Process* made = the_process.load(std::memory_order_acquire)) return *made;
  const std::lock_guard lock(making);
  if (Process* made = the_process.load(std::memory_order_relaxed)) return *made;
  auto* const made = new Process;
  the_process.store(made, std::memory_order_release);
  return *made;
}

Process::Process()
    : log_(std::make_unique<StderrLog>(verbosity(), world_rank())),
      hint_file_(config::load_hint_file(variable, sys::small_file)) {
  end_with_mpi();
  sys::run_in_forked_children(forked);
}

std::shared_ptr<client::Client> Process::client_for(const config::Options& options) {
  client::ClientOptions wanted = client::client_options(options);
  wanted.software = STRAIT_SOFTWARE;
  wanted.voice = voice_for;
  const std::lock_guard lock(mutex_);
  const auto known = std::ranges::find_if(
      clients_, [&](const Shared& shared) { return same(shared.options, wanted); });
  if (known != clients_.end()) return known->client;
  clients_.push_back({wanted, std::make_shared<client::Client>(wanted, log_.get())});
  return clients_.back().client;
}

Answer<config::Settings> Process::settings(const config::HintSet& info) const {
  Result<config::Settings> settings =
      config::resolve(variable, {.call = {}, .info = info, .file = hint_file_});
  if (!settings) return failure(MPI_ERR_INFO_VALUE, "{}", settings.error().what);
  return std::move(*settings);
}

void Process::warn_once(const std::string& sentence, const std::string& url) {
  {
    const std::lock_guard lock(mutex_);
    if (warned_.size() >= kWarningsMax || !warned_.insert(sentence).second) return;
  }
  log_->warning(sentence, {{"file", url}});
}

void Process::print_if_wanted(const config::HintSet& hints) const {
  if (!config::wants_hints_printed(variable)) return;
  const std::string text = config::printable(hints);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

// MPI_Finalize deletes the attributes of MPI_COMM_SELF before it does anything else.
void Process::end_with_mpi() {
  int key = MPI_KEYVAL_INVALID;
  if (PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, finalized, &key, nullptr) != MPI_SUCCESS)
    return;
  PMPI_Comm_set_attr(MPI_COMM_SELF, key, this);
  PMPI_Comm_free_keyval(&key);  // lives on until the attribute is deleted
}

int Process::finalized(MPI_Comm, int, void*, void*) {
  end_completions();
  Process& process = instance();
  std::vector<Shared> ending;
  {
    const std::lock_guard lock(process.mutex_);
    ending.swap(process.clients_);
  }
  return MPI_SUCCESS;
}

// The parent's connections are the parent's: the child must neither use nor close them.
void Process::forked() noexcept {
  Process* process = the_process.load(std::memory_order_acquire);
  if (process == nullptr) return;
  for (const Shared& shared : process->clients_) shared.client->abandon_after_fork();
}

}  // namespace strait::mpiio
