// A manual page in man(7)'s macros, put together from plain text. What is added is escaped: text
// never becomes a macro. Pure; a value type.
#pragma once

#include <string>
#include <string_view>

namespace strait::config {

class ManualPage {
 public:
  // "strait", "1", "0.1.0", "Files elsewhere, for MPI programs"
  ManualPage(std::string_view name, std::string_view section, std::string_view version,
             std::string_view sentence);

  void section(std::string_view title);
  void subsection(std::string_view title);
  // Paragraphs divided by empty lines; other line ends count as blanks.
  void paragraphs(std::string_view text);
  // As it is, line by line.
  void example(std::string_view text);
  // A term in bold and what it means.
  void entry(std::string_view term, std::string_view text);

  const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
};

}  // namespace strait::config
