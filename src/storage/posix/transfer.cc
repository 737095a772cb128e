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

// A strip's place in a window that begins at `start`.
Strip within(Strip strip, std::uint64_t start) {
  strip.offset -= start;
  return strip;
}

// The dense bytes of the rows into their places in a window that begins at `start`.
void scatter(const Rows& rows, std::uint64_t start, const std::byte* data, std::byte* window) {
  for (std::size_t i = 0, count = rows.strips(); i < count; ++i) {
    const Strip strip = within(rows.strip(i), start);
    strait::scatter(strip, window, data);
    data += strip.size();
  }
}

// The reverse, as far as the window was filled; returns the bytes found before the first that was
// not.
std::size_t gather(const Rows& rows, std::uint64_t start, const std::byte* window,
                   std::size_t filled, std::byte* data) {
  std::size_t done = 0;
  for (std::size_t i = 0; i < rows.strips(); ++i) {
    Strip strip = within(rows.strip(i), start);
    if (strip.empty()) continue;
    const bool whole = strip.row(strip.count - 1).end() <= filled;
    if (!whole) {
      // As many rows as end before the file does, and what there is of the next one.
      while (strip.count > 0 && strip.row(strip.count - 1).end() > filled) --strip.count;
    }
    if (strip.count > 0) strait::gather(strip, window, data + done);
    done += strip.size();
    if (whole) continue;
    const std::uint64_t from = strip.row(strip.count).offset;
    if (from >= filled) return done;
    std::memcpy(data + done, window + from, filled - from);
    return done + (filled - from);
  }
  return done;
}

Extent hull_of(std::span<const Strip> strips) {
  std::uint64_t start = kFileOffsetMax;
  std::uint64_t end = 0;
  for (const Strip& strip : strips) {
    if (strip.empty()) continue;
    start = std::min(start, strip.offset);
    end = std::max(end, strip.row(strip.count - 1).end());
  }
  return {start, end - start};
}

// Calls `move(window, data offset)` for each window of the list, until it fails.
template <class Move>
Status for_each_window(std::span<const Strip> strips, const SievePolicy& policy, Move move) {
  SievePlan plan(strips, policy);
  std::size_t moved = 0;
  for (Window window = plan.next(); window.payload != 0; window = plan.next()) {
    STRAIT_TRY(move(window, moved));
    moved += window.payload;
  }
  return {};
}

// Calls `move(run, data offset)` for each contiguous run of a window, until it fails.
template <class Move>
Status for_each_run(const Rows& rows, Move move) {
  Extent run;
  std::size_t moved = 0;
  for (std::size_t i = 0; i < rows.strips(); ++i) {
    const Strip strip = rows.strip(i);
    if (strip.empty()) continue;
    for (std::uint64_t row = 0; row < strip.count; ++row) {
      const Extent next = strip.row(row);
      if (next.offset == run.end()) {
        run.length += next.length;
        continue;
      }
      if (run.length != 0) STRAIT_TRY(move(run, moved));
      moved += run.length;
      run = next;
    }
  }
  return run.length != 0 ? move(run, moved) : Status();
}

// An atomic access: all it touches, to itself. Exclusive among our threads also for reading, since
// they share the descriptor and so its kernel locks.
class Section {
 public:
  Status enter(const Transfer& file, std::span<const Strip> strips, sys::LockKind kind) {
    const Extent hull = hull_of(strips);
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

  Status write(const Window& window, ConstBytes data) {
    if (window.contiguous()) {
      Pass pass;
      enter(pass, window.hull, RangeGate::Mode::shared);
      return put(data, window.hull.offset);
    }
    if (sieving_ && file_.may_read && pays(window, file_.policy)) {
      Pass pass;
      enter(pass, window.hull, RangeGate::Mode::exclusive);
      if (locked_) return sieve(window, data);
      const auto lock =
          sys::RangeLock::acquire(file_.fd, sys::LockKind::write, window.hull, file_.lock_wait);
      // Without the lock, only bytes that the client sent may be written.
      return lock ? sieve(window, data) : write_runs(window.rows, data);
    }
    Pass pass;
    enter(pass, window.hull, RangeGate::Mode::shared);
    return write_runs(window.rows, data);
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

  Status write_runs(const Rows& rows, ConstBytes data) {
    return for_each_run(rows, [&](const Extent& run, std::size_t at) {
      return put(data.subspan(at, run.length), run.offset);
    });
  }

  Status sieve(const Window& window, ConstBytes data) {
    if (window.hull.end() > size_) {
      STRAIT_TRY(put(data.last(window.last.length), window.last.offset));
    }
    std::byte* const buffer = window_buffer(window.hull.length);
    STRAIT_ASSIGN(const std::size_t filled,
                  sys::read_at(file_.fd, {buffer, window.hull.length}, window.hull.offset));
    // Somebody is shortening the file at this moment: no byte of ours may hide that.
    if (filled < window.hull.length) return write_runs(window.rows, data);
    scatter(window.rows, window.hull.offset, data.data(), buffer);
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

  Result<std::size_t> read(const Window& window, MutableBytes data) {
    if (window.contiguous()) return sys::read_at(file_.fd, data, window.hull.offset);
    // Reading too much has no side effects: AccessOptions::sieving is not about it.
    if (pays(window, file_.policy)) {
      std::byte* const buffer = window_buffer(window.hull.length);
      STRAIT_ASSIGN(const std::size_t filled,
                    sys::read_at(file_.fd, {buffer, window.hull.length}, window.hull.offset));
      return gather(window.rows, window.hull.offset, buffer, filled, data.data());
    }
    std::size_t done = 0;
    bool ended = false;
    STRAIT_TRY(for_each_run(window.rows, [&](const Extent& run, std::size_t at) -> Status {
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

Result<std::size_t> read_strips(const Transfer& file, std::span<const Strip> strips,
                                MutableBytes data, const AccessOptions& options) {
  if (data.empty()) return 0;
  Section section;
  if (options.atomic) STRAIT_TRY(section.enter(file, strips, sys::LockKind::read));
  Reader reader(file);
  std::size_t done = 0;
  bool ended = false;
  STRAIT_TRY(
      for_each_window(strips, file.policy, [&](const Window& window, std::size_t at) -> Status {
        if (ended) return {};
        STRAIT_ASSIGN(const std::size_t moved,
                      reader.read(window, data.subspan(at, window.payload)));
        done += moved;
        ended = moved < window.payload;
        return {};
      }));
  return done;
}

Status write_strips(const Transfer& file, std::span<const Strip> strips, ConstBytes data,
                    const AccessOptions& options) {
  if (data.empty()) return {};
  Section section;
  if (options.atomic) STRAIT_TRY(section.enter(file, strips, sys::LockKind::write));
  Writer writer(file, options);
  return for_each_window(strips, file.policy, [&](const Window& window, std::size_t at) {
    return writer.write(window, data.subspan(at, window.payload));
  });
}

}  // namespace strait::storage
