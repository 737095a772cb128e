#include "cli/complaint.h"

#include <algorithm>

#include "client/explanation.h"

namespace strait::cli {

std::string printable(std::string_view text) {
  std::string shown(text);
  std::ranges::replace_if(
      shown, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return shown;
}

// A long name may be cut where the cause quotes it.
bool begins_with(std::string_view cause, std::string_view name) {
  if (!cause.starts_with('"')) return false;
  const std::size_t end = std::min(cause.find("...\" "), cause.find("\" "));
  return end != std::string_view::npos && name.starts_with(cause.substr(1, end - 1));
}

std::string complaint(std::string_view command, std::string_view subject, const Error& error) {
  std::string line = "strait: ";
  if (!command.empty()) line += fmt::format("{}: ", command);
  const std::string cause = printable(client::cause_of(error));
  if (!subject.empty() && !begins_with(cause, printable(subject)))
    line += fmt::format("{}: ", printable(subject));
  line += fmt::format("{} ({})", cause, name_of(error.kind));
  if (const std::string_view advice = client::advice_for(error); !advice.empty())
    line += fmt::format("; {}", advice);
  return line;
}

}  // namespace strait::cli
