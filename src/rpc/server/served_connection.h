// The server's end of one connection: takes requests from the stream in order, hands them to its
// Session, and sends the replies. A WRITE's payload is received a chunk at a time and given on
// while it is still in the cache; a READ is answered by frames made one after the other as the
// socket takes them. What is slow runs on the workers and is answered out of order; everything else
// runs on the thread that received it. A connection that others keep waiting for (a full socket, no
// memory, a request that is not ready) simply stops reading: that is how its peer is slowed down.
//
// Owned by the callbacks that are pending for it, and by the ServerEnd until it has ended. Threads:
// any may signal; one at a time works (Strand). The same code runs under a reactor with many
// threads and in a simulation with one. Nothing blocks but what an Exchange does inline.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "rpc/server/buffer_pool.h"
#include "rpc/server/patience.h"
#include "rpc/server/reply_queue.h"
#include "rpc/server/second_look.h"
#include "rpc/server/slow_requests.h"
#include "rpc/server/strand.h"
#include "rpc/server/surroundings.h"
#include "rpc/server/turn.h"
#include "transport/connection.h"
#include "wire/frame_reader.h"

namespace strait::rpc {

class ServedConnection final : public Peer, public std::enable_shared_from_this<ServedConnection> {
 public:
  using Ended = std::function<void(const std::shared_ptr<ServedConnection>&)>;

  ServedConnection(std::unique_ptr<transport::Connection> connection, Surroundings& around,
                   Ended ended);
  ~ServedConnection() override;
  void start();

  // Answers what has been received, then ends.
  void drain() { signal(kDrain); }

  void wake() override { signal_later(kWake); }
  void close(std::string reason) override;
  std::string describe() const override { return connection_->describe(); }

 private:
  enum Event : std::uint32_t {
    kStart = 1,
    kReadable = 2,
    kWritable = 4,
    kWake = 8,
    kSlowDone = 16,
    kMemory = 32,
    kTickEvent = 64,
    kTurn = 128,
    kDrain = 256,
    kClose = 512,
  };
  // Where the request that is being taken stands.
  enum class Stage : std::uint8_t {
    frame,    // between requests, or within the head of one
    parked,   // begun, not ready
    payload,  // its payload is coming
    answer,   // its reply is being made, piece by piece
  };

  void signal(std::uint32_t event);
  void signal_later(std::uint32_t event);
  void work(std::uint32_t events);
  void pump();
  bool has_turn();
  bool step();
  bool step_frame();
  bool claim_body();
  bool step_payload();
  bool step_answer();
  void begin();
  void hand_over_chunk(std::size_t size);
  bool is_deferred() const;
  bool run_continuing();
  void cancel(ConstBytes body);
  std::size_t room_for(const Exchange& exchange) const;
  void emit(const wire::FrameHeader& request, Piece piece, Buffer payload);
  void collect_slow();

  bool receive();
  bool take_memory(std::size_t size, Buffer& into);
  void arm_readable();
  void arm_writable();
  void arm_tick();
  void tick();
  void give_signs_of_life();
  bool unfinished() const;

  void fail(const Error& error, const wire::FrameHeader& request);
  void end_after_replies(std::string reason);
  void finish(std::string reason, bool failed);

  // Constant after construction.
  Surroundings& around_;
  const std::unique_ptr<transport::Connection> connection_;
  const std::string name_;

  Strand strand_;

  // From other threads.
  std::atomic<bool> closing_{false};
  std::mutex mutex_;
  std::string close_reason_;  // guarded by mutex_
  Buffer granted_;            // guarded by mutex_

  // All below: the working thread's.
  Ended ended_;
  std::unique_ptr<Session> session_;
  wire::FrameReader reader_;
  ReplyQueue replies_;
  std::unique_ptr<SlowRequests> slow_;
  std::uint64_t payload_max_ = 0;  // that the peer takes in one frame
  bool greeted_ = false;
  bool done_ = false;
  bool draining_ = false;
  bool ending_ = false;  // no more input; ends when the replies have gone
  std::string end_reason_;

  // The current request. While its payload comes, the first chunk_size_ bytes of chunk_ are placed
  // in the reader for the bytes from chunk_begin_ on.
  Stage stage_ = Stage::frame;
  wire::FrameHeader header_;
  std::unique_ptr<Exchange> exchange_;
  Buffer chunk_;
  std::size_t chunk_size_ = 0;
  std::uint64_t chunk_begin_ = 0;
  std::vector<SlowRequest::Part> kept_;  // the payload so far, of a request that is deferred

  // Stands in the pool's books for the memory that a large body takes in the reader.
  Buffer body_claim_;

  // Deferred requests whose next piece has not been asked for yet.
  std::vector<std::unique_ptr<SlowRequest>> continuing_;

  // What is pending: each at most once.
  bool readable_armed_ = false;
  bool writable_armed_ = false;
  bool tick_armed_ = false;
  bool turn_posted_ = false;
  bool memory_asked_ = false;
  BufferPool::Wait memory_wait_;
  bool drained_socket_ = false;  // the last receive got less than it could have
  SecondLook second_look_;       // whether to receive all the same

  Turn turn_;

  // For the ticks and the log.
  Patience patience_;
  std::uint64_t received_bytes_ = 0;
  std::uint64_t requests_ = 0;
  std::uint64_t chunks_ = 0;
  std::uint64_t received_at_tick_ = 0;
  std::uint32_t waiting_ticks_ = 0;
};

}  // namespace strait::rpc
