// A thread that takes no signals: those sent to the process go to the program's own threads, whose
// handlers expect that.
#pragma once

#include <functional>
#include <thread>

namespace strait::sys {

std::thread quiet_thread(std::function<void()> body);

}  // namespace strait::sys
