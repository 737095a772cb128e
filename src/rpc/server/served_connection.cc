#include "rpc/server/served_connection.h"

#include <algorithm>
#include <array>
#include <utility>

#include "wire/hello.h"
#include "wire/xdr.h"

namespace strait::rpc {

using ReadEvent = wire::FrameReader::Event;

ServedConnection::ServedConnection(std::unique_ptr<transport::Connection> connection,
                                   Surroundings& around, Ended ended)
    : around_(around),
      connection_(std::move(connection)),
      name_(connection_->describe()),
      ended_(std::move(ended)),
      replies_(*connection_) {}

ServedConnection::~ServedConnection() = default;

void ServedConnection::start() { signal(kStart); }

void ServedConnection::close(std::string reason) {
  {
    std::lock_guard lock(mutex_);
    if (close_reason_.empty()) close_reason_ = std::move(reason);
  }
  closing_ = true;
  connection_->shutdown();
  signal(kClose);
}

void ServedConnection::signal(std::uint32_t event) {
  const auto self = shared_from_this();
  strand_.signal(event, [this](std::uint32_t events) { work(events); });
}

void ServedConnection::work(std::uint32_t events) {
  if (done_) return;
  if (events & kStart) {
    slow_ = std::make_unique<SlowRequests>(around_.workers, [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->signal(kSlowDone);
    });
    session_ = around_.service.connect(weak_from_this());
  }
  if (events & kDrain) {
    draining_ = true;
    drained_socket_ = false;
  }
  // Told to drain or to close by somebody who was faster than `start`: it looks at that by itself.
  if (!session_) return;
  if (events & kReadable) {
    readable_armed_ = false;
    drained_socket_ = false;
  }
  if (events & kWritable) {
    writable_armed_ = false;
    replies_.writable();
  }
  if (events & kMemory) memory_asked_ = false;
  if (events & kTurn) turn_posted_ = false;
  if (events & kSlowDone) collect_slow();
  if (events & kTickEvent) tick();
  if (!done_) pump();
  if (events & kMemory) {
    // Memory that has come too late to be of use.
    Buffer late;
    std::lock_guard lock(mutex_);
    late = std::move(granted_);
  }
}

// Goes on until everything waits for something.
void ServedConnection::pump() {
  do {
    if (closing_) {
      std::lock_guard lock(mutex_);
      end_reason_ = close_reason_;
    }
    if (closing_) return finish(end_reason_, true);
    if (Status sent = replies_.send(); !sent) return finish(to_string(sent.error()), true);
    if (ending_ && replies_.empty()) return finish(end_reason_, !draining_);
  } while ((step() || run_continuing()) && !done_);
  if (done_) return;
  if (replies_.blocked()) arm_writable();
  if (unfinished()) arm_tick();
}

// Whether it may go on, in the middle of a request too: a payload of a gibibyte must not keep the
// thread from the others. If not, it is called again after them.
bool ServedConnection::has_turn() {
  if (turn_posted_) return false;
  if (!turn_.over()) return true;
  turn_.begin();
  turn_posted_ = true;
  around_.network.post([self = shared_from_this()] { self->signal(kTurn); });
  return false;
}

bool ServedConnection::step() {
  if (ending_ || !has_turn()) return false;
  switch (stage_) {
    case Stage::frame:
      return step_frame();
    case Stage::parked:
      if (!exchange_->ready()) return false;
      stage_ = Stage::payload;
      if (!exchange_->wants_payload()) reader_.discard();
      return true;
    case Stage::payload:
      return step_payload();
    case Stage::answer:
      return step_answer();
  }
  return false;
}

bool ServedConnection::step_frame() {
  // Back-pressure: replies first, and no more at a time than the limits say.
  if (replies_.queued_bytes() > kRepliesMax || slow_->size() >= kSlowMax) return false;
  switch (reader_.next()) {
    case ReadEvent::need_bytes:
      if (reader_.in_body() && !claim_body()) return false;
      if (receive()) return true;
      if (draining_ && !done_ && reader_.between_frames() && slow_->size() == 0) {
        end_after_replies("the server shuts down");
      }
      return ending_;
    case ReadEvent::head:
      begin();
      return true;
    case ReadEvent::failed:
      fail(reader_.error(), reader_.header());
      return true;
    case ReadEvent::need_memory:
    case ReadEvent::complete:
      return true;
  }
  return false;
}

void ServedConnection::begin() {
  header_ = reader_.header();
  turn_.add_request();
  ++requests_;
  if (header_.reply()) {
    return fail(error(ErrorKind::protocol, "a reply where a request was expected"), header_);
  }
  const bool hello = header_.operation == wire::Operation::hello;
  if (hello == greeted_) {
    return fail(
        error(ErrorKind::protocol, "{}", hello ? "a second HELLO" : "a request before HELLO"),
        header_);
  }
  if (header_.operation == wire::Operation::cancel) cancel(reader_.body());
  exchange_ = session_->begin({header_, reader_.body()});
  body_claim_.release();
  chunk_begin_ = 0;
  chunk_size_ = 0;
  waiting_ticks_ = 0;
  stage_ = Stage::parked;
}

// The claim's own memory is never touched, so it costs address space only.
bool ServedConnection::claim_body() {
  const std::size_t size = reader_.header().body_length;
  return size <= kBodyUnclaimed || body_claim_.size() >= size || take_memory(size, body_claim_);
}

bool ServedConnection::step_payload() {
  const ReadEvent event = reader_.next();
  const auto filled = static_cast<std::size_t>(reader_.verified() - chunk_begin_);
  if (chunk_size_ != 0 && filled == chunk_size_) hand_over_chunk(filled);
  switch (event) {
    case ReadEvent::need_bytes:
      return receive();
    case ReadEvent::need_memory: {
      const auto size = static_cast<std::size_t>(
          std::min<std::uint64_t>(BufferPool::kChunkSize, reader_.unplaced()));
      if (chunk_.size() < size && !take_memory(size, chunk_)) return false;
      chunk_begin_ = header_.payload_length - reader_.unplaced();
      chunk_size_ = size;
      ++chunks_;
      reader_.place(chunk_.bytes().first(size));
      return true;
    }
    case ReadEvent::complete:
      chunk_size_ = 0;
      stage_ = Stage::answer;
      return true;
    case ReadEvent::failed:
      fail(reader_.error(), header_);
      return true;
    case ReadEvent::head:
      return true;
  }
  return false;
}

void ServedConnection::hand_over_chunk(std::size_t size) {
  if (around_.defer_everything && header_.payload_length <= kDeferredPayloadMax) {
    kept_.push_back({std::move(chunk_), size});
  } else {
    exchange_->take(chunk_, size);
  }
  chunk_begin_ += size;
  chunk_size_ = 0;
}

bool ServedConnection::is_deferred() const {
  return exchange_->slow() ||
         (around_.defer_everything && header_.operation != wire::Operation::hello);
}

std::size_t ServedConnection::room_for(const Exchange& exchange) const {
  return static_cast<std::size_t>(
      std::min<std::uint64_t>({exchange.room_wanted(), kReadPieceMax, payload_max_}));
}

// One piece at a time, so that a big READ needs one chunk of memory.
bool ServedConnection::step_answer() {
  const bool deferred = is_deferred();
  if (!deferred && !replies_.empty()) return false;
  const std::size_t room = room_for(*exchange_);
  if (room == 0) chunk_.release();
  if (room > chunk_.size() && !take_memory(room, chunk_)) return false;
  if (deferred) {
    auto slow = std::make_unique<SlowRequest>();
    slow->header = header_;
    slow->exchange = std::move(exchange_);
    slow->payload = std::exchange(kept_, {});
    slow->room = std::move(chunk_);
    slow_->run(std::move(slow));
    stage_ = Stage::frame;
    return true;
  }
  Piece piece = exchange_->next(room == 0 ? MutableBytes{} : chunk_.bytes().first(room));
  turn_.add_bytes(piece.payload);
  if (piece.last) {
    stage_ = Stage::frame;
    exchange_.reset();
  }
  emit(header_, std::move(piece), std::move(chunk_));
  return true;
}

void ServedConnection::collect_slow() {
  for (std::unique_ptr<SlowRequest>& request : slow_->collect()) {
    const bool last = request->result.last;
    emit(request->header, std::exchange(request->result, {}), std::move(request->room));
    if (!last) continuing_.push_back(std::move(request));
  }
}

// Whether anything was set going.
bool ServedConnection::run_continuing() {
  bool any = false;
  while (!continuing_.empty() && replies_.queued_bytes() <= kRepliesMax) {
    SlowRequest& request = *continuing_.back();
    const std::size_t room = room_for(*request.exchange);
    if (room != 0 && !take_memory(room, request.room)) break;
    slow_->run(std::move(continuing_.back()));
    continuing_.pop_back();
    any = true;
  }
  return any;
}

void ServedConnection::cancel(ConstBytes body) {
  wire::XdrDecoder decoder(body);
  if (!decoder.take<wire::RequestHead>()) return;
  const auto args = decoder.take<wire::CancelArgs>();
  if (!args || !decoder.finish()) return;
  if (const auto request = slow_->withdraw(args->request)) {
    emit(request->header, request->exchange->cancelled(), {});
  }
}

void ServedConnection::emit(const wire::FrameHeader& request, Piece piece, Buffer payload) {
  const std::optional<Agreement> agreement = std::move(piece.agreement);
  std::optional<std::string> end = std::move(piece.end);
  replies_.push(request, std::move(piece), std::move(payload));
  if (agreement) {
    greeted_ = true;
    reader_.negotiate(agreement->own, agreement->checksums);
    replies_.negotiate(*agreement);
    payload_max_ = agreement->peer.payload_max;
  }
  if (end) end_after_replies(std::move(*end));
}

}  // namespace strait::rpc
