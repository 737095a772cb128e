#include "cli/download.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/interruption.h"
#include "cli/read_ahead.h"
#include "sys/directory.h"
#include "sys/file.h"

namespace strait::cli {
namespace {

FileFacts facts_of(const wire::Attributes& attributes) {
  return {attributes.size, attributes.modified};
}

FileFacts facts_of(const sys::FileStatus& status) {
  return {status.size,
          {status.modified.tv_sec, static_cast<std::uint32_t>(status.modified.tv_nsec)}};
}

// Whether the part's bytes in `range` are the file's.
Result<bool> agrees(const client::File& file, const LocalPart& part, const Extent& range) {
  std::vector<std::byte> here(range.length), there(range.length);
  STRAIT_ASSIGN(const std::size_t count, part.read(here, range.offset));
  STRAIT_ASSIGN(const client::Transfer transfer,
                file.read(range, client::Memory::dense(there.data(), there.size())));
  return count == here.size() && transfer.count == there.size() && here == there;
}

}  // namespace

Download::Download(Context& context, const CopyOptions& options)
    : context_(context),
      options_(options),
      depth_(pieces_in_flight(context.client.options().window_bytes)),
      progress_(context.diagnostics, context.clock, !options.quiet) {}

void Download::copy(const RemoteEntry& from, const LocalPlace& to, unsigned depth) {
  Status status;
  switch (from.attributes.kind) {
    case wire::FileKind::file:
      status = copy_file(from, to);
      break;
    case wire::FileKind::directory:
      status = options_.recursive ? copy_directory(from, to, depth) : not_recursive();
      break;
    case wire::FileKind::symlink:
      status = copy_link(from, to);
      break;
    case wire::FileKind::other:
      status = special_file();
      break;
  }
  if (status) return;
  // What the server said names its own file; everything else is about the local one.
  const bool remote = status.error().what.find(from.name.url()) != std::string::npos ||
                      from.attributes.kind == wire::FileKind::other ||
                      (from.attributes.kind == wire::FileKind::directory && !options_.recursive);
  context_.complain(remote ? from.name.url() : to.shown, status.error());
}

Status Download::stream(const RemoteEntry& from, std::string_view shown,
                        const std::function<Status(ConstBytes)>& take) {
  const client::File file = context_.client.adopt(from.name, from.handle);
  ReadAhead pieces(file, {0, from.attributes.size}, ReadTo::end_of_file, depth_);
  progress_.begin(shown, 0, from.attributes.size);
  for (;;) {
    STRAIT_ASSIGN(const ConstBytes piece, pieces.next());
    if (piece.empty()) break;
    STRAIT_TRY(take(piece));
    progress_.advance(piece.size());
  }
  progress_.end();
  return {};
}

std::uint64_t Download::continue_at(const RemoteEntry& from, const LocalPlace& to) {
  const auto part = LocalPart::facts(to);
  if (!part) return 0;
  // Pieces are written here one after the other: what the part has is whole.
  return resume_offset(facts_of(from.attributes), *part, 0);
}

Status Download::copy_file(const RemoteEntry& from, const LocalPlace& to) {
  if (const auto there = sys::status_at(to.directory, to.name)) {
    if (S_ISDIR(there->mode)) return error(ErrorKind::is_a_directory, "a directory is in the way");
    if (options_.resume && S_ISREG(there->mode) &&
        is_complete(facts_of(from.attributes), facts_of(*there)))
      return {};
  }
  const std::uint64_t offset = options_.resume ? continue_at(from, to) : 0;
  if (offset > 0) {
    STRAIT_ASSIGN(LocalPart part, LocalPart::reopen(to));
    const client::File file = context_.client.adopt(from.name, from.handle);
    STRAIT_ASSIGN(const bool same, agrees(file, part, checked_range(offset)));
    if (same) return fill(part, from, offset, to);
    context_.diagnostics.note(fmt::format("{} is not the beginning of {}; starting again",
                                          LocalPart::shown_name(to), from.name.url()));
  }
  STRAIT_ASSIGN(LocalPart part, LocalPart::create(to, from.attributes.mode));
  return fill(part, from, 0, to);
}

Status Download::fill(LocalPart& part, const RemoteEntry& from, std::uint64_t offset,
                      const LocalPlace& to) {
  const Farewell farewell(kept_part(LocalPart::shown_name(to)));
  const client::File file = context_.client.adopt(from.name, from.handle);
  const std::uint64_t size = from.attributes.size;
  {
    ReadAhead pieces(file, {offset, size - offset}, ReadTo::end_of_range, depth_);
    progress_.begin(last_component(to.shown), offset, size);
    for (;;) {
      STRAIT_ASSIGN(const ConstBytes piece, pieces.next());
      if (piece.empty()) break;
      STRAIT_TRY(part.write(piece, offset));
      offset += piece.size();
      progress_.advance(piece.size());
    }
  }
  progress_.end();
  if (offset < size)
    return error(ErrorKind::busy, "{}: became shorter while it was copied", from.name.url());
  if (options_.preserve) STRAIT_TRY(part.preserve(from.attributes.mode, from.attributes.modified));
  STRAIT_TRY(part.publish(size));
  // Small files are read in one request, of one state.
  if (size <= context_.client.options().request_size) return {};
  STRAIT_ASSIGN(const wire::Attributes now, file.attributes());
  if (now.size == size && now.modified == from.attributes.modified) return {};
  return changed_meanwhile().during(from.name.url());
}

Status Download::copy_link(const RemoteEntry& from, const LocalPlace& to) {
  STRAIT_ASSIGN(const std::string target, context_.client.read_link(from.name));
  const auto there = sys::read_link_at(to.directory, to.name);
  if (there && *there == target) return {};
  if (there) STRAIT_TRY(sys::remove_at(to.directory, to.name, sys::RemoveKind::file));
  return sys::make_symlink_at(to.directory, to.name, target);
}

Status Download::copy_directory(const RemoteEntry& from, const LocalPlace& to, unsigned depth) {
  if (depth >= kDepthMax) return too_deep().during(from.name.url());
  // While it is filled, it has to be ours to fill.
  const std::uint32_t mode = (from.attributes.mode & 0777) | 0700;
  if (Status made = sys::make_directory_at(to.directory, to.name, mode);
      !made && made.error().kind != ErrorKind::exists)
    return made;
  // A symbolic link that stands there is not followed: whoever can write at the server could have
  // made this copy leave the tree otherwise.
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;
  STRAIT_ASSIGN(const sys::UniqueFd directory, sys::open_at(to.directory, to.name, kFlags));

  std::vector<client::ListedEntry> entries;
  STRAIT_TRY(context_.client.list(from.name, [&](const client::ListedEntry& entry) {
    entries.push_back(entry);
    return true;
  }));
  std::ranges::sort(entries, {}, &client::ListedEntry::name);
  for (const client::ListedEntry& entry : entries) {
    if (!is_plain_component(entry.name)) {
      context_.complain(from.name.url(), error(ErrorKind::protocol,
                                               "the server lists a file called '{}'", entry.name));
      continue;
    }
    client::RemoteName name = from.name;
    name.path = joined(name.path, entry.name);
    copy({std::move(name), entry.handle, entry.attributes},
         {directory.get(), entry.name, joined(to.shown, entry.name)}, depth + 1);
  }
  if (!options_.preserve) return {};
  STRAIT_TRY(sys::change_mode(directory.get(), from.attributes.mode & 0777));
  const timespec time{from.attributes.modified.seconds,
                      static_cast<long>(from.attributes.modified.nanoseconds)};
  return sys::change_times(directory.get(), time, time);
}

}  // namespace strait::cli
