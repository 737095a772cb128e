#include "storage/posix/posix_driver.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "storage/names.h"
#include "storage/posix/transfer.h"
#include "storage/strips.h"
#include "sys/directory.h"
#include "sys/file.h"
#include "sys/range_lock.h"

namespace strait::storage {

Result<std::unique_ptr<PosixDriver>> PosixDriver::create(PosixOptions options) {
  STRAIT_ASSIGN(Resolver resolver, Resolver::create(options.root, options.resolution));
  auto kept = std::make_unique<Resolver>(std::move(resolver));
  STRAIT_ASSIGN(Finder finder, Finder::create(*kept, options));
  return std::unique_ptr<PosixDriver>(
      new PosixDriver(std::move(options), std::move(kept), std::move(finder)));
}

PosixDriver::PosixDriver(PosixOptions options, std::unique_ptr<Resolver> resolver, Finder finder)
    : options_(std::move(options)),
      capability_{.name = "posix",
                  .stable_handles =
                      !finder.uses_database() || options_.handle_database.starts_with("file:"),
                  .read_only = options_.read_only,
                  .shared_locks = true,
                  .name_max = kNameMax},
      resolver_(std::move(resolver)),
      finder_(std::move(finder)),
      descriptors_(
          options_.descriptors_max,
          options_.gates ? options_.gates : std::make_shared<RangeGates>(),
          [this](const ObjectId& id) { return finder_.find(id); },
          [this](int fd) -> std::string {
            const auto path = resolver_->path_in_export(fd);
            if (!path) return "a file without a name";
            return path->empty() ? "the export's root" : *path;
          }) {}

Status PosixDriver::writable() const {
  if (!options_.read_only) return {};
  return error(ErrorKind::read_only, "the export is offered read-only");
}

Result<PosixDriver::Opened> PosixDriver::acquire(const ObjectId& object, Access need) {
  Opened opened;
  STRAIT_ASSIGN(opened.lease, descriptors_.acquire(object, need));
  STRAIT_ASSIGN(opened.status, sys::status_of(opened.lease.fd()));
  if (opened.status.links == 0) {
    opened.lease = {};
    descriptors_.forget(object);
    return error(ErrorKind::stale, "the file is gone");
  }
  return opened;
}

Result<PosixDriver::Opened> PosixDriver::acquire_file(const ObjectId& object, Access need) {
  STRAIT_ASSIGN(Opened opened, acquire(object, need));
  if (opened.lease.descriptor->kind == ObjectKind::directory) {
    return error(ErrorKind::is_a_directory, "a directory has no data");
  }
  if (opened.lease.descriptor->kind != ObjectKind::file) {
    return error(ErrorKind::invalid_argument, "only regular files have data");
  }
  return opened;
}

Result<Attributes> PosixDriver::attributes(const ObjectId& object) {
  STRAIT_ASSIGN(const Opened opened, acquire(object, Access::path));
  return attributes_of(opened.status, opened.lease.object->stamp);
}

Status PosixDriver::change(int fd, const SetAttributes& change) {
  const auto to_timespec = [](const std::optional<Timestamp>& from) -> std::optional<timespec> {
    if (!from) return {};
    return timespec{.tv_sec = from->seconds, .tv_nsec = from->nanoseconds};
  };
  // The owner first: changing it may clear bits of the mode.
  if (change.uid || change.gid) STRAIT_TRY(sys::change_owner(fd, change.uid, change.gid));
  if (change.mode) STRAIT_TRY(sys::change_mode(fd, *change.mode & 07777));
  if (change.accessed || change.modified) {
    STRAIT_TRY(sys::change_times(fd, to_timespec(change.accessed), to_timespec(change.modified)));
  }
  return {};
}

Result<Attributes> PosixDriver::set_attributes(const ObjectId& object,
                                               const SetAttributes& change) {
  STRAIT_TRY(writable());
  STRAIT_ASSIGN(const Opened opened, acquire(object, Access::path));
  if (change.mode && opened.lease.descriptor->kind == ObjectKind::symlink) {
    return error(ErrorKind::unsupported, "a symbolic link has no mode of its own");
  }
  STRAIT_TRY(this->change(opened.lease.fd(), change));
  opened.lease.object->wrote();
  STRAIT_ASSIGN(const sys::FileStatus status, sys::status_of(opened.lease.fd()));
  return attributes_of(status, opened.lease.object->stamp);
}

Result<std::string> PosixDriver::read_link(const ObjectId& object) {
  STRAIT_ASSIGN(const Opened opened, acquire(object, Access::path));
  if (opened.lease.descriptor->kind != ObjectKind::symlink) {
    return error(ErrorKind::invalid_argument, "not a symbolic link");
  }
  return sys::read_link_of(opened.lease.fd());
}

Status PosixDriver::resize(const ObjectId& object, std::uint64_t size) {
  STRAIT_TRY(writable());
  STRAIT_TRY(check_size(size));
  STRAIT_ASSIGN(const Opened opened, acquire_file(object, Access::write));
  const RangeGate::Pass pass(*opened.lease.descriptor->gate, {0, kFileOffsetMax},
                             RangeGate::Mode::exclusive);
  const Status resized = sys::truncate(opened.lease.fd(), size);
  opened.lease.object->wrote();
  return resized;
}

Status PosixDriver::allocate(const ObjectId& object, std::uint64_t size) {
  STRAIT_TRY(writable());
  STRAIT_TRY(check_size(size));
  STRAIT_ASSIGN(const Opened opened, acquire_file(object, Access::write));
  // Reserving nothing asks whether the file may be written at all.
  if (size == 0) return {};
  const RangeGate::Pass pass(*opened.lease.descriptor->gate, {0, kFileOffsetMax},
                             RangeGate::Mode::exclusive);
  Status allocated = sys::allocate(opened.lease.fd(), size);
  if (!allocated && allocated.error().kind == ErrorKind::unsupported) {
    // The file system cannot reserve; the size at least can be had. Not by ftruncate, which would
    // shorten a file that a local program has lengthened meanwhile.
    constexpr std::byte kZero{0};
    STRAIT_ASSIGN(const sys::FileStatus now, sys::status_of(opened.lease.fd()));
    allocated =
        now.size >= size ? Status() : sys::write_at(opened.lease.fd(), {&kZero, 1}, size - 1);
  }
  opened.lease.object->wrote();
  return allocated;
}

namespace {

Transfer transfer_of(const DescriptorCache::Lease& lease, const sys::FileStatus& status,
                     const PosixOptions& options) {
  Transfer transfer{.fd = lease.fd(),
                    .gate = *lease.descriptor->gate,
                    .file_size = status.size,
                    .may_read = covers(lease.descriptor->access, Access::read),
                    .lock_wait = options.lock_wait,
                    .policy = {}};
  transfer.policy.window_max = options.sieve_window;
  return transfer;
}

}  // namespace

Result<std::size_t> PosixDriver::read(const ObjectId& object, std::span<const Strip> strips,
                                      MutableBytes data, const AccessOptions& options) {
  STRAIT_TRY(check_strips(strips, data.size()));
  STRAIT_ASSIGN(const Opened opened, acquire_file(object, Access::read));
  return read_strips(transfer_of(opened.lease, opened.status, options_), strips, data, options);
}

Status PosixDriver::write(const ObjectId& object, std::span<const Strip> strips, ConstBytes data,
                          const AccessOptions& options) {
  STRAIT_TRY(writable());
  STRAIT_TRY(check_strips(strips, data.size()));
  STRAIT_ASSIGN(const Opened opened, acquire_file(object, Access::write));
  Status written =
      write_strips(transfer_of(opened.lease, opened.status, options_), strips, data, options);
  opened.lease.object->wrote();
  return written;
}

Status PosixDriver::commit(const ObjectId& object) {
  STRAIT_ASSIGN(Opened opened, acquire(object, Access::path));
  const ObjectKind kind = opened.lease.descriptor->kind;
  if (kind == ObjectKind::file || kind == ObjectKind::directory) {
    auto lease = descriptors_.acquire(object, Access::read);
    if (!lease && lease.error().kind == ErrorKind::permission_denied) {
      lease = descriptors_.acquire(object, Access::write);
    }
    if (!lease) return std::move(lease).error();
    STRAIT_TRY(lease->object->commit(*lease->descriptor));
  }
  return commit_names(object);
}

Status PosixDriver::commit_names(const ObjectId& object) {
  // What another commit has taken may not be synced yet.
  const std::lock_guard lock(committing_names_);
  // A name is only there if the directories above it are: upwards until nothing is uncommitted.
  std::vector<std::pair<ObjectId, ObjectId>> taken;  // a file, and the directory of its name
  std::vector<ObjectId> pending{object};
  Status committed;
  while (!pending.empty() && committed) {
    const ObjectId named = pending.back();
    pending.pop_back();
    for (const ObjectId& directory : pending_names_.take(named)) {
      taken.emplace_back(named, directory);
      if (!committed) continue;
      auto lease = descriptors_.acquire(directory, Access::read);
      Status synced =
          lease ? lease->object->commit(*lease->descriptor) : Status(tl::unexpect, lease.error());
      if (!synced && synced.error().kind != ErrorKind::stale) committed = std::move(synced);
      pending.push_back(directory);
    }
  }
  if (committed) return {};
  // The next commit has to find its way up again, past what is synced already.
  for (const auto& [named, directory] : taken) pending_names_.add(named, directory);
  return committed;
}

}  // namespace strait::storage
