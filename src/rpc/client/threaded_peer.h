// For tests: a server of a few lines on threads of its own, behind socket pairs. It answers HELLO
// and everything else at once and keeps the bytes of one file; the test says when it falls silent,
// and when its connections are cut.
#pragma once

#include <algorithm>
#include <array>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "rpc/client/channel.h"
#include "sys/socket.h"
#include "transport/socket/connection.h"
#include "wire/frame_collector_for_test.h"
#include "wire/frame_reader.h"
#include "wire/frame_writer.h"
#include "wire/messages.h"

namespace strait::rpc {

class ThreadedPeer {
 public:
  ~ThreadedPeer() { stop(); }

  // As a Channel wants it.
  Channel::Connect connector() {
    return [this](Instant, const std::atomic<bool>&) { return connect(); };
  }
  // Ends all connections; new ones are refused until `start`.
  void stop() {
    std::vector<std::unique_ptr<Served>> ended;
    {
      const std::lock_guard lock(mutex_);
      up_ = false;
      ended.swap(served_);
    }
    for (const auto& one : ended) one->connection.shutdown();
    for (const auto& one : ended) one->thread.join();
  }
  void start() {
    const std::lock_guard lock(mutex_);
    up_ = true;
  }
  // From now on requests (and, with `hello`, greetings too) are read and not answered.
  void fall_silent(bool hello) {
    const std::lock_guard lock(mutex_);
    silent_ = true;
    silent_hello_ = hello;
  }
  void speak_again() {
    const std::lock_guard lock(mutex_);
    silent_ = silent_hello_ = false;
  }
  // From now on READs get no answer.
  void hold_reads() {
    const std::lock_guard lock(mutex_);
    holding_reads_ = true;
  }
  void wait_for_held_read() {
    std::unique_lock lock(mutex_);
    held_.wait(lock, [&] { return reads_held_ != 0; });
  }
  std::vector<std::byte> contents() {
    const std::lock_guard lock(mutex_);
    return file_;
  }

 private:
  struct Served {
    explicit Served(int socket) : connection(sys::UniqueFd(socket), {"a socket pair", false}, {}) {}
    transport::SocketConnection connection;
    wire::FrameReader reader;
    wire::FrameWriter writer;
    wire::FrameCollector collector;
    std::thread thread;
  };

  Result<std::unique_ptr<transport::Connection>> connect() {
    const std::lock_guard lock(mutex_);
    if (!up_) return error(ErrorKind::unavailable, "the test's server is down");
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) != 0) {
      return os_error(errno, "making a socket pair");
    }
    Served& served = *served_.emplace_back(std::make_unique<Served>(ends[0]));
    served.thread = std::thread([this, &served] { serve(served); });
    return std::make_unique<transport::SocketConnection>(
        sys::UniqueFd(ends[1]), transport::SocketConnection::Facts{"a socket pair", false},
        nullptr);
  }

  void serve(Served& of) {
    for (;;) {
      while (const auto request = of.collector.next(of.reader)) answer(of, *request);
      if (!flush(of) || !receive(of)) return of.connection.shutdown();
    }
  }
  static bool flush(Served& of) {
    std::array<ConstBytes, 16> out;
    while (const std::size_t count = of.writer.buffers(out)) {
      const auto moved = of.connection.send(std::span(out).first(count));
      if (moved) {
        of.writer.advance(*moved);
      } else if (moved.error().kind != ErrorKind::would_block ||
                 !of.connection.wait({.writable = true}, kNever)) {
        return false;
      }
    }
    return true;
  }
  static bool receive(Served& of) {
    std::array<MutableBytes, 4> room;
    const std::size_t count = of.reader.buffers(room);
    if (count == 0) return false;  // what came was no frame
    for (;;) {
      const auto moved = of.connection.receive(std::span(room).first(count));
      if (moved) {
        of.reader.advance(*moved);
        return true;
      }
      if (moved.error().kind != ErrorKind::would_block) return false;
      if (!of.connection.wait({.readable = true}, kNever)) return false;
    }
  }

  void answer(Served& of, const wire::CollectedFrame& request) {
    const std::lock_guard lock(mutex_);
    const wire::FrameHeader& header = request.header;
    const bool hello = header.operation == wire::Operation::hello;
    if (hello ? silent_hello_ : silent_) return;
    if (holding_reads_ && header.operation == wire::Operation::read) {
      ++reads_held_;
      return held_.notify_all();
    }
    wire::XdrDecoder decoder(request.body);
    (void)decoder.take<wire::RequestHead>();
    wire::OutgoingFrame out;
    out.operation = header.operation;
    out.request = header.request;
    out.reply = true;
    wire::ReplyHead head;
    head.process_verifier = head.host_verifier = 1;
    switch (header.operation) {
      case wire::Operation::hello:
        out.body = *wire::encode(head, wire::HelloResults{});
        break;
      case wire::Operation::write: {
        const Extent at = extent_of(decoder.take<wire::WriteArgs>()->target);
        if (file_.size() < at.end()) file_.resize(at.end());
        std::copy(request.payload.begin(), request.payload.end(),
                  file_.begin() + static_cast<std::ptrdiff_t>(at.offset));
        out.body = *wire::encode(head, wire::WriteResults{.count = at.length});
        break;
      }
      case wire::Operation::read: {
        const Extent at = extent_of(decoder.take<wire::ReadArgs>()->target);
        std::vector<std::byte> data(at.length);
        for (std::size_t i = 0; i < data.size() && at.offset + i < file_.size(); ++i)
          data[i] = file_[at.offset + i];
        out.body = *wire::encode(head, wire::ReadResults{.count = at.length});
        out.payload = std::make_unique<wire::OwnedPayload<std::vector<std::byte>>>(std::move(data));
        break;
      }
      default:
        out.body = *wire::encode(head);
        break;
    }
    (void)of.writer.push(std::move(out));
    if (hello) {
      of.writer.negotiate({}, false);
      of.reader.negotiate({}, false);
    }
  }
  static Extent extent_of(const wire::Target& target) {
    return std::get<wire::ExtentList>(target).extents.front();
  }

  std::mutex mutex_;
  std::condition_variable held_;
  // Guarded by mutex_, but for what a Served's own thread does.
  bool up_ = true;
  bool silent_ = false;
  bool silent_hello_ = false;
  bool holding_reads_ = false;
  int reads_held_ = 0;
  std::vector<std::byte> file_;
  std::vector<std::unique_ptr<Served>> served_;
};

}  // namespace strait::rpc
