// What a ServedConnection waits for, and how it ends.
#include <array>
#include <utility>

#include "rpc/server/served_connection.h"
#include "wire/heads.h"
#include "wire/xdr.h"

namespace strait::rpc {
namespace {

constexpr std::size_t kSpansReceived = 4;  // of memory, in one call

}  // namespace

// Whether anything came. Otherwise it will be told when something does.
bool ServedConnection::receive() {
  if (readable_armed_ && !draining_) return false;
  // A small request leaves the socket empty: asking again is mostly a wasted system call. When the
  // turn is over, the notification lets others have theirs.
  const bool again = drained_socket_ && stage_ == Stage::frame;
  if (again && (turn_.over_with_next_request() || !second_look_.worth_it())) {
    arm_readable();
    return false;
  }
  std::array<MutableBytes, kSpansReceived> list;
  const std::size_t count = reader_.buffers(list);
  std::size_t room = 0;
  for (const MutableBytes& span : std::span(list).first(count)) room += span.size();
  Result<std::size_t> received = connection_->receive(std::span(list).first(count));
  if (again) second_look_.tell(received.has_value());
  if (received) {
    reader_.advance(*received);
    received_bytes_ += *received;
    turn_.add_bytes(*received);
    drained_socket_ = *received < room;
    return true;
  }
  switch (received.error().kind) {
    case ErrorKind::would_block:
      arm_readable();
      return false;
    case ErrorKind::end_of_stream:
      if (stage_ == Stage::frame && reader_.between_frames()) {
        finish("closed by the peer", false);
      } else {
        finish("closed by the peer in the middle of a message", true);
      }
      return false;
    default:
      finish(to_string(received.error()), true);
      return false;
  }
}

// For who may hold locks, or is deep in the work of another connection that made room for this one,
// which may make room for a third, and so on.
void ServedConnection::signal_later(std::uint32_t event) {
  around_.network.post([self = shared_from_this(), event] { self->signal(event); });
}

// A buffer of at least that size; otherwise the pool will tell when there is one.
bool ServedConnection::take_memory(std::size_t size, Buffer& into) {
  into.release();
  {
    std::lock_guard lock(mutex_);
    into = std::move(granted_);
  }
  if (into.size() >= size) return true;
  into.release();
  into = around_.pool.try_take(size);
  if (into) return true;
  if (!memory_asked_) {
    memory_asked_ = true;
    memory_wait_ = around_.pool.wait_for(size, [weak = weak_from_this()](Buffer buffer) {
      const auto self = weak.lock();
      if (!self) return;
      {
        std::lock_guard lock(self->mutex_);
        self->granted_ = std::move(buffer);
      }
      self->signal_later(kMemory);
    });
  }
  return false;
}

void ServedConnection::arm_readable() {
  if (readable_armed_) return;
  readable_armed_ = true;
  turn_.begin();
  connection_->notify_readable([self = shared_from_this()] { self->signal(kReadable); });
}

void ServedConnection::arm_writable() {
  if (writable_armed_) return;
  writable_armed_ = true;
  connection_->notify_writable([self = shared_from_this()] { self->signal(kWritable); });
}

// Whether there is anything for time to decide.
bool ServedConnection::unfinished() const {
  return !greeted_ || received_at_tick_ != received_bytes_ || stage_ != Stage::frame ||
         !reader_.between_frames() || !replies_.empty() || slow_->size() != 0 ||
         !continuing_.empty();
}

void ServedConnection::arm_tick() {
  if (tick_armed_) return;
  tick_armed_ = true;
  around_.network.post_at(around_.clock.now() + kTick, [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->signal(kTickEvent);
  });
}

void ServedConnection::tick() {
  tick_armed_ = false;
  // Silent for a while: ten thousand such connections must not hold memory.
  if (received_at_tick_ == received_bytes_) reader_.release_idle();
  received_at_tick_ = received_bytes_;
  const bool mid_frame = stage_ == Stage::payload || !reader_.between_frames();
  const auto reason = patience_.tick({
      .greeted = greeted_ || stage_ != Stage::frame,
      .awaiting_bytes = readable_armed_ && mid_frame,
      .received = received_bytes_,
      .awaiting_room = replies_.blocked(),
      .sent = replies_.sent_bytes(),
      .holds_chunk = chunk_size_ != 0 || body_claim_,
      // A body may be as long as many chunks, and has as long for each.
      .chunk = chunks_ + received_bytes_ / BufferPool::kChunkSize,
      .holds_reply = replies_.holds_buffers(),
      .taken = replies_.buffers_released(),
      .under_pressure = around_.pool.under_pressure() ||
                        (exchange_ != nullptr && exchange_->keeps_others_waiting()),
  });
  if (reason) return finish(std::string(*reason), true);

  give_signs_of_life();
}

void ServedConnection::give_signs_of_life() {
  static_assert(kSignOfLifeTime == kTick);
  const auto sign = [this](const wire::FrameHeader& header, std::uint32_t& ticks) {
    if (ticks * kTick < kSignsOfLifeMax && ticks++ != 0) replies_.push_sign_of_life(header);
  };
  slow_->for_each_running(sign);
  for (const auto& request : continuing_) sign(request->header, request->ticks);
  if (!greeted_) return;
  if (stage_ == Stage::parked || (stage_ != Stage::frame && memory_asked_)) {
    sign(header_, waiting_ticks_);
  } else if (memory_asked_ && reader_.in_body()) {
    sign(reader_.header(), waiting_ticks_);
  }
}

// The peer broke the protocol: it is told so, as far as the stream allows, and that was all. Where
// no request can be made out, the reply is to number 0 of NULL (spec.md, "Frames").
void ServedConnection::fail(const Error& error, const wire::FrameHeader& request) {
  wire::ReplyHead head;
  wire::set_error(head, error);
  Piece piece;
  if (auto body = wire::encode(head)) piece.body = std::move(*body);
  replies_.push(request.reply() ? wire::FrameHeader{} : request, std::move(piece), {});
  end_after_replies(error.what);
}

void ServedConnection::end_after_replies(std::string reason) {
  if (ending_) return;
  ending_ = true;
  end_reason_ = std::move(reason);
}

void ServedConnection::finish(std::string reason, bool failed) {
  if (done_) return;
  done_ = true;
  connection_->shutdown();
  slow_->drop_all();
  continuing_.clear();
  kept_.clear();
  exchange_.reset();
  session_.reset();
  replies_.clear();
  chunk_.release();
  body_claim_.release();
  memory_wait_ = {};
  {
    Buffer late;
    std::lock_guard lock(mutex_);
    late = std::move(granted_);
  }
  around_.traffic.connections_open.add(-1);
  if (failed) around_.traffic.connections_failed.add();
  around_.log.write(failed ? LogLevel::warning : LogLevel::info, "connection ended",
                    {{"peer", name_},
                     {"reason", reason},
                     {"requests", requests_},
                     {"bytes_received", received_bytes_},
                     {"bytes_sent", replies_.sent_bytes()}});
  if (const Ended ended = std::move(ended_)) ended(shared_from_this());
}

}  // namespace strait::rpc
