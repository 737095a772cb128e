#include "daemon/manual.h"

#include <CLI/CLI.hpp>

#include "config/roff.h"

namespace strait::daemon {
namespace {

std::string term(const CLI::Option& option) {
  std::string text = option.get_name(false, true);
  if (!option.get_type_name().empty()) text += " " + option.get_type_name();
  if (!option.get_default_str().empty()) text += " (" + option.get_default_str() + ")";
  return text;
}

}  // namespace

std::string manual_page(const CLI::App& app, std::string_view version) {
  config::ManualPage page(app.get_name(), "1", version, "offers directories to Strait's clients");
  page.section("Synopsis");
  page.paragraphs(app.get_name() + " --export NAME=DIRECTORY[,ro] [OPTION...]");
  page.section("Description");
  page.paragraphs(app.get_description());
  page.section("Options");
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) page.entry(term(*option), option->get_description() + ".");
  }
  page.section("Notes");
  page.example(app.get_footer());
  page.section("See also");
  page.paragraphs("strait(1)");
  return page.text();
}

}  // namespace strait::daemon
