// A client driven by hand, for tests of the server: sends requests as told, keeps what comes back,
// and runs the simulation while it waits. It knows the protocol and none of its rules of conduct.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/simulation.h"
#include "transport/connection.h"
#include "wire/frame_collector_for_test.h"
#include "wire/frame_reader.h"
#include "wire/frame_writer.h"
#include "wire/messages.h"
#include "wire/xdr.h"

namespace strait::server {

class TestClient {
 public:
  struct Reply {
    wire::ReplyHead head;
    std::vector<std::byte> results;
    std::vector<std::byte> payload;
    int frames = 0;
    int signs_of_life = 0;
    bool whole = false;

    bool ok() const { return whole && head.status == wire::StatusCode::ok; }
    template <class Results>
    Results as() const {
      auto decoded = wire::decode<Results>(results);
      return decoded ? std::move(*decoded) : Results{};
    }
  };

  TestClient(SimulatedExecutor& simulation, std::unique_ptr<transport::Connection> connection)
      : simulation_(&simulation), connection_(std::move(connection)) {}

  // ---- Sending
  template <class... Args>
  std::uint64_t send(wire::Operation operation, ConstBytes payload, const Args&... args) {
    return send_body(operation, payload, *wire::encode(wire::RequestHead{}, args...));
  }
  std::uint64_t send_body(wire::Operation operation, ConstBytes payload,
                          std::vector<std::byte> body) {
    const std::uint64_t number = ++number_;
    wire::OutgoingFrame frame{
        .operation = operation, .request = number, .body = std::move(body), .payload = nullptr};
    if (!payload.empty()) {
      frame.payload = std::make_unique<wire::OwnedPayload<std::vector<std::byte>>>(
          std::vector<std::byte>(payload.begin(), payload.end()));
    }
    (void)writer_.push(std::move(frame));
    pump();
    return number;
  }
  // Bytes that need not be a frame.
  void send_raw(ConstBytes bytes) {
    raw_.insert(raw_.end(), bytes.begin(), bytes.end());
    pump();
  }

  // ---- Receiving
  // Runs the simulation until the reply is whole, or nothing more happens.
  Reply wait(std::uint64_t number) {
    while (!answered(number) && simulation_->step()) {
    }
    pump();
    return replies_[number];
  }
  bool answered(std::uint64_t number) {
    pump();
    return replies_[number].whole;
  }
  template <class... Args>
  Reply ask(wire::Operation operation, const Args&... args) {
    return wait(send(operation, {}, args...));
  }
  // Until the server has ended the connection; false where it does not by then.
  bool wait_end(Instant until) {
    while (!ended_ && simulation_->next_event() <= until && simulation_->step()) pump();
    return ended_;
  }
  bool ended() {
    pump();
    return ended_;
  }
  // The answer to something that was no request.
  Reply complaint() { return wait(0); }

  Reply hello(std::uint64_t epoch, std::uint8_t client = 1, bool checksums = false) {
    return wait(send_hello(epoch, client, checksums));
  }
  std::uint64_t send_hello(std::uint64_t epoch, std::uint8_t client = 1, bool checksums = false) {
    wire::HelloArgs args;
    args.client.fill(std::byte{client});
    args.epoch = epoch;
    args.features = checksums ? wire::kFeatureChecksums : 0;
    args.software = "test";
    hello_ = send(wire::Operation::hello, {}, args);
    return hello_;
  }

  // While it does not read, replies pile up where they are.
  void stop_reading(bool stop = true) { reading_ = !stop; }
  void pump() {
    send_all();
    receive_all();
    send_all();
  }
  transport::Connection& connection() { return *connection_; }

 private:
  void send_all() {
    std::array<ConstBytes, 8> list;
    for (;;) {
      std::size_t count = writer_.buffers(list);
      const bool raw = count == 0 && !raw_.empty();
      if (raw) list[count++] = raw_;
      if (count == 0) return;
      const auto sent = connection_->send(std::span(list).first(count));
      if (!sent) return;
      if (raw) {
        raw_.erase(raw_.begin(), raw_.begin() + static_cast<std::ptrdiff_t>(*sent));
      } else {
        writer_.advance(*sent);
      }
    }
  }
  void receive_all() {
    while (reading_ && !ended_) {
      if (auto frame = collector_.next(reader_)) {
        take_frame(*frame);
        continue;
      }
      std::array<MutableBytes, 4> list;
      const std::size_t count = reader_.buffers(list);
      const auto got = count == 0 ? Result<std::size_t>(reader_.error())
                                  : connection_->receive(std::span(list).first(count));
      if (got) {
        reader_.advance(*got);
      } else if (got.error().kind == ErrorKind::would_block) {
        return;
      } else {
        ended_ = true;
      }
    }
  }
  void take_frame(const wire::CollectedFrame& frame) {
    Reply& reply = replies_[frame.header.request];
    ++reply.frames;
    reply.payload.insert(reply.payload.end(), frame.payload.begin(), frame.payload.end());
    if (frame.header.more()) {
      if (frame.payload.empty()) ++reply.signs_of_life;
      return;
    }
    wire::XdrDecoder decoder(frame.body);
    if (auto head = decoder.take<wire::ReplyHead>()) reply.head = std::move(*head);
    const ConstBytes rest = ConstBytes(frame.body).last(decoder.remaining());
    reply.results.assign(rest.begin(), rest.end());
    reply.whole = true;
    if (hello_ != 0 && frame.header.request == hello_ && reply.ok()) {
      const auto hello = reply.as<wire::HelloResults>();
      const bool checksums = (hello.features & wire::kFeatureChecksums) != 0;
      reader_.negotiate(wire::Limits{}, checksums);
      writer_.negotiate(hello.limits, checksums);
    }
  }

  SimulatedExecutor* simulation_;
  std::unique_ptr<transport::Connection> connection_;
  wire::FrameReader reader_;
  wire::FrameWriter writer_;
  std::vector<std::byte> raw_;
  wire::FrameCollector collector_;
  std::map<std::uint64_t, Reply> replies_;
  std::uint64_t number_ = 0;
  std::uint64_t hello_ = 0;
  bool reading_ = true;
  bool ended_ = false;
};

}  // namespace strait::server
