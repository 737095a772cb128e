#include "simulated_client.h"

#include <algorithm>
#include <utility>

#include "data_site.h"

namespace strait::simulation {

SimulatedClient::SimulatedClient(SimulatedExecutor& executor, transport::loopback::Network& network,
                                 Random& random, rpc::CoreOptions options)
    : executor_(executor), network_(network), core_(std::move(options), random, log_) {}

void SimulatedClient::submit(std::shared_ptr<rpc::Call> call) {
  core_.submit(std::move(call), executor_.clock().now());
  step();
}

void SimulatedClient::drop_connection() {
  if (!connection_) return;
  lose(error(ErrorKind::unavailable, "the client's side of the link went down"));
  step();
}

void SimulatedClient::step() {
  const Instant now = executor_.clock().now();
  if (core_.next_deadline() <= now) {
    core_.tick(now);
    if (core_.broken() && connection_) lose(*core_.broken());
  }
  if (!connection_ && core_.connect_at() <= now) {
    auto made = network_.connect(DataSite::kAddress, now);
    if (made) {
      connection_ = std::move(*made);
      ++connection_number_;
      readable_armed_ = writable_armed_ = false;
      core_.connected(connection_->may_damage(), now);
    } else {
      core_.connect_failed(made.error(), now);
    }
  }
  if (connection_) move_bytes();
  wake_at(std::min(core_.connect_at(), core_.next_deadline()));
}

void SimulatedClient::move_bytes() {
  const Instant now = executor_.clock().now();
  auto in = pump_.in(core_, *connection_, now);
  while (in && *in) in = pump_.in(core_, *connection_, now);
  if (!in) return lose(in.error());
  const auto out = pump_.out(core_, *connection_, now);
  if (!out) return lose(out.error());
  arm(*out);
}

void SimulatedClient::lose(const Error& why) {
  connection_.reset();
  core_.disconnected(why, executor_.clock().now());
}

void SimulatedClient::arm(bool want_writable) {
  const auto again = [this, number = connection_number_,
                      alive = std::weak_ptr(alive_)](bool SimulatedClient::*armed) {
    if (alive.expired() || number != connection_number_) return;
    this->*armed = false;
    step();
  };
  if (!std::exchange(readable_armed_, true)) {
    connection_->notify_readable([again] { again(&SimulatedClient::readable_armed_); });
  }
  if (want_writable && !std::exchange(writable_armed_, true)) {
    connection_->notify_writable([again] { again(&SimulatedClient::writable_armed_); });
  }
}

void SimulatedClient::wake_at(Instant when) {
  if (when == kNever || (next_wake_ <= when && next_wake_ > executor_.clock().now())) return;
  next_wake_ = when;
  executor_.post_at(when, [this, when, alive = std::weak_ptr(alive_)] {
    if (alive.expired()) return;
    if (next_wake_ == when) next_wake_ = kNever;
    step();
  });
}

}  // namespace strait::simulation
