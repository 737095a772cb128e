#include "server/file_operations.h"

#include <algorithm>

#include "server/conversion.h"
#include "server/names.h"
#include "server/once.h"

namespace strait::server {
namespace {

// Bytes of one listing's results at most, names and all; long ones come in several.
constexpr std::size_t kListingBytes = 256 << 10;
// Bytes on the wire of an entry, its name excepted, and of what surrounds all entries.
constexpr std::size_t kEntryBytes = 160;
constexpr std::size_t kListingOverhead = 512;

std::string doing(std::string_view operation, const Core::File& file) {
  return fmt::format("{} in export '{}'", operation, file.of->name);
}

// The intent of an operation that can be repeated with the same effect: nothing to find out.
Result<Intent> plain_intent() { return Intent{}; }

}  // namespace

rpc::Piece get_attributes(Context& context, const wire::GetattrArgs& args) {
  const auto got = [&]() -> Result<wire::GetattrResults> {
    STRAIT_ASSIGN(const Core::File file, context.core->file(args.file));
    context.file = file.key;
    context.core->write_back->drain(file.key);
    Result<storage::Attributes> attributes = file.driver().attributes(file.key.object);
    if (!attributes) return std::move(attributes).error().during(doing("GETATTR", file));
    return wire::GetattrResults{to_wire(*attributes)};
  };
  return context.answer(got());
}

rpc::Piece set_attributes(Context& context, const wire::SetattrArgs& args) {
  return once(context, args, plain_intent, [&](const Intent&) -> Result<wire::GetattrResults> {
    STRAIT_ASSIGN(const Core::File file, file_to_change(*context.core, args.file));
    context.file = file.key;
    context.core->write_back->drain(file.key);
    STRAIT_ASSIGN(const storage::SetAttributes change, to_storage(args.attributes));
    Result<storage::Attributes> attributes = file.driver().set_attributes(file.key.object, change);
    if (!attributes) {
      return std::move(attributes).error().during(doing("SETATTR", file));
    }
    return wire::GetattrResults{to_wire(*attributes)};
  });
}

rpc::Piece read_link(Context& context, const wire::ReadlinkArgs& args) {
  const auto got = [&]() -> Result<wire::ReadlinkResults> {
    STRAIT_ASSIGN(const Core::File file, context.core->file(args.file));
    Result<std::string> target = file.driver().read_link(file.key.object);
    if (!target) return std::move(target).error().during(doing("READLINK", file));
    return wire::ReadlinkResults{std::move(*target)};
  };
  return context.answer(got());
}

rpc::Piece read_directory(Context& context, const wire::ReaddirArgs& args, std::size_t body_max) {
  const auto got = [&]() -> Result<wire::ReaddirResults> {
    const Core& core = *context.core;
    STRAIT_ASSIGN(const Core::File file, core.file(args.directory));
    core.write_back->flush();
    const std::size_t entries_max = std::clamp<std::size_t>(args.entries_max, 1, wire::kEntriesMax);
    Result<storage::Listing> listing =
        file.driver().list(file.key.object, args.cookie, entries_max);
    if (!listing) return std::move(listing).error().during(doing("READDIR", file));
    wire::ReaddirResults results;
    results.end = listing->end;
    const std::size_t bytes_max = std::min(kListingBytes, body_max - kListingOverhead);
    std::size_t bytes = 0;
    for (storage::DirectoryEntry& entry : listing->entries) {
      bytes += kEntryBytes + entry.name.size();
      if (bytes > bytes_max) {
        results.end = false;
        break;
      }
      results.entries.push_back({.name = std::move(entry.name),
                                 .cookie = entry.cookie,
                                 .file = core.seal.seal({file.key.export_id, entry.object}),
                                 .attributes = to_wire(entry.attributes)});
    }
    return results;
  };
  return context.answer(got());
}

rpc::Piece resize(Context& context, const wire::ResizeArgs& args) {
  return once(context, args, plain_intent, [&](const Intent&) -> Status {
    STRAIT_ASSIGN(const Core::File file, file_to_change(*context.core, args.file));
    context.file = file.key;
    if (args.size > kFileOffsetMax) {
      return error(ErrorKind::file_too_large, "{}: {} bytes", doing("RESIZE", file), args.size);
    }
    context.core->write_back->drain(file.key);
    Status resized = args.allocate ? file.driver().allocate(file.key.object, args.size)
                                   : file.driver().resize(file.key.object, args.size);
    if (!resized) return std::move(resized).error().during(doing("RESIZE", file));
    return {};
  });
}

rpc::Piece fetch_add(Context& context, const wire::FetchAddArgs& args) {
  const auto got = [&]() -> Result<wire::FetchAddResults> {
    STRAIT_ASSIGN(const Core::File file, context.core->file(args.file));
    context.file = file.key;
    Result<std::uint64_t> before = context.core->pointers.change(
        {context.client->id(), args.replay, digest_of(context.operation, args)},
        {args.instance, args.change, args.value});
    if (!before) return std::move(before).error().during(doing("FETCH_ADD", file));
    return wire::FetchAddResults{*before};
  };
  return context.answer(got());
}

CommitExchange::CommitExchange(Context&& context, Core::File file, const wire::CommitArgs& args,
                               std::weak_ptr<rpc::Peer> peer)
    : context_(std::move(context)),
      file_(file),
      level_(args.level),
      writes_before_(context_.client->writes_begun(file_.key)),
      peer_(std::move(peer)) {}

bool CommitExchange::ready() {
  return context_.client->writes_stopped(file_.key, writes_before_, peer_);
}

rpc::Piece CommitExchange::next(MutableBytes) {
  const auto committed = [&]() -> Status {
    context_.core->write_back->drain(file_.key);
    std::optional<Error> lost = context_.client->take_write_failure(file_.key);
    Status done;
    if (level_ == wire::Durability::committed) done = file_.driver().commit(file_.key.object);
    if (lost) return std::move(*lost).during(doing("an earlier WRITE", file_));
    if (!done) return std::move(done).error().during(doing("COMMIT", file_));
    return {};
  };
  return context_.answer(committed());
}

}  // namespace strait::server
