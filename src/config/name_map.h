// Local prefixes that lead elsewhere (STRAIT_MAP), so that a program whose file names stand in its
// input deck needs no change: with /scratch=strait://host/data, /scratch/run/x means
// strait://host/data/run/x. Pure and immutable; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace strait::config {

class NameMap {
 public:
  // `prefix=target`, several divided by commas (names in either spelling contain colons). A prefix
  // is an absolute path of a directory and may be given once; a target begins with "strait:".
  // Errors: invalid_argument, saying which mapping is wrong. An empty text maps nothing.
  static Result<NameMap> parse(std::string_view text);

  // The remote name that `name` stands for, or nothing where no prefix covers it. A relative name
  // is taken from `working_directory`. Repeated slashes, "." and ".." are resolved first, by the
  // letters alone; symbolic links are not looked at. The longest prefix wins, and it covers whole
  // components only: /scratch does not cover /scratch2.
  std::optional<std::string> translate(std::string_view name,
                                       std::string_view working_directory) const;

  bool empty() const noexcept { return mappings_.empty(); }

 private:
  struct Mapping {
    std::string prefix;  // no slash at its end; empty for the root
    std::string target;  // no slash at its end
  };

  std::vector<Mapping> mappings_;  // longest prefix first
};

}  // namespace strait::config
