// Why a call failed and what can be done about it, in words for whoever asked: the edges (the
// MPI functions, the command) name the file themselves and add these. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace strait::client {

// The cause alone: the words that every Unix user knows where the kind says everything, otherwise
// what the server, the operating system or the client said.
std::string_view cause_of(const Error& error);
// What to do; empty where nobody can tell or the cause says so already.
std::string_view advice_for(const Error& error);
// "CAUSE; ADVICE".
std::string explanation(const Error& error);

}  // namespace strait::client
