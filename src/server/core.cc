#include "server/core.h"

namespace strait::server {

Core::Core(Executor& network_executor, Executor& worker_executor, const Clock& time, Log& lines,
           Journal& replies_journal, ExportTable table, const SipKey& key,
           std::uint64_t process_verifier, std::uint64_t host_verifier, std::size_t memory,
           std::size_t view_memory)
    : network(network_executor),
      workers(worker_executor),
      clock(time),
      log(lines),
      exports(std::move(table)),
      seal(key),
      verifiers(process_verifier, host_verifier),
      pool(memory),
      kept(std::make_shared<KeptShare>(memory / 2)),
      views(view_memory),
      replies(replies_journal),
      pointers(replies, time, host_verifier),
      clients([this](const wire::Id& client) { replies.forget_client(client); }),
      write_back(std::make_shared<WriteBack>(
          worker_executor,
          [this](const HeldWrite& write, const Error& why) { lost(write, why); })) {}

Core::~Core() { write_back->abandon(); }

// Clients must learn at once that they cannot count on what was only received.
void Core::lost(const HeldWrite& write, const Error& why) {
  verifiers.change_process();
  counters.write_backs_failed.add();
  log.error("a write that had been acknowledged as received was lost",
            {{"sequence", write.sequence}, {"error", to_string(why)}});
}

Result<Core::File> Core::file(const wire::Handle& handle) const {
  STRAIT_ASSIGN(const FileKey key, seal.open(handle));
  STRAIT_ASSIGN(const Export* const of, exports.by_id(key.export_id));
  return File{key, of};
}

}  // namespace strait::server
