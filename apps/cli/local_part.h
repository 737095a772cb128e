// A local file in the making: written under its part's name, given its final name when it is whole,
// so that nobody ever takes half a file for a whole one. Symbolic links are never followed. One
// thread; every call may block on the disk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "cli/resume.h"
#include "sys/unique_fd.h"

namespace strait::cli {

// A name below an open directory (or AT_FDCWD), and what to call it in messages.
struct LocalPlace {
  int directory = -1;
  std::string name;
  std::string shown;
};

class LocalPart {
 public:
  // Continues the part that is there (`offset` bytes of it), or makes a new one, with the
  // permissions `mode` less the umask.
  static Result<LocalPart> create(const LocalPlace& place, std::uint32_t mode);
  static Result<LocalPart> reopen(const LocalPlace& place);

  // What is left of an earlier copy, if anything.
  static std::optional<FileFacts> facts(const LocalPlace& place);
  static std::string shown_name(const LocalPlace& place);

  Status write(ConstBytes data, std::uint64_t offset);
  Result<std::size_t> read(MutableBytes data, std::uint64_t offset) const;
  Status preserve(std::uint32_t mode, const wire::Timestamp& modified);
  // Under the final name, `size` bytes long.
  Status publish(std::uint64_t size);

 private:
  LocalPart(const LocalPlace& place, sys::UniqueFd file);

  LocalPlace place_;
  std::string part_;
  sys::UniqueFd file_;
};

}  // namespace strait::cli
