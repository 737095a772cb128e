// The POSIX calls that libraries make on a name before they open it by MPI (PnetCDF: access, lstat,
// unlink, truncate, and a look at the first bytes), answered for names of ours; all others go on to
// where they would have gone.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "mpiio/next.h"
#include "mpiio/posix_answers.h"
#include "mpiio/posix_names.h"

#define STRAIT_POSIX extern "C" __attribute__((visibility("default")))

namespace {

using strait::mpiio::Next;
using strait::mpiio::OwnFiles;
using strait::mpiio::PosixName;

bool is_missing(int answer) noexcept {
  return answer != 0 && (errno == ENOENT || errno == ENOTDIR);
}

template <class Local, class Remote>
int answer(const char* path, Local local, Remote remote) noexcept {
  const auto ours = strait::mpiio::posix_name(path);
  if (!ours) return local();
  const OwnFiles own;
  if (ours->local_first) {
    const int found = local();
    if (!is_missing(found)) return found;
  }
  return remote(ours->name);
}

template <class Stat, class Local>
int answer_stat(const char* path, bool follow, Stat* result, Local local) noexcept {
  static_assert(sizeof(Stat) == sizeof(struct stat),
                "stat64 is stat where file offsets have 64 bits");
  return answer(path, local, [&](const auto& name) {
    return strait::mpiio::stat_remote(name, follow, reinterpret_cast<struct stat*>(result));
  });
}

}  // namespace

STRAIT_POSIX int access(const char* path, int mode) noexcept {
  static Next<int (*)(const char*, int)> next{"access"};
  return answer(
      path, [&] { return next(path, mode); },
      [&](const auto& name) { return strait::mpiio::access_remote(name, mode); });
}

STRAIT_POSIX int unlink(const char* path) noexcept {
  static Next<int (*)(const char*)> next{"unlink"};
  return answer(
      path, [&] { return next(path); },
      [&](const auto& name) { return strait::mpiio::unlink_remote(name); });
}

STRAIT_POSIX int truncate(const char* path, off_t size) noexcept {
  static Next<int (*)(const char*, off_t)> next{"truncate"};
  return answer(
      path, [&] { return next(path, size); },
      [&](const auto& name) { return strait::mpiio::truncate_remote(name, size); });
}

STRAIT_POSIX int truncate64(const char* path, off64_t size) noexcept {
  static Next<int (*)(const char*, off64_t)> next{"truncate64"};
  return answer(
      path, [&] { return next(path, size); },
      [&](const auto& name) { return strait::mpiio::truncate_remote(name, size); });
}

// stat and its relatives: one answer, under the names of two generations of glibc.
STRAIT_POSIX int stat(const char* path, struct stat* result) noexcept {
  static Next<int (*)(const char*, struct stat*)> next{"stat"};
  return answer_stat(path, true, result, [&] { return next(path, result); });
}

STRAIT_POSIX int lstat(const char* path, struct stat* result) noexcept {
  static Next<int (*)(const char*, struct stat*)> next{"lstat"};
  return answer_stat(path, false, result, [&] { return next(path, result); });
}

STRAIT_POSIX int stat64(const char* path, struct stat64* result) noexcept {
  static Next<int (*)(const char*, struct stat64*)> next{"stat64"};
  return answer_stat(path, true, result, [&] { return next(path, result); });
}

STRAIT_POSIX int lstat64(const char* path, struct stat64* result) noexcept {
  static Next<int (*)(const char*, struct stat64*)> next{"lstat64"};
  return answer_stat(path, false, result, [&] { return next(path, result); });
}

STRAIT_POSIX int fstatat(int folder, const char* path, struct stat* result, int flags) noexcept {
  static Next<int (*)(int, const char*, struct stat*, int)> next{"fstatat"};
  const auto local = [&] { return next(folder, path, result, flags); };
  if (folder != AT_FDCWD) return local();
  return answer_stat(path, (flags & AT_SYMLINK_NOFOLLOW) == 0, result, local);
}

STRAIT_POSIX int fstatat64(int folder, const char* path, struct stat64* result,
                           int flags) noexcept {
  static Next<int (*)(int, const char*, struct stat64*, int)> next{"fstatat64"};
  const auto local = [&] { return next(folder, path, result, flags); };
  if (folder != AT_FDCWD) return local();
  return answer_stat(path, (flags & AT_SYMLINK_NOFOLLOW) == 0, result, local);
}

// Before glibc 2.33, with the version of the structure as the first argument.
STRAIT_POSIX int __xstat(int version, const char* path, struct stat* result) noexcept {
  static Next<int (*)(int, const char*, struct stat*)> next{"__xstat"};
  return answer_stat(path, true, result, [&] { return next(version, path, result); });
}

STRAIT_POSIX int __lxstat(int version, const char* path, struct stat* result) noexcept {
  static Next<int (*)(int, const char*, struct stat*)> next{"__lxstat"};
  return answer_stat(path, false, result, [&] { return next(version, path, result); });
}

STRAIT_POSIX int __xstat64(int version, const char* path, struct stat64* result) noexcept {
  static Next<int (*)(int, const char*, struct stat64*)> next{"__xstat64"};
  return answer_stat(path, true, result, [&] { return next(version, path, result); });
}

STRAIT_POSIX int __lxstat64(int version, const char* path, struct stat64* result) noexcept {
  static Next<int (*)(int, const char*, struct stat64*)> next{"__lxstat64"};
  return answer_stat(path, false, result, [&] { return next(version, path, result); });
}

// PnetCDF opens the file by POSIX to find out its format. To let it open our names would promise a
// program more than this library keeps; the question itself can be answered.
STRAIT_POSIX int ncmpi_inq_file_format(const char* path, int* format) {
  static Next<int (*)(const char*, int*)> next{"ncmpi_inq_file_format"};
  constexpr int kNoSuchFile = -220;  // NC_ENOENT
  const auto local = [&] {
    const int found = next(path, format);
    if (found == kNoSuchFile) errno = ENOENT;
    return found;
  };
  return answer(path, local, [&](const auto& name) {
    return strait::mpiio::netcdf_format_remote(name, format);
  });
}
