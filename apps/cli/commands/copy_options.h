// The options that `get` and `put` share; CopyOptions::of reads them.
#pragma once

#include <array>

#include "cli/command.h"

namespace strait::cli {

inline constexpr std::array kCopyOptions = {
    OptionRow{'r', "recursive", "",
              "Directories with all that is in them; symbolic links are copied as links"},
    OptionRow{'c', "continue", "",
              "Go on with what an interrupted copy left, and skip files that are there, as long "
              "and not older"},
    OptionRow{'p', "preserve", "", "Keep permissions and times of change"},
    OptionRow{'q', "quiet", "", "No progress line, which is otherwise shown on a terminal"},
};

}  // namespace strait::cli
