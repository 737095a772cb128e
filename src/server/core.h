// The parts of one server that its requests share. Made by Server; kept alive by whatever still
// runs for it. Each part locks for itself.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/executor.h"
#include "base/log.h"
#include "rpc/server/buffer_pool.h"
#include "server/atomic_sections.h"
#include "server/client_table.h"
#include "server/counters.h"
#include "server/export_table.h"
#include "server/handle_seal.h"
#include "server/kept_share.h"
#include "server/reply_cache.h"
#include "server/shared_pointers.h"
#include "server/verifiers.h"
#include "server/view_cache.h"
#include "server/write_back.h"
#include "wire/limits.h"

namespace strait::server {

struct Core {
  Core(Executor& network_executor, Executor& worker_executor, const Clock& time, Log& lines,
       Journal& replies_journal, ExportTable table, const SipKey& key,
       std::uint64_t process_verifier, std::uint64_t host_verifier, std::size_t memory,
       std::size_t view_memory);
  ~Core();
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  Executor& network;
  Executor& workers;
  const Clock& clock;
  Log& log;

  ExportTable exports;
  HandleSeal seal;
  Verifiers verifiers;
  wire::Id id{};         // of the server's state directory
  std::string software;  // told in HELLO
  wire::Limits limits;   // what we take

  rpc::BufferPool pool;
  const std::shared_ptr<KeptShare> kept;  // half of it
  ViewCache views;
  ReplyCache replies;
  SharedPointers pointers;
  ClientTable clients;
  std::shared_ptr<WriteBack> write_back;
  AtomicSections atomic;
  Counters counters;

  struct File {
    FileKey key;
    const Export* of;
    storage::Driver& driver() const { return *of->driver; }
  };
  // bad_handle, stale.
  Result<File> file(const wire::Handle& handle) const;

 private:
  void lost(const HeldWrite& write, const Error& why);
};

}  // namespace strait::server
