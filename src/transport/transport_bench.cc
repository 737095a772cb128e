// One byte there and back between two threads: through Connections, and through bare system calls.
// The argument says where: 0, both on one core; 1, each on its own.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "sys/socket.h"
#include "transport/reactor.h"
#include "transport/tcp/transport.h"

namespace strait::transport {
namespace {

void pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  ::pthread_setaffinity_np(::pthread_self(), sizeof set, &set);
}

// The client's thread keeps to core 0 while a benchmark runs.
class Pinned {
 public:
  Pinned() {
    ::pthread_getaffinity_np(::pthread_self(), sizeof before_, &before_);
    pin(0);
  }
  ~Pinned() { ::pthread_setaffinity_np(::pthread_self(), sizeof before_, &before_); }

 private:
  cpu_set_t before_;
};

struct Ends {
  sys::UniqueFd client;
  sys::UniqueFd server;
};

Ends tcp_pair() {
  sys::SocketAddress any;
  auto* v4 = reinterpret_cast<sockaddr*>(&any.storage);
  v4->sa_family = AF_INET;
  any.length = 16;
  auto listener = *sys::open_stream_socket(AF_INET, sys::Blocking::yes);
  (void)sys::bind_socket(listener.get(), any, sys::ReuseAddress::no);
  (void)sys::listen_socket(listener.get(), 1);
  Ends ends;
  ends.client = *sys::open_stream_socket(AF_INET, sys::Blocking::yes);
  (void)sys::connect_socket(ends.client.get(), *sys::local_address(listener.get()));
  ends.server = *sys::accept_socket(listener.get());
  (void)sys::set_no_delay(ends.client.get());
  (void)sys::set_no_delay(ends.server.get());
  return ends;
}

// The yardstick: blocking read and write on both sides.
void RawBlockingPingPong(benchmark::State& state) {
  const Pinned pinned;
  const Ends ends = tcp_pair();
  ::fcntl(ends.server.get(), F_SETFL, 0);
  std::thread server([&, core = static_cast<int>(state.range(0))] {
    pin(core);
    char byte = 0;
    while (::read(ends.server.get(), &byte, 1) == 1) {
      if (::write(ends.server.get(), &byte, 1) != 1) break;
    }
  });
  char byte = 'x';
  for (auto _ : state) {
    if (::write(ends.client.get(), &byte, 1) != 1 || ::read(ends.client.get(), &byte, 1) != 1) {
      state.SkipWithError("lost");
      break;
    }
  }
  sys::shutdown_socket(ends.client.get());
  server.join();
}
BENCHMARK(RawBlockingPingPong)->Arg(0)->Arg(1)->MeasureProcessCPUTime()->UseRealTime();

// The server waits with epoll and level triggering; the client as above.
void RawEpollPingPong(benchmark::State& state) {
  const Pinned pinned;
  const Ends ends = tcp_pair();
  std::thread server([&, core = static_cast<int>(state.range(0))] {
    pin(core);
    const sys::UniqueFd epoll(::epoll_create1(EPOLL_CLOEXEC));
    epoll_event event{EPOLLIN, {}};
    ::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, ends.server.get(), &event);
    char byte = 0;
    for (;;) {
      if (::epoll_wait(epoll.get(), &event, 1, -1) != 1) continue;
      if (::read(ends.server.get(), &byte, 1) != 1) break;
      if (::write(ends.server.get(), &byte, 1) != 1) break;
    }
  });
  char byte = 'x';
  for (auto _ : state) {
    if (::write(ends.client.get(), &byte, 1) != 1 || ::read(ends.client.get(), &byte, 1) != 1) {
      state.SkipWithError("lost");
      break;
    }
  }
  sys::shutdown_socket(ends.client.get());
  server.join();
}
BENCHMARK(RawEpollPingPong)->Arg(0)->Arg(1)->MeasureProcessCPUTime()->UseRealTime();

// The server as an rpc end does it: notified, it receives until nothing is left, and asks again.
class Answerer : public std::enable_shared_from_this<Answerer> {
 public:
  explicit Answerer(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}

  void serve() {
    std::byte byte{};
    const MutableBytes in(&byte, 1);
    const ConstBytes out(&byte, 1);
    for (;;) {
      const auto received = connection_->receive({&in, 1});
      if (!received) {
        if (received.error().kind != ErrorKind::would_block) return;
        connection_->notify_readable([self = shared_from_this()] { self->serve(); });
        return;
      }
      if (!connection_->send({&out, 1})) return;
    }
  }

 private:
  std::unique_ptr<Connection> connection_;
};

// The client sends, waits and receives on its own thread; the server is notified by a Reactor of
// one thread, or of two.
void connection_ping_pong(benchmark::State& state, unsigned threads) {
  const Pinned pinned;
  auto reactor = *Reactor::create({.threads = threads});
  // Threads are born with their maker's cores.
  std::thread([&] {
    pin(static_cast<int>(state.range(0)));
    (void)reactor->start();
  }).join();
  TcpTransport served(reactor.get());
  auto listener = *served.listen("127.0.0.1:0");
  listener->start([](std::unique_ptr<Connection> guest) {
    std::make_shared<Answerer>(std::move(guest))->serve();
  });
  auto client = *TcpTransport().connect(listener->address(), kNever);
  std::byte byte{};
  const MutableBytes in(&byte, 1);
  const ConstBytes out(&byte, 1);
  for (auto _ : state) {
    if (!client->send({&out, 1}) || !client->wait({.readable = true}, kNever) ||
        !client->receive({&in, 1})) {
      state.SkipWithError("lost");
      break;
    }
  }
  client->shutdown();
  listener->close();
  reactor->stop();
}
void ConnectionPingPong(benchmark::State& state) { connection_ping_pong(state, 1); }
void ConnectionPingPongTwoThreads(benchmark::State& state) { connection_ping_pong(state, 2); }
BENCHMARK(ConnectionPingPong)->Arg(0)->Arg(1)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(ConnectionPingPongTwoThreads)->Arg(0)->Arg(1)->MeasureProcessCPUTime()->UseRealTime();

}  // namespace
}  // namespace strait::transport
