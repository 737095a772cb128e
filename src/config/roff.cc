#include "config/roff.h"

#include <fmt/format.h>

#include <algorithm>

namespace strait::config {
namespace {

// One line of text: backslashes and dashes spelled out, no macro at its beginning.
std::string escaped(std::string_view text) {
  std::string out;
  if (!text.empty() && (text.front() == '.' || text.front() == '\'')) out += "\\&";
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '~':
        out += "\\(ti";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '\n':
        out += ' ';
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string quoted(std::string_view text) {
  std::string out = escaped(text);
  for (std::size_t at = 0; (at = out.find('"', at)) != std::string::npos; at += 4)
    out.replace(at, 1, "\\(dq");
  return "\"" + out + "\"";
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return out;
}

}  // namespace

ManualPage::ManualPage(std::string_view name, std::string_view section, std::string_view version,
                       std::string_view sentence)
    : text_(fmt::format(".TH {} {} \"\" \"Strait {}\" \"Strait\"\n.SH NAME\n{} \\- {}\n",
                        upper(name), section, version, escaped(name), escaped(sentence))) {}

void ManualPage::section(std::string_view title) {
  text_ += fmt::format(".SH {}\n", quoted(upper(title)));
}

void ManualPage::subsection(std::string_view title) {
  text_ += fmt::format(".SS {}\n", quoted(title));
}

void ManualPage::paragraphs(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    text_ += fmt::format(".PP\n{}\n", escaped(text.substr(0, end)));
    text.remove_prefix(std::min(end + 2, text.size()));
  }
}

void ManualPage::example(std::string_view text) {
  text_ += ".PP\n.nf\n";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    text_ += escaped(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  text_ += ".fi\n";
}

void ManualPage::entry(std::string_view term, std::string_view text) {
  text_ += fmt::format(".TP\n\\fB{}\\fR\n{}\n", escaped(term), escaped(text));
}

}  // namespace strait::config
