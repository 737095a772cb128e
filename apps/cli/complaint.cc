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

std::string complaint(std::string_view command, std::string_view subject, const Error& error) {
  std::string line = "strait: ";
  if (!command.empty()) line += fmt::format("{}: ", command);
  if (!subject.empty()) line += fmt::format("{}: ", printable(subject));
  line += fmt::format("{} ({})", printable(client::cause_of(error)), name_of(error.kind));
  if (const std::string_view advice = client::advice_for(error); !advice.empty())
    line += fmt::format("; {}", advice);
  return line;
}

}  // namespace strait::cli
