#include "client/explanation.h"

namespace strait::client {
namespace {

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

// Then a server has answered, and the kind means a file; words from on the way there say more than
// the kind does ("not found": the host).
bool about_the_way_there(std::string_view what) {
  return what.find("cannot connect to ") != std::string_view::npos;
}

// And not by a rule of ours ("leads out of the export").
bool refused_by_system(const Error& error) {
  return error.what.ends_with("Permission denied") ||
         error.what.ends_with("Operation not permitted");
}

}  // namespace

std::string_view cause_of(const Error& error) {
  if (error.kind == ErrorKind::permission_denied && !refused_by_system(error)) return error.cause();
  const std::string_view known = well_known(error.kind);
  return known.empty() || about_the_way_there(error.what) ? error.cause() : known;
}

std::string_view advice_for(const Error& error) {
  if (about_the_way_there(error.what)) return {};
  switch (error.kind) {
    case ErrorKind::permission_denied:
      // What has a request in front comes from a server, and not from here.
      return error.cause_begins != 0 && refused_by_system(error)
                 ? "the user that straitd runs as has no right to it"
                 : "";
    case ErrorKind::unknown_export:
      return "straitd offers what its --export options name";
    // Only a server's answer has a request in front; a local file's own words are enough.
    case ErrorKind::no_space:
      return error.cause_begins != 0 ? "make room in that export, at the server" : "";
    case ErrorKind::quota_exceeded:
      return error.cause_begins != 0 ? "the user that straitd runs as has used up its quota there"
                                     : "";
    case ErrorKind::read_only:
      return error.cause().find(" is read-only") != std::string_view::npos
                 ? "straitd was started with \",ro\" behind it"
                 : "";
    case ErrorKind::stale:
      return "the file was replaced meanwhile; try again";
    case ErrorKind::incompatible:
      return "'strait version' and 'straitd --version' should agree";
    default:
      return {};
  }
}

std::string explanation(const Error& error) {
  std::string text(cause_of(error));
  if (const std::string_view advice = advice_for(error); !advice.empty())
    text += fmt::format("; {}", advice);
  return text;
}

}  // namespace strait::client
