// What the contract suite needs of a transport under test, and helpers that move whole amounts
// through a Connection. For tests only.
#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/random.h"
#include "transport/reactor.h"
#include "transport/transport.h"

namespace strait::transport::contract {

// A transport on a running reactor of two threads.
class Site {
 public:
  virtual ~Site() = default;
  virtual Transport& transport() = 0;
  // Where a listener may be made.
  virtual std::string free_address() = 0;
  // Where nobody listens.
  virtual std::string empty_address() = 0;
};

struct Kind {
  std::string name;
  std::function<std::unique_ptr<Site>(Reactor&)> make;
};
std::vector<Kind> kinds();

// Far beyond what any test takes: only a hang reaches it.
Instant soon();

struct Pair {
  std::unique_ptr<Connection> near;  // connected
  std::unique_ptr<Connection> far;   // accepted
};

// Collects what a listener accepts.
class Guests {
 public:
  Listener::Accepted door();
  std::unique_ptr<Connection> next();

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::vector<std::unique_ptr<Connection>> waiting_;  // guarded by mutex_
};

class TransportContract : public ::testing::TestWithParam<Kind> {
 protected:
  void SetUp() override;
  void TearDown() override;

  Pair connect();

  std::unique_ptr<Reactor> reactor_;
  std::unique_ptr<Site> site_;
  Guests guests_;
  std::unique_ptr<Listener> listener_;
};

// Blocks, waiting where needed, until all is moved; fails the test otherwise.
void send_all(Connection& connection, ConstBytes bytes);
std::vector<std::byte> receive_exactly(Connection& connection, std::size_t count);
// The error of the first receive that neither moves bytes nor would block.
ErrorKind receive_to_the_end(Connection& connection);
// Sends until it would block; returns how many bytes went.
std::size_t fill(Connection& connection);

std::vector<std::byte> noise(std::uint64_t seed, std::size_t count);

// Counts, and lets a thread wait for the count.
class Tally {
 public:
  void add();
  // False when it did not come to that soon.
  bool reaches(int count);
  int count();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;  // guarded by mutex_
};

}  // namespace strait::transport::contract
