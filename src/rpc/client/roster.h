// The calls of a client in the order they were issued, each with its state, and the rule which of
// them may be sent next. A call keeps its place until nothing can make it run again: unanswered
// ones, and WRITEs that were answered as *received* and are not known to be *written* (retained).
// Pure; the Core drives it. A call that comes and goes while few others are there costs no memory
// from the heap: that is every small round trip.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "rpc/client/call.h"

namespace strait::rpc {

struct Slot {
  enum class State : std::uint8_t {
    waiting,    // to be sent when its turn comes
    in_flight,  // given to the frame writer, or sent; not answered
    held,       // waiting for its remedy (Verdict::remedy)
    paused,     // answered that it is to come later: waiting again once its time has come
    retained,   // answered as received; kept until it is known to be written
  };

  std::shared_ptr<Call> call;
  State state = State::waiting;
  bool answered =
      false;  // the call has been told; being sent once more is between us and the server
  bool cancelled = false;      // cancel was asked for
  std::uint64_t request = 0;   // id of its latest sending
  std::uint64_t sequence = 0;  // WRITE
  std::uint64_t replay = 0;    // what is not idempotent
  std::uint64_t covers = 0;    // COMMIT: the last WRITE answered when it was sent
  std::uint64_t retained_as =
      0;  // retained: which one, in the order of becoming so; COMMIT: the last one it covers
  std::uint32_t sendings = 0;
  std::uint32_t losses =
      0;                 // connections lost while it was in flight, since it last heard anything
  Instant first_loss{};  // the time of the first of them
  std::uint32_t refusals = 0;  // answers that it is to come later
  Instant first_refusal{};
  Instant resume_at{};              // paused
  std::uint64_t placed = 0;         // bytes of the reply's payload so far
  std::shared_ptr<Call> remedies;   // the held call that this one is for
  Instant progress{};               // when something last happened to it
  std::list<Slot>::iterator place;  // its own, in the Roster
};

// What may be in flight at one time.
struct Window {
  std::uint32_t requests = 0;
  std::uint64_t bytes = 0;
};

class Roster {
 public:
  using Slots = std::list<Slot>;

  Roster() = default;
  Roster(const Roster&) = delete;
  Roster& operator=(const Roster&) = delete;

  Slot& add(std::shared_ptr<Call> call, Instant now);
  void remove(Slot& slot);
  void move_to_front(Slot& slot);

  // Forgets the retained ones that `over` says are written.
  void release(const std::function<bool(const Slot&)>& over);

  // `request` is larger than all before it.
  void mark_in_flight(Slot& slot, std::uint64_t request, Instant now);
  // No longer in flight: back to waiting, or held, or retained.
  void mark(Slot& slot, Slot::State state);

  Slot* find_request(std::uint64_t request);
  Slot* find(const Call& call);

  // The first waiting call that fits the window and conflicts with no earlier one; null where there
  // is none. Where a call waits only for retained WRITEs of its file, `blocked_by_retained` gets
  // one such call.
  Slot* next(const Window& window, Slot** blocked_by_retained);

  // Whether an earlier call than this one is in flight.
  bool older_in_flight(const Slot& slot) const;
  // All replay numbers below this one are answered; `next` is the first that was not given out.
  std::uint64_t first_unanswered_replay(std::uint64_t next) const;

  std::uint32_t waiting() const { return waiting_; }
  std::uint32_t in_flight() const { return in_flight_; }
  std::uint32_t retained() const { return retained_; }
  bool empty() const { return slots_.empty(); }
  // Calls that have not been answered, retained ones being sent again included.
  bool idle() const { return slots_.size() == retained_; }

  Slots& slots() { return slots_; }
  const Slots& slots() const { return slots_; }

 private:
  // How many waiting calls are looked at behind one that has to wait: enough to keep a window full
  // past a conflict.
  static constexpr int kLookahead = 64;

  void count(const Slot& slot, int by);

  // Places kept for calls to come.
  static constexpr std::size_t kSparePlaces = 16;

  using Sent = std::vector<Slot*>;
  Sent::iterator sent_at(std::uint64_t request);
  void forget_request(const Slot& slot);

  Slots slots_;
  Slots spare_;
  Sent sent_;  // those in flight, by request; the window keeps them few
  std::uint32_t waiting_ = 0;
  std::uint32_t in_flight_ = 0;
  std::uint32_t retained_ = 0;
  std::uint64_t bytes_in_flight_ = 0;
};

}  // namespace strait::rpc
