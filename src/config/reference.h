// The option table as people read it: the page docs/reference/options.md, and the plain text of
// `strait hints`. Pure; any thread.
#pragma once

#include <string>

#include "config/options.h"

namespace strait::config {

std::string options_page();

// One paragraph an option: what it is called in each place, its value in `options`, its default.
std::string options_text(const Options& options);

}  // namespace strait::config
