#include "mpiio/posix_answers.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <string_view>

#include "mpiio/process.h"

namespace strait::mpiio {
namespace {

constexpr unsigned kBlockOfStat = 512;            // bytes
constexpr unsigned kPreferredTransfer = 4 << 20;  // bytes

// PnetCDF's codes and formats; they are part of its interface and do not change.
constexpr int kNoError = 0;
constexpr int kNotNetcdf = -51;
constexpr int kAccessFailure = -77;
constexpr int kReadFailure = -205;
constexpr int kNoSuchFile = -220;
constexpr int kHdf5Format = 3;

std::shared_ptr<client::Client> default_client() {
  const auto settings = Process::instance().settings({});
  return Process::instance().client_for(settings ? settings->options : config::Options{});
}

// Runs `ask`, and turns its failure into errno.
template <class Ask>
int posix_answer(Ask&& ask) noexcept {
  try {
    const Status status = ask();
    if (status) return 0;
    errno = errno_of(status.error().kind);
  } catch (const std::exception&) {
    errno = ENOMEM;
  }
  return -1;
}

mode_t type_bits(wire::FileKind kind) {
  switch (kind) {
    case wire::FileKind::file:
      return S_IFREG;
    case wire::FileKind::directory:
      return S_IFDIR;
    case wire::FileKind::symlink:
      return S_IFLNK;
    case wire::FileKind::other:
      break;
  }
  return S_IFIFO;
}

timespec time_of(const wire::Timestamp& time) {
  return {.tv_sec = time.seconds, .tv_nsec = time.nanoseconds};
}

Result<int> format_of(const client::File& file, std::uint64_t size) {
  constexpr std::string_view kHdf5("\211HDF\r\n\032\n", 8);
  std::array<char, 8> first{};
  const auto memory = client::Memory::dense(first.data(), first.size());
  STRAIT_ASSIGN(const client::Transfer begun, file.read(Extent{0, first.size()}, memory));
  if (begun.count >= 4 && std::string_view(first.data(), 3) == "CDF") {
    const int version = first[3];
    if (version == 1 || version == 2 || version == 5) return version;
  }
  // HDF5 looks for its signature at 0, 512, 1024, 2048 and so on: a user's block may come first.
  for (std::uint64_t at = 0; at + first.size() <= size; at = at == 0 ? 512 : 2 * at) {
    STRAIT_ASSIGN(const client::Transfer read, file.read(Extent{at, first.size()}, memory));
    if (read.count == first.size() && std::string_view(first.data(), first.size()) == kHdf5)
      return kHdf5Format;
  }
  return error(ErrorKind::unsupported, "not a netCDF file");
}

int netcdf_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::unsupported:
      return kNotNetcdf;
    case ErrorKind::not_found:
    case ErrorKind::unknown_export:
      return kNoSuchFile;
    case ErrorKind::permission_denied:
      return kAccessFailure;
    default:
      return kReadFailure;
  }
}

}  // namespace

int stat_remote(const client::RemoteName& name, bool follow, struct stat* result) noexcept {
  return posix_answer([&]() -> Status {
    STRAIT_ASSIGN(const wire::Attributes attributes, default_client()->stat(name, follow));
    *result = {};
    result->st_mode = type_bits(attributes.kind) | attributes.mode;
    result->st_nlink = attributes.links;
    result->st_uid = attributes.uid;
    result->st_gid = attributes.gid;
    result->st_ino = attributes.file_id;
    result->st_size = static_cast<off_t>(attributes.size);
    result->st_blksize = kPreferredTransfer;
    result->st_blocks = static_cast<blkcnt_t>(attributes.allocated / kBlockOfStat);
    result->st_atim = time_of(attributes.accessed);
    result->st_mtim = time_of(attributes.modified);
    result->st_ctim = time_of(attributes.changed);
    return {};
  });
}

// Who may do what is the server's to say when it is done; here only what its mode bits deny to all.
int access_remote(const client::RemoteName& name, int mode) noexcept {
  return posix_answer([&]() -> Status {
    STRAIT_ASSIGN(const wire::Attributes attributes, default_client()->stat(name, true));
    const auto denied = [&](int wanted, unsigned bits) {
      return (mode & wanted) != 0 && (attributes.mode & bits) == 0;
    };
    if (denied(R_OK, 0444) || denied(W_OK, 0222) || denied(X_OK, 0111))
      return error(ErrorKind::permission_denied, "its mode does not allow that");
    return {};
  });
}

int unlink_remote(const client::RemoteName& name) noexcept {
  return posix_answer([&]() -> Status {
    const std::shared_ptr<client::Client> client = default_client();
    STRAIT_ASSIGN(const wire::Attributes attributes, client->stat(name, false));
    if (attributes.kind == wire::FileKind::directory)
      return error(ErrorKind::is_a_directory, "a directory");
    return client->remove(name);
  });
}

int truncate_remote(const client::RemoteName& name, std::int64_t size) noexcept {
  return posix_answer([&]() -> Status {
    if (size < 0) return error(ErrorKind::invalid_argument, "a negative size");
    STRAIT_ASSIGN(const client::Opened opened, default_client()->open(name, {}));
    if (opened.attributes.kind == wire::FileKind::directory)
      return error(ErrorKind::is_a_directory, "a directory");
    return opened.file.resize(static_cast<std::uint64_t>(size));
  });
}

int netcdf_format_remote(const client::RemoteName& name, int* format) noexcept {
  try {
    const Result<client::Opened> opened = default_client()->open(name, {});
    if (!opened) return netcdf_code_of(opened.error().kind);
    const Result<int> found = format_of(opened->file, opened->attributes.size);
    if (!found) return netcdf_code_of(found.error().kind);
    *format = *found;
    return kNoError;
  } catch (const std::exception&) {
    return kReadFailure;
  }
}

}  // namespace strait::mpiio
