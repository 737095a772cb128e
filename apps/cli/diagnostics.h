// Standard error: complaints, notes, and the one line in place that a terminal may show while
// something is under way. Remembers whether anything was complained about. Threads: any.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "base/error.h"

namespace strait::cli {

class Diagnostics {
 public:
  // `terminal`: a line may be redrawn in place.
  Diagnostics(int descriptor, bool terminal) : descriptor_(descriptor), terminal_(terminal) {}

  // From now on lines begin with "strait: COMMAND: ". Before any thread is started.
  void speak_for(std::string_view command) { command_ = command; }

  void complain(std::string_view subject, const Error& error);
  // Something the user should know, and no failure.
  void note(std::string_view sentence);
  // Words about the command line, and where to read more.
  void usage(std::string_view sentence);
  bool complained() const;

  bool terminal() const noexcept { return terminal_; }
  // Columns of the terminal now.
  unsigned width() const noexcept;
  // Draws `line` over the last one. Nothing where there is no terminal.
  void redraw(std::string_view line);
  // The line stays, and the next one begins below it.
  void keep_line();

 private:
  void write(std::string_view text);
  // A whole line, in the place of one that is being redrawn.
  void write_line(std::string line);

  const int descriptor_;
  const bool terminal_;
  std::string command_;

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  bool complained_ = false;
  bool line_shown_ = false;
};

}  // namespace strait::cli
