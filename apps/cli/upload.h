// Copying local files to a server: `put`. One thread.
#pragma once

#include <cstdint>
#include <deque>
#include <future>
#include <string>

#include "cli/copy.h"
#include "cli/resume.h"
#include "client/client.h"
#include "sys/file.h"
#include "sys/unique_fd.h"

namespace strait::cli {

// A local name below an open directory (or AT_FDCWD), and what to call it in messages.
struct LocalSource {
  int directory = -1;
  std::string name;
  std::string shown;
};

class Upload {
 public:
  Upload(Context& context, const CopyOptions& options);

  // Copies one file, with -r all that is below a directory. Everything that fails is complained
  // about; the rest is copied all the same.
  void copy(const LocalSource& from, const client::RemoteName& to, unsigned depth = 0);
  // All that a descriptor gives until its end.
  Status stream(int descriptor, std::string_view shown, const client::RemoteName& to);

 private:
  Status copy_entry(const LocalSource& from, const client::RemoteName& to, unsigned depth);
  Status copy_file(const sys::UniqueFd& file, const sys::FileStatus& status,
                   const LocalSource& from, const client::RemoteName& to, unsigned depth);
  Result<bool> is_there(const sys::FileStatus& status, const client::RemoteName& to);
  // The part, and how much of it need not be sent again.
  struct Part {
    client::File file;
    std::uint64_t offset = 0;
  };
  Result<Part> make_part(const client::RemoteName& name, std::uint32_t mode);
  Result<Part> open_part(int file, const sys::FileStatus& status, const client::RemoteName& name);
  // Committed under its part's name, renamed, and the new name committed.
  Status publish(const client::File& part, const client::RemoteName& to);
  // The same beside the next files of a tree: a sync takes the server's disk longer than a small
  // file the link, and disks do several at a time.
  Status publish_aside(const client::File& part, const client::RemoteName& to);
  // Waits for publications until at most `left` are under way; complains about those that failed.
  void settle(std::size_t left);
  Status copy_directory(const sys::UniqueFd& directory, const sys::FileStatus& status,
                        const LocalSource& from, const client::RemoteName& to, unsigned depth);
  Status copy_link(const LocalSource& from, const client::RemoteName& to);

  Context& context_;
  const CopyOptions options_;
  const std::size_t depth_;  // pieces in flight
  const std::uint32_t mask_;
  Progress progress_;

  struct Publication {
    client::RemoteName to;
    std::future<Status> outcome;
  };
  static constexpr std::size_t kPublicationsMax = 16;
  std::deque<Publication> publications_;  // oldest first
};

}  // namespace strait::cli
