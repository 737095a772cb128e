#include "server/write_back.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace strait::server {

Status write_placed(storage::Driver& driver, const storage::ObjectId& object, Placement& placement,
                    ConstBytes data, const storage::AccessOptions& options) {
  while (!data.empty()) {
    const std::uint64_t before = placement.remaining();
    const std::span<const Strip> strips = placement.next(data.size());
    const auto size = static_cast<std::size_t>(before - placement.remaining());
    STRAIT_TRY(driver.write(object, strips, data.first(size), options));
    data = data.subspan(size);
  }
  return {};
}

void WriteBack::add(HeldWrite write) {
  const storage::ObjectId file = write.file.object;
  {
    std::lock_guard lock(mutex_);
    if (abandoned_) return;
    std::shared_ptr<Queue>& queue = queues_[file];
    if (!queue) queue = std::make_shared<Queue>();
    queue->writes.push_back(std::move(write));
    ++held_;
    if (std::exchange(queue->posted, true)) return;
  }
  workers_.post([weak = weak_from_this(), file] {
    if (const auto self = weak.lock()) self->drain(file);
  });
}

void WriteBack::drain(const storage::ObjectId& file) {
  if (empty()) return;
  std::shared_ptr<Queue> queue;
  {
    std::lock_guard lock(mutex_);
    const auto found = queues_.find(file);
    if (found == queues_.end()) return;
    queue = found->second;
  }
  drain(file, queue);
}

void WriteBack::drain(const storage::ObjectId& file, const std::shared_ptr<Queue>& queue) {
  std::lock_guard order(queue->order);
  for (;;) {
    HeldWrite write;
    {
      std::lock_guard lock(mutex_);
      if (abandoned_ || queue->writes.empty()) {
        const auto found = queues_.find(file);
        if (found != queues_.end() && found->second == queue) queues_.erase(found);
        return;
      }
      write = std::move(queue->writes.front());
      queue->writes.pop_front();
    }
    Status written;
    for (HeldPart& part : write.parts) {
      written = write_placed(*write.driver, file, write.placement,
                             ConstBytes(part.buffer.bytes()).first(part.size), write.options);
      part.buffer.release();
      if (!written) break;
    }
    if (written) {
      write.client->write_settled(write.file, write.sequence);
    } else {
      failed_(write, written.error());
      write.client->write_lost(write.file, std::move(written).error());
    }
    --held_;
  }
}

void WriteBack::flush() {
  for (;;) {
    std::pair<storage::ObjectId, std::shared_ptr<Queue>> next;
    {
      std::lock_guard lock(mutex_);
      if (queues_.empty()) return;
      next = *queues_.begin();
    }
    drain(next.first, next.second);
  }
}

void WriteBack::abandon() {
  // Destroyed without the lock: giving buffers back may wake whoever waits for memory.
  std::deque<HeldWrite> dropped;
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
  for (const auto& [file, queue] : queues_) {
    std::ranges::move(queue->writes, std::back_inserter(dropped));
    queue->writes.clear();
  }
  queues_.clear();
}

}  // namespace strait::server
