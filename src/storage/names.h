// Names taken apart, the same way by every driver: components divided by '/', repeated slashes as
// one, limits checked before anything looks at the medium.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace strait::storage {

inline constexpr std::size_t kNameMax = 255;   // bytes of a component
inline constexpr std::size_t kPathMax = 4095;  // bytes of a path
inline constexpr int kSymlinksMax = 40;        // followed in one resolution, as Linux

// No NUL, no component or path that is too long, nothing absolute (permission_denied).
Status check_path(std::string_view path);
// What a symbolic link may hold: not empty, no NUL, at most kPathMax bytes.
Status check_target(std::string_view target);

std::vector<std::string_view> components_of(std::string_view path);

// A path as an operation on a directory entry needs it.
struct SplitPath {
  std::string_view directory;  // all before the last component
  std::string_view last;       // empty for the root itself
  bool trailing_slash = false;
};
SplitPath split(std::string_view path);

inline bool is_dot(std::string_view component) { return component == "." || component == ".."; }

}  // namespace strait::storage
