#include "sys/file_handle.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>

#include "sys/hook.h"

namespace strait::sys {
namespace {

// struct file_handle ends in a flexible array; this gives it room.
struct KernelHandle {
  alignas(file_handle) std::array<std::byte, sizeof(file_handle) + kFileHandleMax> room{};
  file_handle* get() { return reinterpret_cast<file_handle*>(room.data()); }
};

Result<FileHandle> handle(int directory, const char* name, int flags) {
  if (const int fault = injected(Call::handle)) return os_error(fault, "naming a file by handle");
  KernelHandle kernel;
  kernel.get()->handle_bytes = kFileHandleMax;
  int mount_id = 0;
  if (::name_to_handle_at(directory, name, kernel.get(), &mount_id, flags) != 0) {
    return os_error(errno, "naming a file by handle");
  }
  FileHandle made;
  made.type = kernel.get()->handle_type;
  made.length = kernel.get()->handle_bytes;
  std::memcpy(made.bytes.data(), kernel.get()->f_handle, made.length);
  return made;
}

}  // namespace

Result<FileHandle> handle_of(int fd) { return handle(fd, "", AT_EMPTY_PATH); }

Result<FileHandle> handle_at(int directory, const std::string& name) {
  return handle(directory, name.c_str(), 0);
}

Result<UniqueFd> open_by_handle(int mount, const FileHandle& handle, int flags) {
  KernelHandle kernel;
  kernel.get()->handle_type = handle.type;
  kernel.get()->handle_bytes = handle.length;
  std::memcpy(kernel.get()->f_handle, handle.bytes.data(), handle.length);
  for (;;) {
    if (const int fault = injected(Call::open)) return os_error(fault, "opening by handle");
    UniqueFd fd(::open_by_handle_at(mount, kernel.get(), flags | O_CLOEXEC));
    if (fd) return fd;
    if (errno != EINTR) return os_error(errno, "opening by handle");
  }
}

}  // namespace strait::sys
