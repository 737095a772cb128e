#include "server/name_operations.h"

#include "server/conversion.h"
#include "server/names.h"
#include "server/once.h"

namespace strait::server {
namespace {

std::string doing(std::string_view operation, const Place& place) {
  return fmt::format("{} of {}", operation, place.describe());
}

// What was received for the file but is not yet written belongs to what others see of it.
Result<storage::Entry> settled(const Context& context, const Place& place, storage::Entry entry) {
  WriteBack& write_back = *context.core->write_back;
  if (write_back.empty()) return entry;
  write_back.drain({place.of->id, entry.object});
  STRAIT_ASSIGN(entry.attributes, place.driver().attributes(entry.object));
  return entry;
}

// For an operation that makes a name. Where something is there already, that is the answer; so a
// journalled intent says that nothing was.
Result<Intent> intent_to_make(const Core& core, const wire::Name& name,
                              std::string_view operation) {
  STRAIT_ASSIGN(const Place place, place_to_change(core, name));
  STRAIT_ASSIGN(const std::optional<storage::Entry> there, look(place));
  if (there) return error(ErrorKind::exists, "{}: it exists", doing(operation, place));
  Intent intent;
  intent.name = name;
  return intent;
}

// For an operation that takes a name away: what it leads to now, drained, because it may cease to
// exist.
Result<Intent> intent_to_take(Context& context, const wire::Name& name,
                              std::string_view operation) {
  const Core& core = *context.core;
  STRAIT_ASSIGN(const Place place, place_to_change(core, name));
  STRAIT_ASSIGN(const std::optional<storage::Entry> there, look(place));
  if (!there) {
    return error(ErrorKind::not_found, "{}: there is nothing by that name",
                 doing(operation, place));
  }
  const FileKey key{place.of->id, there->object};
  context.core->write_back->drain(key);
  Intent intent;
  intent.name = name;
  intent.object = core.seal.seal(key);
  return intent;
}

Result<wire::CreateResults> create_file(Context& context, const wire::CreateArgs& args) {
  const Core& core = *context.core;
  STRAIT_ASSIGN(const Place place, place_to_change(core, args.name));
  STRAIT_ASSIGN(const storage::SetAttributes attributes, to_storage(args.attributes));
  const bool exclusive = args.how == wire::CreateMode::exclusive;
  Result<storage::Driver::Created> created =
      place.driver().create(place.name, exclusive, attributes);
  if (!created) return std::move(created).error().during(doing("CREATE", place));
  STRAIT_ASSIGN(const storage::Entry entry, settled(context, place, std::move(created->entry)));
  context.file = FileKey{place.of->id, entry.object};
  return wire::CreateResults{.file = core.seal.seal(*context.file),
                             .attributes = to_wire(entry.attributes),
                             .created = created->created};
}

// The entry that an operation has made, as its results.
Result<wire::EntryResults> made(Context& context, const Place& place, std::string_view operation,
                                Result<storage::Entry> entry) {
  if (!entry) return std::move(entry).error().during(doing(operation, place));
  context.file = FileKey{place.of->id, entry->object};
  return entry_results(*context.core, *place.of, *entry);
}

Result<std::optional<storage::ObjectId>> expected_object(
    const Core& core, const Place& place, const std::optional<wire::Handle>& expected) {
  if (!expected) return std::optional<storage::ObjectId>();
  STRAIT_ASSIGN(const storage::ObjectId object, object_in(core, *place.of, *expected));
  return std::optional<storage::ObjectId>(object);
}

}  // namespace

wire::EntryResults entry_results(const Core& core, const Export& of, const storage::Entry& entry) {
  return {.file = core.seal.seal({of.id, entry.object}), .attributes = to_wire(entry.attributes)};
}

rpc::Piece lookup(Context& context, const wire::LookupArgs& args) {
  const auto found = [&]() -> Result<wire::EntryResults> {
    STRAIT_ASSIGN(const Place place, place_of(*context.core, args.name));
    Result<storage::Entry> entry = place.driver().lookup(place.name, args.follow);
    if (entry) entry = settled(context, place, std::move(*entry));
    return made(context, place, "LOOKUP", std::move(entry));
  };
  return context.answer(found());
}

rpc::Piece create(Context& context, const wire::CreateArgs& args) {
  if (args.how == wire::CreateMode::create_or_open) {
    return context.answer(create_file(context, args));
  }
  return once(
      context, args, [&] { return intent_to_make(*context.core, args.name, "exclusive CREATE"); },
      [&](const Intent&) { return create_file(context, args); });
}

rpc::Piece make_directory(Context& context, const wire::MkdirArgs& args) {
  return once(
      context, args, [&] { return intent_to_make(*context.core, args.name, "MKDIR"); },
      [&](const Intent&) -> Result<wire::EntryResults> {
        STRAIT_ASSIGN(const Place place, place_to_change(*context.core, args.name));
        return made(context, place, "MKDIR", place.driver().make_directory(place.name, args.mode));
      });
}

rpc::Piece make_symlink(Context& context, const wire::SymlinkArgs& args) {
  return once(
      context, args,
      [&] {
        Result<Intent> intent = intent_to_make(*context.core, args.name, "SYMLINK");
        if (intent) intent->target = args.target;
        return intent;
      },
      [&](const Intent&) -> Result<wire::EntryResults> {
        STRAIT_ASSIGN(const Place place, place_to_change(*context.core, args.name));
        return made(context, place, "SYMLINK",
                    place.driver().make_symlink(place.name, args.target));
      });
}

rpc::Piece make_link(Context& context, const wire::LinkArgs& args) {
  return once(
      context, args,
      [&] {
        Result<Intent> intent = intent_to_make(*context.core, args.name, "LINK");
        if (intent) intent->object = args.file;
        return intent;
      },
      [&](const Intent&) -> Result<wire::EntryResults> {
        STRAIT_ASSIGN(const Place place, place_to_change(*context.core, args.name));
        STRAIT_ASSIGN(const storage::ObjectId object,
                      object_in(*context.core, *place.of, args.file));
        return made(context, place, "LINK", place.driver().make_link(object, place.name));
      });
}

rpc::Piece remove(Context& context, const wire::RemoveArgs& args) {
  return once(
      context, args, [&] { return intent_to_take(context, args.name, "REMOVE"); },
      [&](const Intent&) -> Status {
        STRAIT_ASSIGN(const Place place, place_to_change(*context.core, args.name));
        STRAIT_ASSIGN(const auto expected, expected_object(*context.core, place, args.expected));
        Status removed = place.driver().remove(place.name, expected);
        if (!removed) return std::move(removed).error().during(doing("REMOVE", place));
        return {};
      });
}

rpc::Piece rename(Context& context, const wire::RenameArgs& args) {
  return once(
      context, args,
      [&] {
        Result<Intent> intent = intent_to_take(context, args.from, "RENAME");
        if (intent) intent->to = args.to;
        return intent;
      },
      [&](const Intent&) -> Status {
        STRAIT_ASSIGN(const Place from, place_to_change(*context.core, args.from));
        STRAIT_ASSIGN(const Place to, place_to_change(*context.core, args.to));
        if (from.of != to.of) {
          return error(ErrorKind::cross_device, "RENAME of {} to {}", from.describe(),
                       to.describe());
        }
        STRAIT_ASSIGN(const auto expected, expected_object(*context.core, from, args.expected));
        Status renamed = from.driver().rename(from.name, to.name, expected);
        if (!renamed) {
          return std::move(renamed).error().during(
              fmt::format("{} to {}", doing("RENAME", from), to.describe()));
        }
        return {};
      });
}

}  // namespace strait::server
