#include "transport/watch_table.h"

#include <utility>

#include "sys/epoll.h"

namespace strait::transport {
namespace {

constexpr std::uint32_t kReadable = EPOLLIN | EPOLLRDHUP;
// After these every receive returns at once, for good.
constexpr std::uint32_t kReadingEnded = EPOLLRDHUP | EPOLLHUP | EPOLLERR;
constexpr std::uint32_t kWritingEnded = EPOLLHUP | EPOLLERR;

}  // namespace

// A place for a watch, used by one after the other; the generation tells them apart.
class WatchTable::Slot {
 public:
  explicit Slot(std::uint32_t slot_index) : index(slot_index) {}

  std::uint64_t tag() const { return (std::uint64_t{generation} << 32) | index; }

  // What epoll is to report next. A lost connection it reports in any case.
  std::uint32_t interest() const {
    const std::uint32_t writing = on_writable ? std::uint32_t{EPOLLOUT} : 0U;
    if (one_shot_left == 0) return kReadable | EPOLLET | writing;
    return (on_readable ? kReadable : 0U) | EPOLLONESHOT | writing;
  }

  const std::uint32_t index;
  std::mutex mutex;
  // All guarded by mutex.
  std::uint32_t generation = 0;
  int descriptor = -1;
  std::uint32_t ended = 0;          // of kReadingEnded, once seen
  std::uint32_t one_shot_left = 0;  // notifications for reading; 0: edge-triggered
  Callback on_readable;
  Callback on_writable;
};

class WatchTable::Handle final : public Watch {
 public:
  Handle(WatchTable& table, Slot& slot) : table_(table), slot_(slot) {}
  ~Handle() override { table_.release(slot_); }

  void notify_readable(Readiness known, Callback ready) override {
    std::unique_lock lock(slot_.mutex);
    if (slot_.ended != 0) {
      lock.unlock();
      return table_.post_(std::move(ready));
    }
    slot_.on_readable = std::move(ready);
    const bool one_shot = slot_.one_shot_left != 0;
    if (one_shot) --slot_.one_shot_left;
    if (one_shot || known == Readiness::unknown) table_.look(slot_);
  }

  void notify_writable(Callback ready) override {
    std::unique_lock lock(slot_.mutex);
    if ((slot_.ended & kWritingEnded) != 0) {
      lock.unlock();
      return table_.post_(std::move(ready));
    }
    slot_.on_writable = std::move(ready);
    table_.look(slot_);
  }

 private:
  WatchTable& table_;
  Slot& slot_;
};

WatchTable::WatchTable(int epoll, Post post) : epoll_(epoll), post_(std::move(post)) {}

WatchTable::~WatchTable() = default;

Result<std::unique_ptr<Watch>> WatchTable::watch(int descriptor) {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.push_back(std::make_unique<Slot>(free_.back()));
  }
  Slot& slot = *slots_[free_.back()];
  const std::lock_guard slot_lock(slot.mutex);
  STRAIT_TRY(sys::epoll_add(epoll_, descriptor, slot.interest(), slot.tag()));
  slot.descriptor = descriptor;
  free_.pop_back();
  return std::unique_ptr<Watch>(std::make_unique<Handle>(*this, slot));
}

void WatchTable::release(Slot& slot) {
  Due dropped;  // outlives the locks
  const std::lock_guard lock(mutex_);
  const std::lock_guard slot_lock(slot.mutex);
  sys::epoll_remove(epoll_, slot.descriptor);
  // An event that another thread has already fetched must not reach the next tenant.
  ++slot.generation;
  slot.descriptor = -1;
  slot.ended = 0;
  slot.one_shot_left = 0;
  dropped = {std::exchange(slot.on_readable, nullptr), std::exchange(slot.on_writable, nullptr)};
  free_.push_back(slot.index);
}

// With the slot's mutex held. Makes epoll report what is ready now, then what becomes ready. It
// cannot fail for a descriptor that is registered.
void WatchTable::look(const Slot& slot) {
  (void)sys::epoll_change(epoll_, slot.descriptor, slot.interest(), slot.tag());
}

WatchTable::Slot* WatchTable::find(std::uint64_t tag) {
  const std::lock_guard lock(mutex_);
  const auto index = static_cast<std::uint32_t>(tag);
  return index < slots_.size() ? slots_[index].get() : nullptr;
}

WatchTable::Due WatchTable::take_due(std::uint64_t tag, std::uint32_t events) {
  Due due;
  Slot* const slot = find(tag);
  if (slot == nullptr) return due;
  const std::lock_guard lock(slot->mutex);
  if (slot->tag() != tag) return due;

  slot->ended |= events & kReadingEnded;
  if ((events & (EPOLLIN | kReadingEnded)) != 0) {
    due[0] = std::exchange(slot->on_readable, nullptr);
  }
  if ((events & (EPOLLOUT | kWritingEnded)) != 0) {
    due[1] = std::exchange(slot->on_writable, nullptr);
  }
  if (slot->one_shot_left != 0) {
    // The shot is spent; who still waits needs another.
    if (slot->on_readable || slot->on_writable) look(*slot);
  } else if ((events & EPOLLIN) != 0 ? !due[0] : !due[1]) {
    // An event for writing tells of bytes as well, and there will be no other edge for them.
    slot->one_shot_left = kOneShotTurns;
    look(*slot);
  }
  return due;
}

std::vector<WatchTable::Callback> WatchTable::take_all() {
  std::vector<Callback> taken;
  const std::lock_guard lock(mutex_);
  for (const auto& slot : slots_) {
    const std::lock_guard slot_lock(slot->mutex);
    for (Callback* callback : {&slot->on_readable, &slot->on_writable}) {
      if (*callback) taken.push_back(std::exchange(*callback, nullptr));
    }
  }
  return taken;
}

}  // namespace strait::transport
