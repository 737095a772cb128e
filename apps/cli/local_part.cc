#include "cli/local_part.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "cli/copy.h"
#include "sys/directory.h"
#include "sys/file.h"

namespace strait::cli {
namespace {

// The directory part of a name stays as it is.
std::string part_path(const std::string& name) {
  const std::string_view last = last_component(name);
  const std::string_view text = name;
  return std::string(text.substr(0, text.size() - last.size())) + part_name(last);
}

}  // namespace

LocalPart::LocalPart(const LocalPlace& place, sys::UniqueFd file)
    : place_(place), part_(part_path(place.name)), file_(std::move(file)) {}

std::string LocalPart::shown_name(const LocalPlace& place) { return part_path(place.shown); }

std::optional<FileFacts> LocalPart::facts(const LocalPlace& place) {
  const auto status = sys::status_at(place.directory, part_path(place.name));
  if (!status || !S_ISREG(status->mode)) return std::nullopt;
  return FileFacts{status->size,
                   {status->modified.tv_sec, static_cast<std::uint32_t>(status->modified.tv_nsec)}};
}

Result<LocalPart> LocalPart::create(const LocalPlace& place, std::uint32_t mode) {
  const std::string part = part_path(place.name);
  constexpr int kFlags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW;
  auto file = sys::open_at(place.directory, part, kFlags, mode & 0777);
  if (!file && file.error().kind == ErrorKind::exists) {
    STRAIT_TRY(sys::remove_at(place.directory, part, sys::RemoveKind::file));
    file = sys::open_at(place.directory, part, kFlags, mode & 0777);
  }
  if (!file) return std::move(file).error();
  return LocalPart(place, std::move(*file));
}

Result<LocalPart> LocalPart::reopen(const LocalPlace& place) {
  STRAIT_ASSIGN(sys::UniqueFd file,
                sys::open_at(place.directory, part_path(place.name), O_RDWR | O_NOFOLLOW));
  return LocalPart(place, std::move(file));
}

Status LocalPart::write(ConstBytes data, std::uint64_t offset) {
  return sys::write_at(file_.get(), data, offset);
}

Result<std::size_t> LocalPart::read(MutableBytes data, std::uint64_t offset) const {
  return sys::read_at(file_.get(), data, offset);
}

Status LocalPart::preserve(std::uint32_t mode, const wire::Timestamp& modified) {
  // Set-user-id bits of somebody else's file mean another user here.
  STRAIT_TRY(sys::change_mode(file_.get(), mode & 0777));
  const timespec time{modified.seconds, static_cast<long>(modified.nanoseconds)};
  return sys::change_times(file_.get(), time, time);
}

Status LocalPart::publish(std::uint64_t size) {
  STRAIT_ASSIGN(const sys::FileStatus status, sys::status_of(file_.get()));
  if (status.size != size)
    return error(ErrorKind::io, "{} bytes long instead of {}", status.size, size);
  // Some file systems tell of a failed write only now.
  if (::close(file_.release()) != 0 && errno != EINTR) return os_error(errno, "closing");
  return sys::rename_at(place_.directory, part_, place_.directory, place_.name);
}

}  // namespace strait::cli
