#include "rpc/server/reply_queue.h"

#include <utility>

#include "wire/heads.h"
#include "wire/xdr.h"

namespace strait::rpc {
namespace {

// The part of a pooled buffer that holds a payload.
class PooledPayload final : public wire::PayloadSource {
 public:
  PooledPayload(Buffer buffer, std::size_t size, std::uint64_t& released)
      : buffer_(std::move(buffer)),
        view_(ConstBytes(buffer_.bytes()).first(size)),
        released_(released) {}
  ~PooledPayload() override { ++released_; }
  std::uint64_t size() const override { return view_.size(); }
  std::size_t gather(std::uint64_t offset, std::uint64_t bytes_max,
                     std::span<ConstBytes> out) override {
    return view_.gather(offset, bytes_max, out);
  }

 private:
  Buffer buffer_;
  wire::BorrowedPayload view_;
  std::uint64_t& released_;
};

}  // namespace

void ReplyQueue::push(const wire::FrameHeader& request, Piece piece, Buffer payload) {
  wire::OutgoingFrame frame{.operation = request.operation,
                            .request = request.request,
                            .reply = true,
                            .more = !piece.last,
                            .body = std::move(piece.body),
                            .payload = nullptr};
  if (piece.payload != 0) {
    frame.payload =
        std::make_unique<PooledPayload>(std::move(payload), piece.payload, buffers_released_);
    ++buffers_queued_;
  }
  Status pushed = writer_.push(std::move(frame));
  if (pushed) return;
  wire::ReplyHead head;
  wire::set_error(head, std::move(pushed).error());
  auto body = wire::encode(head);
  if (!body) return;
  // Small enough for every peer, by the least limits that `check` allows.
  (void)writer_.push({.operation = request.operation,
                      .request = request.request,
                      .reply = true,
                      .more = false,
                      .body = std::move(*body),
                      .payload = nullptr});
}

void ReplyQueue::push_sign_of_life(const wire::FrameHeader& request) {
  (void)writer_.push({.operation = request.operation,
                      .request = request.request,
                      .reply = true,
                      .more = true,
                      .body = {},
                      .payload = nullptr});
}

Status ReplyQueue::send() {
  while (!blocked_ && !writer_.empty()) {
    const std::size_t count = writer_.buffers(list_);
    Result<std::size_t> sent = connection_.send(std::span(list_).first(count));
    if (!sent) {
      if (sent.error().kind != ErrorKind::would_block) return std::move(sent).error();
      blocked_ = true;
      return {};
    }
    sent_bytes_ += *sent;
    writer_.advance(*sent);
  }
  return {};
}

}  // namespace strait::rpc
