// What a library must do in the children that the program forks, so that parent and child do not
// use the same connections.
#pragma once

namespace strait::sys {

// `run` is called in every child forked from now on, in its only thread, before fork() returns
// there. It must not block on locks that another thread of the parent may have held.
void run_in_forked_children(void (*run)()) noexcept;

}  // namespace strait::sys
