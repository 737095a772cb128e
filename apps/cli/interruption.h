// What Ctrl-C does. A copy may be left where it is, because nothing stands under the final name
// before it is whole: the process ends at once, after a word about what is kept. A command that has
// to put something away first asks between its steps; a second signal then ends it at once.
#pragma once

#include <string>

namespace strait::cli {

// While it lives, SIGINT and SIGTERM write `farewell` to standard error before they end the
// process. One at a time; main thread.
class Farewell {
 public:
  explicit Farewell(std::string farewell);
  ~Farewell();
  Farewell(const Farewell&) = delete;
  Farewell& operator=(const Farewell&) = delete;

 private:
  const std::string text_;
};

// While it lives, the first SIGINT or SIGTERM is only remembered.
class Postponement {
 public:
  Postponement();
  ~Postponement();
  Postponement(const Postponement&) = delete;
  Postponement& operator=(const Postponement&) = delete;

  static bool requested() noexcept;
};

}  // namespace strait::cli
