#include "cli/complaint.h"

#include <algorithm>

namespace strait::cli {
namespace {

// Where the kind says everything, the words that every Unix user knows.
std::string_view well_known(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::not_found:
      return "No such file or directory";
    case ErrorKind::exists:
      return "File exists";
    case ErrorKind::permission_denied:
      return "Permission denied";
    case ErrorKind::not_a_directory:
      return "Not a directory";
    case ErrorKind::is_a_directory:
      return "Is a directory";
    case ErrorKind::not_empty:
      return "Directory not empty";
    case ErrorKind::name_too_long:
      return "File name too long";
    default:
      return {};
  }
}

std::string_view advice(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::unknown_export:
      return "straitd offers what its --export options name";
    case ErrorKind::timed_out:
      return "STRAIT_TIMEOUT sets how long is waited";
    case ErrorKind::stale:
      return "the file was replaced meanwhile; try again";
    case ErrorKind::incompatible:
      return "'strait version' and 'straitd --version' should agree";
    default:
      return {};
  }
}

// Whether the words come from before a server answered: then they say more than the kind.
bool about_the_way_there(std::string_view what) {
  return what.find("cannot connect to ") != std::string_view::npos;
}

// An Error has grown a clause at each level ("looking up strait://h/d/x: ..."); the subject stands
// in front of the line already, so what comes before the last mention of a remote name says nothing
// new.
std::string_view last_clause(std::string_view what) {
  const std::size_t name = what.rfind("strait://");
  if (name == std::string_view::npos) return what;
  const std::size_t end = what.find(": ", name);
  return end == std::string_view::npos ? what : what.substr(end + 2);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown(text);
  std::ranges::replace_if(
      shown, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return shown;
}

std::string complaint(std::string_view command, std::string_view subject, const Error& error) {
  std::string_view words = last_clause(error.what);
  if (const std::string_view known = well_known(error.kind);
      !known.empty() && !about_the_way_there(error.what))
    words = known;
  std::string line = "strait: ";
  if (!command.empty()) line += fmt::format("{}: ", command);
  if (!subject.empty()) line += fmt::format("{}: ", printable(subject));
  line += fmt::format("{} ({})", printable(words), name_of(error.kind));
  if (const std::string_view help = advice(error.kind); !help.empty())
    line += fmt::format("; {}", help);
  return line;
}

}  // namespace strait::cli
