// What POSIX calls on names of ours answer: as the calls do, 0 or -1 with errno. They ask the
// server and block for that. Any thread.
#pragma once

#include <sys/stat.h>

#include <cstdint>

#include "client/remote_name.h"

namespace strait::mpiio {

int access_remote(const client::RemoteName& name, int mode) noexcept;
int stat_remote(const client::RemoteName& name, bool follow, struct stat* result) noexcept;
int unlink_remote(const client::RemoteName& name) noexcept;
int truncate_remote(const client::RemoteName& name, std::int64_t size) noexcept;
// ncmpi_inq_file_format: one of PnetCDF's codes, and the format by the file's first bytes.
int netcdf_format_remote(const client::RemoteName& name, int* format) noexcept;

}  // namespace strait::mpiio
