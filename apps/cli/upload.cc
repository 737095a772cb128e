#include "cli/upload.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/file_mode.h"
#include "cli/interruption.h"
#include "cli/write_behind.h"
#include "sys/directory.h"

namespace strait::cli {
namespace {

wire::Timestamp timestamp(const timespec& time) {
  return {time.tv_sec, static_cast<std::uint32_t>(time.tv_nsec)};
}

FileFacts facts_of(const sys::FileStatus& status) {
  return {status.size, timestamp(status.modified)};
}

FileFacts facts_of(const wire::Attributes& attributes) {
  return {attributes.size, attributes.modified};
}

client::RemoteName part_of(client::RemoteName name) {
  const std::string_view last = last_component(name.path);
  const std::string part = part_name(last);
  name.path.resize(name.path.size() - last.size());
  name.path += part;
  return name;
}

// As many bytes as there are, up to the room's size.
Result<std::size_t> read_some(int descriptor, MutableBytes room) {
  std::size_t filled = 0;
  while (filled < room.size()) {
    const ssize_t count = ::read(descriptor, room.data() + filled, room.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return os_error(errno, "reading");
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
  }
  return filled;
}

}  // namespace

Upload::Upload(Context& context, const CopyOptions& options)
    : context_(context),
      options_(options),
      depth_(pieces_in_flight(context.client.options().window_bytes)),
      mask_(file_mode_mask()),
      progress_(context.diagnostics, context.clock, !options.quiet) {}

void Upload::copy(const LocalSource& from, const client::RemoteName& to, unsigned depth) {
  Status status = copy_entry(from, to, depth);
  if (depth == 0) settle(0);
  if (status) return;
  const bool remote = status.error().what.find("strait://") != std::string::npos;
  context_.complain(remote ? to.url() : from.shown, status.error());
}

Status Upload::copy_entry(const LocalSource& from, const client::RemoteName& to, unsigned depth) {
  // What the user named may be a symbolic link; what is found below is copied as it is.
  const bool follow = depth == 0;
  if (!follow) {
    STRAIT_ASSIGN(const sys::FileStatus status, sys::status_at(from.directory, from.name));
    if (S_ISLNK(status.mode)) return copy_link(from, to);
    // Opening a pipe would wait for its other end.
    if (!S_ISREG(status.mode) && !S_ISDIR(status.mode)) return special_file();
  }
  STRAIT_ASSIGN(const sys::UniqueFd file,
                sys::open_at(from.directory, from.name, O_RDONLY | (follow ? 0 : O_NOFOLLOW)));
  STRAIT_ASSIGN(const sys::FileStatus status, sys::status_of(file.get()));
  if (S_ISREG(status.mode)) return copy_file(file, status, from, to, depth);
  if (!S_ISDIR(status.mode)) return stream(file.get(), from.shown, to);
  if (!options_.recursive) return not_recursive();
  return copy_directory(file, status, from, to, depth);
}

Result<bool> Upload::is_there(const sys::FileStatus& status, const client::RemoteName& to) {
  const auto there = context_.client.stat(to, false);
  if (!there && there.error().kind == ErrorKind::not_found) return false;
  if (!there) return Error(there.error());
  if (there->kind == wire::FileKind::directory)
    return error(ErrorKind::is_a_directory, "{}: a directory is in the way", to.url());
  return options_.resume && there->kind == wire::FileKind::file &&
         is_complete(facts_of(status), facts_of(*there));
}

Result<Upload::Part> Upload::make_part(const client::RemoteName& name, std::uint32_t mode) {
  const client::OpenHow how{.create = true, .exclusive = true, .mode = mode & 0777 & ~mask_};
  auto made = context_.client.open(name, how);
  if (!made && made.error().kind == ErrorKind::exists) {
    STRAIT_TRY(context_.client.remove(name));
    made = context_.client.open(name, how);
  }
  if (!made) return std::move(made).error();
  return Part{std::move(made->file)};
}

Result<Upload::Part> Upload::open_part(int file, const sys::FileStatus& status,
                                       const client::RemoteName& name) {
  if (!options_.resume) return make_part(name, status.mode);
  const auto found = context_.client.stat(name, false);
  if (!found && found.error().kind != ErrorKind::not_found) return Error(found.error());
  // Requests in flight may have been carried out in any order. A link that somebody put there is
  // not followed but replaced.
  const bool usable = found && found->kind == wire::FileKind::file;
  const std::uint64_t offset =
      usable ? resume_offset(facts_of(status), facts_of(*found), kInFlightMax) : 0;
  if (offset == 0) return make_part(name, status.mode);
  STRAIT_ASSIGN(client::Opened opened, context_.client.open(name, {}));
  const Extent range = checked_range(offset);
  std::vector<std::byte> here(range.length), there(range.length);
  STRAIT_ASSIGN(const std::size_t count, sys::read_at(file, here, range.offset));
  STRAIT_ASSIGN(const client::Transfer transfer,
                opened.file.read(range, client::Memory::dense(there.data(), there.size())));
  if (count == here.size() && transfer.count == there.size() && here == there)
    return Part{std::move(opened.file), offset};
  context_.diagnostics.note(
      fmt::format("{} is not the beginning of the file; starting again", name.url()));
  return make_part(name, status.mode);
}

Status Upload::publish(const client::File& part, const client::RemoteName& to) {
  if (Status committed = part.commit(wire::Durability::committed); !committed) {
    // After a failed sync the server's kernel may have dropped bytes and say so only once: nothing
    // of this part can be gone on with.
    static_cast<void>(context_.client.remove(part.name()));
    return committed;
  }
  STRAIT_TRY(context_.client.rename(part.name(), to));
  return context_.client.adopt(to, part.handle()).commit(wire::Durability::committed);
}

Status Upload::publish_aside(const client::File& part, const client::RemoteName& to) {
  settle(kPublicationsMax - 1);
  try {
    publications_.push_back(
        {to, std::async(std::launch::async, [this, part, to] { return publish(part, to); })});
  } catch (const std::system_error&) {  // no more threads for now
    return publish(part, to);
  }
  return {};
}

void Upload::settle(std::size_t left) {
  for (; publications_.size() > left; publications_.pop_front()) {
    Publication& oldest = publications_.front();
    if (const Status outcome = oldest.outcome.get(); !outcome)
      context_.complain(oldest.to.url(), outcome.error());
  }
}

Status Upload::copy_file(const sys::UniqueFd& file, const sys::FileStatus& status,
                         const LocalSource& from, const client::RemoteName& to, unsigned depth) {
  STRAIT_ASSIGN(const bool complete, is_there(status, to));
  if (complete) return {};
  const client::RemoteName name = part_of(to);
  STRAIT_ASSIGN(Part part, open_part(file.get(), status, name));
  const Farewell farewell(kept_part(name.url()));
  std::uint64_t offset = part.offset;
  progress_.begin(last_component(from.shown), offset, status.size);
  {
    WriteBehind pieces(part.file, offset, depth_);
    while (offset < status.size) {
      STRAIT_ASSIGN(const MutableBytes room, pieces.room());
      const std::uint64_t wanted = std::min<std::uint64_t>(room.size(), status.size - offset);
      STRAIT_ASSIGN(const std::size_t count, sys::read_at(file.get(), room.first(wanted), offset));
      if (count == 0) return error(ErrorKind::busy, "became shorter while it was copied");
      pieces.send(count);
      offset += count;
      progress_.advance(count);
    }
    STRAIT_TRY(pieces.finish());
  }
  if (options_.preserve) {
    const wire::Timestamp modified = timestamp(status.modified);
    STRAIT_TRY(
        part.file.set_attributes({.mask = wire::kSetMode | wire::kSetAccessed | wire::kSetModified,
                                  .mode = status.mode & 0777,
                                  .accessed = modified,
                                  .modified = modified}));
  }
  STRAIT_TRY(depth > 0 ? publish_aside(part.file, to) : publish(part.file, to));
  progress_.end();
  STRAIT_ASSIGN(const sys::FileStatus now, sys::status_of(file.get()));
  if (now.size == status.size && !older(timestamp(status.modified), timestamp(now.modified)))
    return {};
  return changed_meanwhile();
}

Status Upload::stream(int descriptor, std::string_view shown, const client::RemoteName& to) {
  const client::RemoteName name = part_of(to);
  STRAIT_ASSIGN(Part part, make_part(name, 0666));
  progress_.begin(shown, 0, std::nullopt);
  WriteBehind pieces(part.file, 0, depth_);
  for (;;) {
    STRAIT_ASSIGN(const MutableBytes room, pieces.room());
    STRAIT_ASSIGN(const std::size_t count, read_some(descriptor, room));
    if (count == 0) break;
    pieces.send(count);
    progress_.advance(count);
  }
  STRAIT_TRY(pieces.finish());
  STRAIT_TRY(publish(part.file, to));
  progress_.end();
  return {};
}

Status Upload::copy_link(const LocalSource& from, const client::RemoteName& to) {
  STRAIT_ASSIGN(const std::string target, sys::read_link_at(from.directory, from.name));
  Status made = context_.client.make_symlink(to, target);
  if (made || made.error().kind != ErrorKind::exists) return made;
  const auto there = context_.client.read_link(to);
  if (!there) return made;  // something else stands there
  if (*there == target) return {};
  STRAIT_TRY(context_.client.remove(to));
  return context_.client.make_symlink(to, target);
}

Status Upload::copy_directory(const sys::UniqueFd& directory, const sys::FileStatus& status,
                              const LocalSource& from, const client::RemoteName& to,
                              unsigned depth) {
  if (depth >= kDepthMax) return too_deep();
  // While it is filled, it has to be ours to fill.
  const std::uint32_t mode = ((status.mode & 0777) | 0700) & ~mask_;
  if (Status made = context_.client.make_directory(to, mode);
      !made && made.error().kind != ErrorKind::exists)
    return made;

  constexpr std::size_t kAtOnce = 1024;  // entries
  std::vector<std::string> names;
  for (std::int64_t cookie = 0;;) {
    STRAIT_ASSIGN(const auto items, sys::read_directory(directory.get(), cookie, kAtOnce));
    if (items.empty()) break;
    for (const sys::DirectoryItem& item : items) names.push_back(item.name);
    cookie = items.back().cookie;
  }
  std::ranges::sort(names);
  for (const std::string& name : names) {
    client::RemoteName child = to;
    child.path = joined(to.path, name);
    copy({directory.get(), name, joined(from.shown, name)}, child, depth + 1);
  }
  if (!options_.preserve) return {};
  settle(0);  // a name that arrives later would change the directory's time again
  STRAIT_ASSIGN(const client::Opened opened, context_.client.open(to, {}));
  const wire::Timestamp modified = timestamp(status.modified);
  STRAIT_TRY(
      opened.file.set_attributes({.mask = wire::kSetMode | wire::kSetAccessed | wire::kSetModified,
                                  .mode = status.mode & 0777,
                                  .accessed = modified,
                                  .modified = modified}));
  return {};
}

}  // namespace strait::cli
