#include "sys/hook.h"

#include <mutex>
#include <utility>

namespace strait::sys {

namespace detail {
std::atomic<bool> faults_active{false};
}  // namespace detail

namespace {
std::mutex fault_mutex;
Call fault_call = Call::count_;       // guarded by fault_mutex
std::function<int()> fault_decision;  // guarded by fault_mutex
}  // namespace

namespace detail {
int fault(Call call) noexcept {
  const std::lock_guard lock(fault_mutex);
  return call == fault_call && fault_decision ? fault_decision() : 0;
}
}  // namespace detail

ScopedFault::ScopedFault(Call call, std::function<int()> decide) {
  const std::lock_guard lock(fault_mutex);
  fault_call = call;
  fault_decision = std::move(decide);
  detail::faults_active = true;
}

ScopedFault::ScopedFault(Call call, int os_errno)
    : ScopedFault(call, [os_errno] { return os_errno; }) {}

ScopedFault::~ScopedFault() {
  const std::lock_guard lock(fault_mutex);
  detail::faults_active = false;
  fault_decision = nullptr;
  fault_call = Call::count_;
}

}  // namespace strait::sys
