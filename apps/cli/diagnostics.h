// Standard error: complaints, notes, and the one line in place that a terminal may show while
// something is under way. Remembers whether anything was complained about. One thread.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace strait::cli {

class Diagnostics {
 public:
  // `terminal`: a line may be redrawn in place.
  Diagnostics(int descriptor, bool terminal) : descriptor_(descriptor), terminal_(terminal) {}

  // From now on lines begin with "strait: COMMAND: ".
  void speak_for(std::string_view command) { command_ = command; }

  void complain(std::string_view subject, const Error& error);
  // Something the user should know, and no failure.
  void note(std::string_view sentence);
  // Words about the command line, and where to read more.
  void usage(std::string_view sentence);
  bool complained() const noexcept { return complained_; }

  bool terminal() const noexcept { return terminal_; }
  // Columns of the terminal now.
  unsigned width() const noexcept;
  // Draws `line` over the last one. Nothing where there is no terminal.
  void redraw(std::string_view line);
  // The line stays, and the next one begins below it.
  void keep_line();

 private:
  void write(std::string_view text);

  const int descriptor_;
  const bool terminal_;
  std::string command_;
  bool complained_ = false;
  bool line_shown_ = false;
};

}  // namespace strait::cli
