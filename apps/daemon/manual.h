// The manual page straitd(1), from the table that parses the command line. Pure.
#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace strait::daemon {

std::string manual_page(const CLI::App& app, std::string_view version);

}  // namespace strait::daemon
