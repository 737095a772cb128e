// Which of the processes that a launcher has started on a machine speaks for all of them, where all
// have the same to say at the same moment. Any thread; nothing blocks.
#pragma once

#include <optional>
#include <string_view>

#include "sys/unique_fd.h"

namespace strait::sys {

// The voice for `matter`: one process of this user and parent has it at a time, until its
// descriptor is closed. Nothing where another has it. Where that cannot be told the descriptor is
// empty: better told twice than never.
std::optional<UniqueFd> take_node_voice(std::string_view matter);

}  // namespace strait::sys
