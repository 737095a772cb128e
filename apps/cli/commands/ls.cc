#include <algorithm>
#include <array>
#include <vector>

#include "cli/arguments.h"
#include "cli/columns.h"
#include "cli/command_table.h"
#include "cli/complaint.h"
#include "cli/context.h"
#include "cli/copy.h"
#include "cli/figures.h"

namespace strait::cli {
namespace {

constexpr std::array kOptions = {
    OptionRow{'l', "long", "",
              "Permissions, links, owner, group, size and time of each entry; owners are the "
              "numbers that the server knows"},
    OptionRow{'h', "human-readable", "", "With -l: sizes as 1.5K, 23M, 4.0G"},
    OptionRow{'a', "all", "", "Also names that begin with a dot"},
    OptionRow{'d', "directory", "", "Directories themselves, not what is in them"},
    OptionRow{'t', "time", "", "The last changed first"},
    OptionRow{'S', "size", "", "The largest first"},
    OptionRow{'r', "reverse", "", "The other way round"},
    OptionRow{'1', "one", "", "One name a line, also on a terminal"},
};

struct Item {
  std::string shown;
  client::RemoteName name;
  wire::Attributes attributes;
};

bool before(const Arguments& arguments, const Item& a, const Item& b) {
  if (arguments.has("time") && a.attributes.modified != b.attributes.modified) {
    const wire::Timestamp &x = a.attributes.modified, &y = b.attributes.modified;
    return std::tie(x.seconds, x.nanoseconds) > std::tie(y.seconds, y.nanoseconds);
  }
  if (arguments.has("size") && a.attributes.size != b.attributes.size)
    return a.attributes.size > b.attributes.size;
  return a.shown < b.shown;
}

void sort(const Arguments& arguments, std::vector<Item>& items) {
  std::ranges::sort(items, [&](const Item& a, const Item& b) { return before(arguments, a, b); });
  if (arguments.has("reverse")) std::ranges::reverse(items);
}

class Listing {
 public:
  Listing(Context& context, const Arguments& arguments)
      : context_(context), arguments_(arguments) {}

  void print(std::vector<Item> items) {
    sort(arguments_, items);
    if (arguments_.has("long")) return print_long(items);
    std::vector<std::string> names;
    names.reserve(items.size());
    for (const Item& item : items) names.push_back(name_text(item.shown));
    if (context_.out_width > 0 && !arguments_.has("one")) {
      context_.out.text(in_columns(names, context_.out_width));
      return;
    }
    for (const std::string& name : names) context_.out.text(name + "\n");
  }

 private:
  // A terminal is not given control characters; a program gets the name as it is.
  std::string name_text(const std::string& name) const {
    return context_.out_width > 0 ? printable(name) : name;
  }

  void print_long(const std::vector<Item>& items) {
    std::vector<Row> rows;
    for (const Item& item : items) {
      const wire::Attributes& attributes = item.attributes;
      std::string last = name_text(item.shown);
      if (attributes.kind == wire::FileKind::symlink) {
        const auto target = context_.client.read_link(item.name);
        last += " -> " + (target ? name_text(*target) : "?");
      }
      rows.push_back({mode_text(attributes.kind, attributes.mode), std::to_string(attributes.links),
                      std::to_string(attributes.uid), std::to_string(attributes.gid),
                      arguments_.has("human-readable") ? short_size(attributes.size)
                                                       : std::to_string(attributes.size),
                      minute_text(attributes.modified), last});
    }
    using enum Align;
    context_.out.text(as_table(rows, {left, right, right, right, right, left, left}));
  }

  Context& context_;
  const Arguments& arguments_;
};

Result<std::vector<Item>> entries_of(Context& context, const client::RemoteName& directory,
                                     bool all) {
  std::vector<Item> items;
  STRAIT_TRY(context.client.list(directory, [&](const client::ListedEntry& entry) {
    if (!all && entry.name.starts_with('.')) return true;
    client::RemoteName name = directory;
    name.path = joined(directory.path, entry.name);
    items.push_back({entry.name, std::move(name), entry.attributes});
    return true;
  }));
  return items;
}

ExitCode run(Context& context, const Arguments& arguments) {
  const auto operands = remote_operands(context, arguments.operands());
  if (!operands) return exit_code_of(operands.error());
  Listing listing(context, arguments);

  // Files first, then each directory under its name, as ls does it.
  std::vector<Item> files;
  std::vector<Item> directories;
  for (const RemoteOperand& operand : *operands) {
    const bool itself = arguments.has("directory") || arguments.has("long");
    auto attributes = context.client.stat(operand.name, !itself);
    // A link to a directory is the directory where that is not asked of the link itself.
    if (!attributes) {
      context.complain(operand.text, attributes.error());
      continue;
    }
    const bool inside =
        attributes->kind == wire::FileKind::directory && !arguments.has("directory");
    (inside ? directories : files).push_back({operand.text, operand.name, *attributes});
  }
  const bool headings = operands->size() > 1;
  bool first = files.empty();
  listing.print(std::move(files));
  sort(arguments, directories);
  for (const Item& directory : directories) {
    const auto entries = entries_of(context, directory.name, arguments.has("all"));
    if (!entries) {
      context.complain(directory.shown, entries.error());
      continue;
    }
    if (headings)
      context.out.text(fmt::format("{}{}:\n", first ? "" : "\n", printable(directory.shown)));
    first = false;
    listing.print(*entries);
  }
  return context.outcome();
}

}  // namespace

const Command kLs = {
    .name = "ls",
    .operands = "NAME...",
    .operands_least = 1,
    .operands_most = kOperandsMax,
    .completion = Completion::files,
    .sentence = "List directories and files",
    .description = "Names are sorted, and stand in columns on a terminal.",
    .options = kOptions,
    .run = run,
};

}  // namespace strait::cli
