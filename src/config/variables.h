// Variables of the environment that look like options of ours. Pure; any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strait::config {

// What the names of our variables begin with.
inline constexpr std::string_view kVariablePrefix = "STRAIT_";

// A sentence for each name that is none of the table's and was probably meant to be one. Others
// are left alone: they may be a module system's (STRAIT_ROOT).
std::vector<std::string> misspelt_variables(std::span<const std::string> names);

}  // namespace strait::config
