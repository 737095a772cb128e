// For tests: the other end of a Core, driven by hand. Bytes go over when the test says so; requests
// are collected, and answered in whatever order the test likes.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "rpc/client/core.h"
#include "wire/frame_collector_for_test.h"
#include "wire/messages.h"
#include "wire/xdr.h"

namespace strait::rpc {

class ScriptedPeer {
 public:
  using Request = wire::CollectedFrame;

  explicit ScriptedPeer(Core& core, ManualClock& clock) : core_(core), clock_(clock) {}

  std::uint64_t process_verifier = 1;
  std::uint64_t host_verifier = 1;
  wire::Id server{};             // the state directory's
  std::deque<Request> requests;  // not yet answered
  std::vector<std::uint64_t> epochs;

  // A new connection, greeted.
  void connect(bool answer_hello = true) {
    reader_ = {};
    writer_ = {};
    requests.clear();
    core_.connected(false, clock_.now());
    exchange();
    if (!answer_hello || requests.empty()) return;
    epochs.push_back(args<wire::HelloArgs>(0).epoch);
    const Request hello = take_out(0);
    wire::HelloResults results;
    results.software = "scripted";
    results.server = server;
    push(hello.header, head({}), results);
    writer_.negotiate({}, false);
    reader_.negotiate({}, false);
    exchange();
  }
  void cut() { core_.disconnected(error(ErrorKind::unavailable, "cut by the test"), clock_.now()); }

  // Moves bytes both ways until nothing moves.
  void exchange() {
    for (bool moved = true; moved && !core_.broken();) {
      moved = false;
      std::array<ConstBytes, 16> out;
      while (const std::size_t count = core_.gather(out, clock_.now())) {
        std::size_t total = 0;
        for (const ConstBytes span : std::span(out).first(count)) total += take(span);
        core_.sent(total, clock_.now());
        moved = true;
      }
      while (const std::size_t count = writer_.buffers(out)) {
        std::size_t total = 0;
        for (const ConstBytes span : std::span(out).first(count)) total += give(span);
        writer_.advance(total);
        moved = true;
        if (core_.broken()) return;
      }
    }
  }

  wire::ReplyHead head(const std::optional<Error>& failure, std::uint64_t written_up_to = 0) const {
    wire::ReplyHead out;
    if (failure) wire::set_error(out, *failure);
    out.process_verifier = process_verifier;
    out.host_verifier = host_verifier;
    out.written_up_to = written_up_to;
    return out;
  }

  // Answers the request at `index` of `requests`, and takes it out.
  template <class Results>
  void answer(std::size_t index, const wire::ReplyHead& reply, const Results& results,
              std::vector<std::byte> payload = {}) {
    const Request request = take_out(index);
    push(request.header, reply, results, std::move(payload));
    exchange();
  }
  void refuse(std::size_t index, Error why) {
    const Request request = take_out(index);
    push_frame(request.header, *wire::encode(head(why)), {}, false);
    exchange();
  }
  void answer_write(std::size_t index, wire::Durability reached, std::uint64_t written_up_to = 0) {
    wire::WriteResults results;
    results.count = requests[index].payload.size();
    results.reached = reached;
    answer(index, head({}, written_up_to), results);
  }
  // A frame of an unfinished reply: data, or a sign of life.
  void answer_part(std::size_t index, std::vector<std::byte> payload) {
    push_frame(requests[index].header, {}, std::move(payload), true);
    exchange();
  }
  void send_raw(ConstBytes bytes) { give(bytes); }

  template <class Args>
  Args args(std::size_t index) const {
    wire::XdrDecoder decoder(requests[index].body);
    (void)*decoder.take<wire::RequestHead>();
    return *decoder.take<Args>();
  }

 private:
  Request take_out(std::size_t index) {
    Request request = std::move(requests[index]);
    requests.erase(requests.begin() + static_cast<std::ptrdiff_t>(index));
    return request;
  }
  template <class Results>
  void push(const wire::FrameHeader& to, const wire::ReplyHead& reply, const Results& results,
            std::vector<std::byte> payload = {}) {
    push_frame(to, *wire::encode(reply, results), std::move(payload), false);
  }
  void push_frame(const wire::FrameHeader& to, std::vector<std::byte> body,
                  std::vector<std::byte> payload, bool more) {
    wire::OutgoingFrame frame;
    frame.operation = to.operation;
    frame.request = to.request;
    frame.reply = true;
    frame.more = more;
    frame.body = std::move(body);
    if (!payload.empty()) {
      frame.payload =
          std::make_unique<wire::OwnedPayload<std::vector<std::byte>>>(std::move(payload));
    }
    (void)writer_.push(std::move(frame));
  }

  // Bytes from the core.
  std::size_t take(ConstBytes bytes) {
    for (ConstBytes left = bytes;;) {
      while (auto frame = collector_.next(reader_)) requests.push_back(std::move(*frame));
      const std::size_t moved = left.empty() ? 0 : wire::feed(reader_, left);
      if (moved == 0) return bytes.size();
      left = left.subspan(moved);
    }
  }
  // Bytes to the core.
  std::size_t give(ConstBytes bytes) {
    std::size_t done = 0;
    while (done < bytes.size() && !core_.broken()) {
      std::array<MutableBytes, 8> room;
      const std::size_t count = core_.scatter(room);
      std::size_t moved = 0;
      for (const MutableBytes span : std::span(room).first(count)) {
        const std::size_t n = std::min(span.size(), bytes.size() - done - moved);
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(done + moved), n, span.begin());
        moved += n;
      }
      if (moved == 0) break;
      core_.received(moved, clock_.now());
      done += moved;
    }
    return done;
  }

  Core& core_;
  ManualClock& clock_;
  wire::FrameReader reader_;
  wire::FrameWriter writer_;
  wire::FrameCollector collector_;
};

}  // namespace strait::rpc
