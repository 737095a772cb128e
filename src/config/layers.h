// From what was said in several places to the options in force. A more immediate place wins:
//
//   environment variable > argument of the call > MPI_Info > hint file > default
//
// so that whoever starts a program has the last word without changing it. The hint file is ROMIO's:
// the one that $ROMIO_HINTS names, else /etc/romio-hints. Environment and files are handed in; this
// room calls neither. Pure; any thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "config/hint_set.h"
#include "config/options.h"

namespace strait::config {

// The value of a variable, or nothing where it is not set.
using Environment = std::function<std::optional<std::string>(std::string_view)>;
// The whole of a small file, or nothing where it cannot be read.
using FileReader = std::function<std::optional<std::string>(const std::string&)>;

struct Layers {
  HintSet call;
  HintSet info;
  HintSet file;
};

struct Settings {
  Options options;
  HintSet hints;                   // for MPI_File_get_info: effective, in the order of the table
  std::vector<std::string> notes;  // to be logged as warnings: hints of ours that nobody knows
};

// Errors: invalid_argument, where a value of one of the rows cannot be understood, naming the place
// and the key. Hints of other systems never fail.
Result<Settings> resolve(const Environment& environment, const Layers& layers);

// The hint file in force; empty where there is none.
HintSet load_hint_file(const Environment& environment, const FileReader& read);

// Whether $ROMIO_PRINT_HINTS asks rank 0 to print the effective hints at each open.
bool wants_hints_printed(const Environment& environment);

}  // namespace strait::config
