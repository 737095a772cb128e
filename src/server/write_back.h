// WRITEs that were acknowledged as *received*: their data lies in pooled memory, in a queue per
// file (whichever export it is reached by), and is written by the workers soon. Whoever is about to
// touch a file drains its queue first, so that nobody can tell that there is one.
//
// A write that fails here has been promised already: it is remembered for its writer, and the
// process verifier changes, which tells every client that what was only received is gone.
//
// Thread-safe. `drain` and `flush` write on the calling thread, and wait for one that is being
// written. Owned by the server; work that is posted and comes after `abandon` does nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/executor.h"
#include "rpc/server/buffer_pool.h"
#include "server/client_state.h"
#include "server/kept_share.h"
#include "server/placement.h"
#include "storage/driver.h"

namespace strait::server {

// The data of a WRITE, or the part of it that is not yet written.
struct HeldPart {
  rpc::Buffer buffer;
  std::size_t size = 0;
};

struct HeldWrite {
  std::shared_ptr<ClientState> client;
  FileKey file;
  std::uint64_t sequence = 0;
  std::shared_ptr<storage::Driver> driver;
  Placement placement;
  storage::AccessOptions options;
  std::vector<HeldPart> parts;
  KeptShare::Claim claim;
};

// Writes `data` where the placement says, batch by batch.
Status write_placed(storage::Driver& driver, const storage::ObjectId& object, Placement& placement,
                    ConstBytes data, const storage::AccessOptions& options);

class WriteBack : public std::enable_shared_from_this<WriteBack> {
 public:
  // `failed` is told of each loss, without a lock.
  using Failed = std::function<void(const HeldWrite&, const Error&)>;
  WriteBack(Executor& workers, Failed failed) : workers_(workers), failed_(std::move(failed)) {}

  void add(HeldWrite write);
  // All that was added for this file is written, or has failed.
  void drain(const FileKey& file) { drain(file.object); }
  void flush();
  // Nothing is written any more: the process has died, as far as this server is concerned.
  void abandon();
  bool empty() const { return held_.load() == 0; }

 private:
  struct Queue {
    std::mutex order;              // held while one of them is written; taken before mutex_
    std::deque<HeldWrite> writes;  // guarded by WriteBack::mutex_
    bool posted = false;           // guarded by WriteBack::mutex_
  };

  void drain(const storage::ObjectId& file);
  void drain(const storage::ObjectId& file, const std::shared_ptr<Queue>& queue);

  Executor& workers_;
  const Failed failed_;
  std::atomic<std::size_t> held_{0};

  std::mutex mutex_;
  // Guarded by mutex_:
  std::unordered_map<storage::ObjectId, std::shared_ptr<Queue>, ObjectHash> queues_;
  bool abandoned_ = false;
};

}  // namespace strait::server
