// How a measured program and bench.py talk: the program gets everything ready, says so, and then
// does one turn for each line that it reads; after each it prints when the turn began and ended,
// and the processor time it took. So several programs can begin together, and two kinds of them
// take turns, without anything of their start-up being measured.
#pragma once

#include <sys/resource.h>
#include <time.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace strait::bench {

[[noreturn]] inline void give_up(const std::string& why) {
  std::fprintf(stderr, "bench: %s\n", why.c_str());
  std::exit(1);
}

// Of the machine's monotonic clock, which all processes share.
inline std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

// User and system time of all threads so far.
inline std::int64_t processor_us() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1'000'000LL + used.ru_utime.tv_usec +
         used.ru_stime.tv_usec;
}

template <class Turn>
void take_turns(Turn turn) {
  std::puts("ready");
  std::fflush(stdout);
  char line[16];
  while (std::fgets(line, sizeof line, stdin) != nullptr) {
    const std::int64_t processor = processor_us();
    const std::int64_t begin = now_ns();
    turn();
    const std::int64_t end = now_ns();
    std::printf("{\"begin_ns\": %lld, \"end_ns\": %lld, \"processor_us\": %lld}\n",
                static_cast<long long>(begin), static_cast<long long>(end),
                static_cast<long long>(processor_us() - processor));
    std::fflush(stdout);
  }
}

}  // namespace strait::bench
