#include "storage/posix/transfer.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

#include "sys/file.h"
#include "sys/range_lock.h"

namespace strait::storage {
namespace {

// One window a thread, kept: allocating it each time would cost its page faults.
std::byte* window_buffer(std::size_t size) {
  thread_local std::unique_ptr<std::byte[]> buffer;
  thread_local std::size_t capacity = 0;
  if (capacity < size) {
    buffer = std::make_unique_for_overwrite<std::byte[]>(size);
    capacity = size;
  }
  return buffer.get();
}

// Elements of arrays are mostly of these sizes; known to the compiler they are one move each.
inline void copy_piece(std::byte* to, const std::byte* from, std::size_t length) {
  switch (length) {
    case 4:
      std::memcpy(to, from, 4);
      return;
    case 8:
      std::memcpy(to, from, 8);
      return;
    case 16:
      std::memcpy(to, from, 16);
      return;
    default:
      std::memcpy(to, from, length);
  }
}

// The dense bytes of the extents into their places in a window that begins at `start`.
void scatter(std::span<const Extent> extents, std::uint64_t start, const std::byte* data,
             std::byte* window) {
  for (const Extent& extent : extents) {
    copy_piece(window + (extent.offset - start), data, extent.length);
    data += extent.length;
  }
}

// The reverse, as far as the window was filled; returns the bytes found before the first that was
// not.
std::size_t gather(std::span<const Extent> extents, std::uint64_t start, const std::byte* window,
                   std::size_t filled, std::byte* data) {
  std::size_t done = 0;
  for (const Extent& extent : extents) {
    const std::uint64_t from = extent.offset - start;
    if (from + extent.length > filled) [[unlikely]] {
      const std::size_t part = from < filled ? filled - from : 0;
      std::memcpy(data + done, window + from * (part != 0), part);
      return done + part;
    }
    copy_piece(data + done, window + from, extent.length);
    done += extent.length;
  }
  return done;
}

Extent hull_of(std::span<const Extent> extents) {
  std::uint64_t start = kFileOffsetMax;
  std::uint64_t end = 0;
  for (const Extent& extent : extents) {
    start = std::min(start, extent.offset);
    end = std::max(end, extent.end());
  }
  return {start, end - start};
}

// Calls `move(window, data offset)` for each window of the list.
template <class Move>
Status for_each_window(std::span<const Extent> extents, const SievePolicy& policy, Move move) {
  std::size_t moved = 0;
  for (std::size_t at = 0; at < extents.size();) {
    const Window window = next_window(extents, at, policy);
    STRAIT_TRY(move(window, moved));
    at += window.count;
    moved += window.payload;
  }
  return {};
}

// Calls `move(run, data offset)` for each contiguous run of a window's extents.
template <class Move>
Status for_each_run(std::span<const Extent> extents, Move move) {
  std::size_t moved = 0;
  for (std::size_t at = 0; at < extents.size();) {
    Extent run = extents[at++];
    while (at < extents.size() && extents[at].offset == run.end())
      run.length += extents[at++].length;
    STRAIT_TRY(move(run, moved));
    moved += run.length;
  }
  return {};
}

// An atomic access: all it touches, to itself. Exclusive among our threads also for reading, since
// they share the descriptor and so its kernel locks.
class Section {
 public:
  Status enter(const Transfer& file, std::span<const Extent> extents, sys::LockKind kind) {
    const Extent hull = hull_of(extents);
    pass_.emplace(file.gate, hull, RangeGate::Mode::exclusive);
    STRAIT_ASSIGN(sys::RangeLock lock,
                  sys::RangeLock::acquire(file.fd, kind, hull, file.lock_wait));
    lock_.emplace(std::move(lock));
    return {};
  }

 private:
  std::optional<RangeGate::Pass> pass_;
  std::optional<sys::RangeLock> lock_;  // released first
};

class Writer {
 public:
  Writer(const Transfer& file, const AccessOptions& options)
      : file_(file), size_(file.file_size), locked_(options.atomic), sieving_(options.sieving) {}

  Status write(std::span<const Extent> extents, const Window& window, ConstBytes data) {
    if (window.payload == 0) return {};
    if (window.contiguous()) {
      Pass pass;
      enter(pass, window.hull, RangeGate::Mode::shared);
      return put(data, window.hull.offset);
    }
    if (sieving_ && file_.may_read && pays(window, file_.policy)) {
      Pass pass;
      enter(pass, window.hull, RangeGate::Mode::exclusive);
      if (locked_) return sieve(extents, window, data);
      const auto lock =
          sys::RangeLock::acquire(file_.fd, sys::LockKind::write, window.hull, file_.lock_wait);
      // Without the lock, only bytes that the client sent may be written.
      return lock ? sieve(extents, window, data) : write_runs(extents, data);
    }
    Pass pass;
    enter(pass, window.hull, RangeGate::Mode::shared);
    return write_runs(extents, data);
  }

 private:
  using Pass = std::optional<RangeGate::Pass>;

  // An atomic access has entered once, for all of it.
  void enter(Pass& pass, const Extent& range, RangeGate::Mode mode) {
    if (!locked_) pass.emplace(file_.gate, range, mode);
  }

  Status put(ConstBytes data, std::uint64_t offset) {
    STRAIT_TRY(sys::write_at(file_.fd, data, offset));
    size_ = std::max(size_, offset + data.size());
    return {};
  }

  Status write_runs(std::span<const Extent> extents, ConstBytes data) {
    return for_each_run(extents, [&](const Extent& run, std::size_t at) {
      return put(data.subspan(at, run.length), run.offset);
    });
  }

  Status sieve(std::span<const Extent> extents, const Window& window, ConstBytes data) {
    const Extent& last = extents.back();
    if (window.hull.end() > size_ && last.length > 0) {
      STRAIT_TRY(put(data.last(last.length), last.offset));
    }
    std::byte* const buffer = window_buffer(window.hull.length);
    STRAIT_ASSIGN(const std::size_t filled,
                  sys::read_at(file_.fd, {buffer, window.hull.length}, window.hull.offset));
    // Somebody is shortening the file at this moment: no byte of ours may hide that.
    if (filled < window.hull.length) return write_runs(extents, data);
    scatter(extents, window.hull.offset, data.data(), buffer);
    return put({buffer, window.hull.length}, window.hull.offset);
  }

  const Transfer& file_;
  std::uint64_t size_;
  const bool locked_;
  const bool sieving_;
};

class Reader {
 public:
  explicit Reader(const Transfer& file) : file_(file) {}

  Result<std::size_t> read(std::span<const Extent> extents, const Window& window,
                           MutableBytes data) {
    if (window.contiguous()) return sys::read_at(file_.fd, data, window.hull.offset);
    // Reading too much has no side effects: AccessOptions::sieving is not about it.
    if (pays(window, file_.policy)) {
      std::byte* const buffer = window_buffer(window.hull.length);
      STRAIT_ASSIGN(const std::size_t filled,
                    sys::read_at(file_.fd, {buffer, window.hull.length}, window.hull.offset));
      return gather(extents, window.hull.offset, buffer, filled, data.data());
    }
    std::size_t done = 0;
    bool ended = false;
    STRAIT_TRY(for_each_run(extents, [&](const Extent& run, std::size_t at) -> Status {
      if (ended) return {};
      STRAIT_ASSIGN(const std::size_t moved,
                    sys::read_at(file_.fd, data.subspan(at, run.length), run.offset));
      done += moved;
      ended = moved < run.length;
      return {};
    }));
    return done;
  }

 private:
  const Transfer& file_;
};

}  // namespace

Result<std::size_t> read_extents(const Transfer& file, std::span<const Extent> extents,
                                 MutableBytes data, const AccessOptions& options) {
  if (data.empty()) return 0;
  Section section;
  if (options.atomic) STRAIT_TRY(section.enter(file, extents, sys::LockKind::read));
  Reader reader(file);
  std::size_t done = 0;
  bool ended = false;
  STRAIT_TRY(
      for_each_window(extents, file.policy, [&](const Window& window, std::size_t at) -> Status {
        if (ended) return {};
        STRAIT_ASSIGN(const std::size_t moved,
                      reader.read(extents.subspan(window.first, window.count), window,
                                  data.subspan(at, window.payload)));
        done += moved;
        ended = moved < window.payload;
        return {};
      }));
  return done;
}

Status write_extents(const Transfer& file, std::span<const Extent> extents, ConstBytes data,
                     const AccessOptions& options) {
  if (data.empty()) return {};
  Section section;
  if (options.atomic) STRAIT_TRY(section.enter(file, extents, sys::LockKind::write));
  Writer writer(file, options);
  return for_each_window(extents, file.policy, [&](const Window& window, std::size_t at) {
    return writer.write(extents.subspan(window.first, window.count), window,
                        data.subspan(at, window.payload));
  });
}

}  // namespace strait::storage
