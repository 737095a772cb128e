// The manual page strait(1), from the tables of commands and options. Pure.
#pragma once

#include <string>

namespace strait::cli {

std::string manual_page();

}  // namespace strait::cli
