// What was said before the command line: variables, the hint file, and what follows from them.
#pragma once

#include "base/result.h"
#include "config/layers.h"
#include "config/name_map.h"

namespace strait::cli {

class Diagnostics;

struct Surroundings {
  config::Settings settings;
  config::NameMap map;
};

// Errors: invalid_argument, naming the variable or hint whose value cannot be understood.
Result<Surroundings> look_around();

// A line for each variable that was probably meant to be one of ours, unless STRAIT_LOG asks for
// silence.
void note_misspelt_variables(const config::Settings& settings, Diagnostics& diagnostics);

}  // namespace strait::cli
