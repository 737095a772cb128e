// What is in a file on this machine, holes skipped: files with gigabytes of hole are read at once.
#include <fcntl.h>
#include <unistd.h>

#include <vector>

#include "runner.h"

namespace differential {

std::string contents_of(const std::string& path, Model& model) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return "gone";
  const off_t size = ::lseek(descriptor, 0, SEEK_END);
  std::vector<std::uint8_t> block(1 << 16);
  Hash hash;
  for (off_t at = ::lseek(descriptor, 0, SEEK_DATA); at >= 0;) {
    const ssize_t got = ::pread(descriptor, block.data(), block.size(), at);
    if (got <= 0) break;
    for (ssize_t i = 0; i < got; ++i) {
      if (block[static_cast<std::size_t>(i)] == 0 || !model.is_defined(at + i)) continue;
      hash.add_number(at + i);
      hash.add(block[static_cast<std::size_t>(i)]);
    }
    at = ::lseek(descriptor, at + got, SEEK_DATA);
  }
  ::close(descriptor);
  return "size " + std::to_string(size) + " data " + hash.text();
}

void remove_local(const std::string& path) { ::unlink(path.c_str()); }

}  // namespace differential
