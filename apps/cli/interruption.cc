#include "cli/interruption.h"

#include <unistd.h>

#include <atomic>
#include <csignal>

namespace strait::cli {
namespace {

// All that a signal handler may touch.
std::atomic<const char*> farewell{nullptr};
std::atomic<std::size_t> farewell_size{0};
std::atomic<int> remembered{0};

void end_process(int signal) {
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  ::sigaction(signal, &usual, nullptr);
  ::raise(signal);  // delivered when the handler returns
}

void say_farewell(int signal) {
  if (const char* text = farewell.load()) {
    // A failing write leaves nobody to tell.
    [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text, farewell_size.load());
  }
  end_process(signal);
}

void remember(int signal) {
  if (remembered.exchange(signal) != 0) end_process(signal);
}

// A shell script may have a program ignore SIGINT; that stays so.
void handle(void (*handler)(int)) {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;
    struct sigaction after {};
    after.sa_handler = handler;
    after.sa_flags = SA_RESTART;
    ::sigaction(signal, &after, nullptr);
  }
}

}  // namespace

Farewell::Farewell(std::string text) : text_(std::move(text)) {
  farewell_size = text_.size();
  farewell = text_.c_str();
  handle(say_farewell);
}

Farewell::~Farewell() {
  handle(SIG_DFL);
  farewell = nullptr;
}

Postponement::Postponement() {
  remembered = 0;
  handle(remember);
}

Postponement::~Postponement() {
  handle(SIG_DFL);
  if (const int signal = remembered.exchange(0); signal != 0) end_process(signal);
}

bool Postponement::requested() noexcept { return remembered.load() != 0; }

}  // namespace strait::cli
