#include "sys/resolve.h"

#include <netdb.h>
#include <pthread.h>

#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

namespace strait::sys {
namespace {

using Addresses = Result<std::vector<SocketAddress>>;

Error resolver_error(int code, int os_errno, const std::string& host) {
  switch (code) {
    case EAI_NONAME:
    case EAI_NODATA:
    case EAI_ADDRFAMILY:
      return error(ErrorKind::not_found, "no host is called \"{}\" ({})", host,
                   ::gai_strerror(code));
    case EAI_SYSTEM:
      return os_error(os_errno, fmt::format("looking up host \"{}\"", host));
    default:
      return Error{ErrorKind::unavailable, Retry::later, 0,
                   fmt::format("looking up host \"{}\": {}", host, ::gai_strerror(code))};
  }
}

Addresses ask(const std::string& host, std::uint16_t port, int flags) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV | flags;
  addrinfo* found = nullptr;
  const int code = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (code != 0) return resolver_error(code, errno, host);
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
  std::vector<SocketAddress> addresses;
  for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
    SocketAddress address;
    std::memcpy(&address.storage, entry->ai_addr, entry->ai_addrlen);
    address.length = entry->ai_addrlen;
    addresses.push_back(address);
  }
  return addresses;
}

struct Question {
  std::mutex mutex;
  std::condition_variable answered;
  std::optional<Addresses> answer;  // guarded by mutex
};

// The thread lives inside somebody else's program: it must take none of its signals.
Status ask_on_a_thread(const std::shared_ptr<Question>& question, const std::string& host,
                       std::uint16_t port) {
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  Status started;
  try {
    std::thread([question, host, port] {
      auto answer = ask(host, port, 0);
      const std::lock_guard lock(question->mutex);
      question->answer = std::move(answer);
      question->answered.notify_all();
    }).detach();
  } catch (const std::system_error& failure) {
    started = os_error(failure.code().value(), "starting a thread to look up a host");
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return started;
}

}  // namespace

Addresses resolve(const std::string& host, std::uint16_t port, Instant deadline, const Stop& stop) {
  if (auto numeric = ask(host, port, AI_NUMERICHOST)) return numeric;
  if (stop.look(deadline) == kNever) return ask(host, port, 0);

  const auto question = std::make_shared<Question>();
  STRAIT_TRY(ask_on_a_thread(question, host, port));
  std::unique_lock lock(question->mutex);
  while (!question->answer && stop.goes_on(deadline)) {
    question->answered.wait_until(lock, stop.look(deadline));
  }
  if (!question->answer) {
    return Error{ErrorKind::timed_out, Retry::later, 0,
                 fmt::format("looking up host \"{}\": the resolver did not answer in time", host)};
  }
  return std::move(*question->answer);
}

}  // namespace strait::sys
