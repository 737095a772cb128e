// What a frame asks for. The values are the protocol's; a peer may send one that we do not know,
// so an Operation that came from a frame can hold any number.
#pragma once

#include <cstdint>
#include <string_view>

namespace strait::wire {

enum class Operation : std::uint32_t {
  null = 0,
  hello = 1,
  cancel = 2,
  lookup = 16,
  create = 17,
  getattr = 18,
  setattr = 19,
  remove = 20,
  rename = 21,
  link = 22,
  symlink = 23,
  readlink = 24,
  mkdir = 25,
  readdir = 26,
  resize = 27,
  read = 32,
  write = 33,
  commit = 34,
  prefetch = 35,
  fetch_add = 48,
  lock = 49,
  unlock = 50,
};

// "READ"; "unknown" for a number that is not in the list.
std::string_view operation_name(Operation operation) noexcept;
bool is_known(Operation operation) noexcept;

// Whether repeating the request may do something else than doing it once: such requests carry a
// Replay with a number, and are answered from the reply cache when they come again. READ, WRITE
// and others "at counter" count too, which only their arguments tell.
bool changes_once(Operation operation) noexcept;

}  // namespace strait::wire
