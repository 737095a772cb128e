#include "cli/manual.h"

#include "cli/command_table.h"
#include "cli/help.h"
#include "config/options.h"
#include "config/roff.h"

namespace strait::cli {
namespace {

std::string_view without_indent(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text;
}

void describe(config::ManualPage& page, const Command& command) {
  page.subsection(synopsis(command));
  page.paragraphs(std::string(command.sentence) + ".");
  page.paragraphs(command.description);
  for (const OptionRow& option : command.options)
    page.entry(without_indent(spelling(option)), option.sentence);
}

}  // namespace

std::string manual_page() {
  config::ManualPage page("strait", "1", STRAIT_VERSION,
                          "files of a straitd, and MPI programs that use them");
  page.section("Synopsis");
  page.paragraphs("strait COMMAND [OPTION...] [NAME...]");
  page.section("Description");
  page.paragraphs(
      "A straitd serves directories of its machine. strait copies, lists and changes files there, "
      "and starts MPI programs so that they can use them.");
  page.section("Commands");
  for (const Command* command : commands()) describe(page, *command);
  page.section("Options");
  page.entry("--help", "Without a command: an overview. Behind a command: what it does.");
  page.entry("--version", "As strait version.");
  for (const Passage& passage : passages()) {
    page.section(passage.title);
    page.paragraphs(passage.text);
    if (passage.title != "Environment") continue;
    for (const config::OptionRow& row : config::OptionTable::rows())
      page.entry(row.environment, row.sentence);
  }
  page.section("Examples");
  page.example(
      "strait ls -lh strait://host/data/run42\n"
      "strait get -r strait://host/data/run42 .\n"
      "strait put -c result.h5 strait://host/data/\n"
      "strait ping strait://host/data");
  page.section("See also");
  page.paragraphs("straitd(1)");
  return page.text();
}

}  // namespace strait::cli
