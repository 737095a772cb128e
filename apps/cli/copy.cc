#include "cli/copy.h"

#include "cli/complaint.h"

namespace strait::cli {

CopyOptions CopyOptions::of(const Arguments& arguments) {
  return {.recursive = arguments.has("recursive"),
          .resume = arguments.has("continue"),
          .preserve = arguments.has("preserve"),
          .quiet = arguments.has("quiet")};
}

bool is_plain_component(std::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos;
}

std::string joined(std::string_view directory, std::string_view name) {
  if (directory.empty()) return std::string(name);
  return fmt::format("{}{}{}", directory, directory.ends_with('/') ? "" : "/", name);
}

std::string_view last_component(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos || path == "/" ? path : path.substr(slash + 1);
}

std::string kept_part(std::string_view part) {
  return fmt::format("\nstrait: interrupted; {} is kept, and -c goes on from there\n",
                     printable(part));
}

Error not_recursive() {
  return error(ErrorKind::invalid_argument, "a directory; -r copies what is in it");
}

Error too_deep() {
  return error(ErrorKind::name_too_long, "deeper than {} directories", kDepthMax);
}

Error special_file() {
  return error(ErrorKind::unsupported, "neither a file nor a directory nor a symbolic link");
}

Error changed_meanwhile() {
  return error(
      ErrorKind::busy,
      "changed while it was copied; the copy may hold some of the old and some of the new");
}

}  // namespace strait::cli
