// The posix driver's operations on names.
#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <tuple>

#include "storage/names.h"
#include "storage/posix/posix_driver.h"
#include "sys/directory.h"
#include "sys/file.h"

namespace strait::storage {
namespace {

constexpr mode_t kFileMode = 0666;  // less the process's umask, where the client gives none

Error exists(std::string_view path) {
  return error(ErrorKind::exists, "{}: the name exists", path);
}

Error is_a_directory(std::string_view path) {
  return error(ErrorKind::is_a_directory, "{}: is a directory", path);
}

Error not_a_directory(std::string_view path) {
  return error(ErrorKind::not_a_directory, "{}: not a directory", path);
}

Status can_be_removed(const Resolver::Place& place) {
  if (!place.name.empty() && !is_dot(place.name)) return {};
  return error(ErrorKind::invalid_argument, "the root and dots cannot be removed or renamed");
}

// A name that can be made: neither the root nor a dot. `what` that is not a directory cannot have
// a slash behind it.
Status can_be_made(const Resolver::Place& place, ObjectKind what) {
  if (place.name.empty() || is_dot(place.name)) return exists(place.name);
  if (what != ObjectKind::directory && place.trailing_slash) {
    if (sys::status_at(place.directory.get(), place.name)) return exists(place.name);
    return error(ErrorKind::not_found, "{}: no such directory", place.name);
  }
  return {};
}

std::string joined(std::string_view directory, std::string_view name) {
  return directory.empty() ? std::string(name) : fmt::format("{}/{}", directory, name);
}

}  // namespace

Result<PosixDriver::Start> PosixDriver::start_of(const Name& name) {
  Start start;
  start.fd = resolver_->root();
  if (!name.parent) return start;
  STRAIT_ASSIGN(Opened opened, acquire(*name.parent, Access::path));
  if (opened.lease.descriptor->kind != ObjectKind::directory) return not_a_directory(name.path);
  start.fd = opened.lease.fd();
  start.lease = std::move(opened.lease);
  return start;
}

Result<sys::UniqueFd> PosixDriver::open(const Name& name, bool follow) {
  STRAIT_ASSIGN(const Start start, start_of(name));
  return descriptors_.with_descriptors(
      [&] { return resolver_->open(start.fd, name.path, follow); });
}

Result<PosixDriver::Place> PosixDriver::place_at(int base, std::string_view path) {
  auto place = descriptors_.with_descriptors([&] { return resolver_->place(base, path); });
  if (!place) return place;
  STRAIT_ASSIGN(const sys::FileStatus status, sys::status_of(place->directory.get()));
  if (kind_of_mode(status.mode) != ObjectKind::directory) return not_a_directory(path);
  STRAIT_TRY(finder_.identify(place->directory.get(), status));  // not another file system's
  return place;
}

Result<PosixDriver::Place> PosixDriver::place_of(const Name& name) {
  STRAIT_ASSIGN(const Start start, start_of(name));
  return place_at(start.fd, name.path);
}

Result<sys::UniqueFd> PosixDriver::child_of(const Place& place) {
  return descriptors_.with_descriptors(
      [&] { return sys::open_at(place.directory.get(), place.name, O_PATH | O_NOFOLLOW); });
}

Result<Entry> PosixDriver::entry_of(int fd) {
  STRAIT_ASSIGN(const sys::FileStatus status, sys::status_of(fd));
  return entry_of(fd, status);
}

Result<Entry> PosixDriver::entry_of(int fd, const sys::FileStatus& status) {
  STRAIT_ASSIGN(const ObjectId object, finder_.identify(fd, status));
  return Entry{object, attributes_of(status, descriptors_.stamp_of(object))};
}

Result<Entry> PosixDriver::lookup(const Name& name, bool follow) {
  STRAIT_ASSIGN(const sys::UniqueFd fd, open(name, follow));
  return entry_of(fd.get());
}

Status PosixDriver::remember_name(const ObjectId& object, int directory) {
  STRAIT_ASSIGN(const sys::FileStatus status, sys::status_of(directory));
  STRAIT_ASSIGN(const ObjectId parent, finder_.identify(directory, status));
  if (pending_names_.add(object, parent)) return {};
  STRAIT_ASSIGN(const sys::UniqueFd fd, sys::reopen(directory, O_RDONLY | O_DIRECTORY));
  return sys::sync(fd.get());
}

Result<Entry> PosixDriver::made(const Place& place) {
  STRAIT_ASSIGN(const sys::UniqueFd fd, child_of(place));
  STRAIT_ASSIGN(Entry entry, entry_of(fd.get()));
  STRAIT_TRY(remember_name(entry.object, place.directory.get()));
  return entry;
}

Result<Entry> PosixDriver::entry_of_new(sys::UniqueFd fd, const Place& place) {
  STRAIT_ASSIGN(const sys::FileStatus status, sys::status_of(fd.get()));
  STRAIT_ASSIGN(Entry entry, entry_of(fd.get(), status));
  STRAIT_TRY(remember_name(entry.object, place.directory.get()));
  descriptors_.adopt(entry.object, std::move(fd), status);
  return entry;
}

Result<Driver::Created> PosixDriver::create(const Name& name, bool exclusive,
                                            const SetAttributes& attributes) {
  STRAIT_TRY(writable());
  STRAIT_ASSIGN(Place place, place_of(name));
  for (int links = 0; links <= kSymlinksMax; ++links) {
    if (is_dot(place.name)) STRAIT_TRY(open(name, true));  // it may lead out
    if (place.name.empty() || is_dot(place.name) || place.trailing_slash) {
      return is_a_directory(name.path);
    }
    constexpr int kFlags = O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_NOCTTY;
    auto fd = descriptors_.with_descriptors([&] {
      return sys::open_at(place.directory.get(), place.name, kFlags,
                          attributes.mode.value_or(kFileMode) & 07777);
    });
    if (fd) {
      STRAIT_TRY(change(fd->get(), attributes));  // exactly this mode, whatever our umask is
      STRAIT_ASSIGN(Entry entry, entry_of_new(std::move(*fd), place));
      return Created{std::move(entry), true};
    }
    if (fd.error().kind != ErrorKind::exists || exclusive) return std::move(fd).error();

    auto child = child_of(place);
    if (!child && child.error().kind == ErrorKind::not_found) continue;  // removed meanwhile
    if (!child) return std::move(child).error();
    STRAIT_ASSIGN(Entry entry, entry_of(child->get()));
    switch (entry.attributes.kind) {
      case ObjectKind::file:
        return Created{std::move(entry), false};
      case ObjectKind::directory:
        return is_a_directory(name.path);
      case ObjectKind::other:
        return exists(name.path);
      case ObjectKind::symlink:
        break;
    }
    // A symbolic link at the end names what is made.
    STRAIT_ASSIGN(const std::string target, sys::read_link_of(child->get()));
    STRAIT_ASSIGN(place, place_at(place.directory.get(), target));
  }
  return error(ErrorKind::permission_denied, "{}: too many symbolic links", name.path);
}

Result<Entry> PosixDriver::make_directory(const Name& name, std::uint32_t mode) {
  STRAIT_TRY(writable());
  STRAIT_ASSIGN(const Place place, place_of(name));
  STRAIT_TRY(can_be_made(place, ObjectKind::directory));
  STRAIT_TRY(sys::make_directory_at(place.directory.get(), place.name, mode & 07777));
  STRAIT_ASSIGN(const sys::UniqueFd fd, child_of(place));
  STRAIT_TRY(
      change(fd.get(), {.mode = mode, .uid = {}, .gid = {}, .accessed = {}, .modified = {}}));
  return made(place);
}

Result<Entry> PosixDriver::make_symlink(const Name& name, std::string_view target) {
  STRAIT_TRY(writable());
  STRAIT_TRY(check_target(target));
  STRAIT_ASSIGN(const Place place, place_of(name));
  STRAIT_TRY(can_be_made(place, ObjectKind::symlink));
  STRAIT_TRY(sys::make_symlink_at(place.directory.get(), place.name, std::string(target)));
  return made(place);
}

Result<Entry> PosixDriver::make_link(const ObjectId& object, const Name& name) {
  STRAIT_TRY(writable());
  STRAIT_ASSIGN(const Opened opened, acquire(object, Access::path));
  STRAIT_ASSIGN(const Place place, place_of(name));
  STRAIT_TRY(can_be_made(place, opened.lease.descriptor->kind));
  STRAIT_TRY(sys::make_link_at(opened.lease.fd(), place.directory.get(), place.name));
  return made(place);
}

Status PosixDriver::check_expected(int fd, const sys::FileStatus& status, std::string_view path,
                                   const std::optional<ObjectId>& expected) {
  if (!expected) return {};
  STRAIT_ASSIGN(const ObjectId found, finder_.identify(fd, status));
  if (found == *expected) return {};
  return error(ErrorKind::stale, "{}: leads to another file now", path);
}

void PosixDriver::removed(const ObjectId& object, int fd, std::string_view path) {
  if (HandleDatabase* database = finder_.database()) {
    // What stays in the database is found to be another file, or none, when it is looked for.
    if (const auto key = key_in(object)) std::ignore = database->erase(*key, path);
  }
  const auto status = sys::status_of(fd);
  if (!status || status->links == 0) {
    descriptors_.forget(object);
    pending_names_.take(object);
  }
}

Status PosixDriver::remove(const Name& name, const std::optional<ObjectId>& expected) {
  STRAIT_TRY(writable());
  STRAIT_ASSIGN(const Place place, place_of(name));
  STRAIT_TRY(can_be_removed(place));
  STRAIT_ASSIGN(const sys::UniqueFd child, child_of(place));
  STRAIT_ASSIGN(const sys::FileStatus status, sys::status_of(child.get()));
  STRAIT_TRY(check_expected(child.get(), status, name.path, expected));
  const bool directory = kind_of_mode(status.mode) == ObjectKind::directory;
  if (place.trailing_slash && !directory) return not_a_directory(name.path);
  STRAIT_ASSIGN(const ObjectId object, finder_.identify(child.get(), status));
  std::string path;
  if (finder_.uses_database()) {
    STRAIT_ASSIGN(path, resolver_->path_in_export(place.directory.get()));
    path = joined(path, place.name);
  }
  STRAIT_TRY(sys::remove_at(place.directory.get(), place.name,
                            directory ? sys::RemoveKind::directory : sys::RemoveKind::file));
  removed(object, child.get(), path);
  return {};
}

Status PosixDriver::rename(const Name& from, const Name& to,
                           const std::optional<ObjectId>& expected) {
  STRAIT_TRY(writable());
  STRAIT_ASSIGN(const Place source, place_of(from));
  STRAIT_TRY(can_be_removed(source));
  STRAIT_ASSIGN(const sys::UniqueFd child, child_of(source));
  STRAIT_ASSIGN(const sys::FileStatus status, sys::status_of(child.get()));
  STRAIT_TRY(check_expected(child.get(), status, from.path, expected));
  STRAIT_ASSIGN(const Place target, place_of(to));
  STRAIT_TRY(can_be_removed(target));
  const bool directory = kind_of_mode(status.mode) == ObjectKind::directory;
  if (!directory && (source.trailing_slash || target.trailing_slash)) {
    return not_a_directory(from.path);
  }
  STRAIT_ASSIGN(const ObjectId object, finder_.identify(child.get(), status));
  std::optional<ObjectId> replaced;
  auto old = child_of(target);
  if (old) {
    STRAIT_ASSIGN(const Entry entry, entry_of(old->get()));
    replaced = entry.object;
    if (replaced == object) return {};
  } else if (old.error().kind != ErrorKind::not_found) {
    return std::move(old).error();
  }
  std::string old_path;
  std::string new_path;
  if (finder_.uses_database()) {
    STRAIT_ASSIGN(old_path, resolver_->path_in_export(source.directory.get()));
    STRAIT_ASSIGN(new_path, resolver_->path_in_export(target.directory.get()));
    old_path = joined(old_path, source.name);
    new_path = joined(new_path, target.name);
  }
  STRAIT_TRY(
      sys::rename_at(source.directory.get(), source.name, target.directory.get(), target.name));
  if (replaced) removed(*replaced, old->get(), new_path);
  if (HandleDatabase* database = finder_.database()) {
    STRAIT_TRY(database->rename(old_path, new_path));
  }
  STRAIT_TRY(remember_name(object, source.directory.get()));
  return remember_name(object, target.directory.get());
}

}  // namespace strait::storage
