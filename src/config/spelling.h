// What somebody probably meant who wrote a word that nobody knows. Pure; any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace strait::config {

// The known word that differs in the fewest slips of a typist (a letter too many, missing, wrong,
// or exchanged with its neighbour; small and capital letters count as the same); the first of
// several. Where even that one is another word rather than a slip, the first that `word` is the
// beginning of; empty where there is none.
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

// "; did you mean X?", or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace strait::config
