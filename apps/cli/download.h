// Copying from a server to local files: `get`. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "cli/copy.h"
#include "cli/local_part.h"
#include "client/client.h"

namespace strait::cli {

// A remote file or directory with what its directory, or a lookup, told of it.
struct RemoteEntry {
  client::RemoteName name;
  wire::Handle handle;
  wire::Attributes attributes;
};

class Download {
 public:
  Download(Context& context, const CopyOptions& options);

  // Copies one entry, with -r all that is below it, to a local name. Everything that fails is
  // complained about; the rest is copied all the same.
  void copy(const RemoteEntry& from, const LocalPlace& to, unsigned depth = 0);
  // The bytes of a file, to a descriptor that cannot seek. `shown` for the progress line.
  Status stream(const RemoteEntry& from, std::string_view shown,
                const std::function<Status(ConstBytes)>& take);

 private:
  Status copy_file(const RemoteEntry& from, const LocalPlace& to);
  Status fill(LocalPart& part, const RemoteEntry& from, std::uint64_t offset, const LocalPlace& to);
  // From where the part that is there can be continued; 0: not at all.
  std::uint64_t continue_at(const RemoteEntry& from, const LocalPlace& to);
  Status copy_directory(const RemoteEntry& from, const LocalPlace& to, unsigned depth);
  Status copy_link(const RemoteEntry& from, const LocalPlace& to);

  Context& context_;
  const CopyOptions options_;
  const std::size_t depth_;  // pieces in flight
  Progress progress_;
};

}  // namespace strait::cli
