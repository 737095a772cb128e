#include "server/recovery.h"

#include <optional>
#include <utility>

#include "server/conversion.h"
#include "server/name_operations.h"
#include "server/names.h"
#include "wire/messages.h"
#include "wire/xdr.h"

namespace strait::server {
namespace {

using wire::Operation;

// The handle of what the name leads to; nothing where there is nothing, or it cannot be found out.
struct Found {
  Place place;
  storage::Entry entry;
};
std::optional<Found> found_at(const Core& core, const wire::Name& name) {
  Result<Place> place = place_of(core, name);
  if (!place) return std::nullopt;
  Result<std::optional<storage::Entry>> entry = look(*place);
  if (!entry || !*entry) return std::nullopt;
  return Found{*place, std::move(**entry)};
}

bool leads_to(const Core& core, const std::optional<Found>& found, const Intent& intent) {
  return found && intent.object &&
         core.seal.seal({found->place.of->id, found->entry.object}) == *intent.object;
}

template <class Results>
std::optional<Outcome> success(const Results& results) {
  Outcome outcome;
  auto bytes = wire::encode(results);
  if (!bytes) return std::nullopt;
  outcome.results = std::move(*bytes);
  return outcome;
}

// The entry that the intent was to make, if it is there and nobody else claims it.
std::optional<Found> made(const Core& core, const Intent& intent, storage::ObjectKind kind) {
  std::optional<Found> found = found_at(core, intent.name);
  if (!found || found->entry.attributes.kind != kind) return std::nullopt;
  const wire::Handle handle = core.seal.seal({found->place.of->id, found->entry.object});
  if (core.replies.any_begins_with(handle)) return std::nullopt;
  return found;
}

std::optional<Outcome> outcome_of(const Core& core, const Intent& intent) {
  switch (static_cast<Operation>(intent.operation)) {
    case Operation::remove:
      if (leads_to(core, found_at(core, intent.name), intent)) return std::nullopt;
      return Outcome{};
    case Operation::rename:
      if (!leads_to(core, found_at(core, intent.to), intent) ||
          leads_to(core, found_at(core, intent.name), intent)) {
        return std::nullopt;
      }
      return Outcome{};
    case Operation::link: {
      const auto found = found_at(core, intent.name);
      if (!leads_to(core, found, intent)) return std::nullopt;
      return success(entry_results(core, *found->place.of, found->entry));
    }
    case Operation::mkdir: {
      const auto found = made(core, intent, storage::ObjectKind::directory);
      if (!found) return std::nullopt;
      return success(entry_results(core, *found->place.of, found->entry));
    }
    case Operation::symlink: {
      const auto found = made(core, intent, storage::ObjectKind::symlink);
      if (!found) return std::nullopt;
      const auto target = found->place.driver().read_link(found->entry.object);
      if (!target || *target != intent.target) return std::nullopt;
      return success(entry_results(core, *found->place.of, found->entry));
    }
    case Operation::create: {
      const auto found = made(core, intent, storage::ObjectKind::file);
      if (!found) return std::nullopt;
      const wire::EntryResults entry = entry_results(core, *found->place.of, found->entry);
      return success(wire::CreateResults{entry.file, entry.attributes, true});
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

Status recover(Core& core) {
  for (const auto& [key, intent] : core.replies.unresolved()) {
    const std::optional<Outcome> outcome = outcome_of(core, intent);
    core.log.info("found a request that was not finished",
                  {{"operation", wire::operation_name(static_cast<Operation>(intent.operation))},
                   {"done", outcome.has_value()}});
    STRAIT_TRY(outcome ? core.replies.finish(key, *outcome) : core.replies.forget(key));
  }
  return {};
}

}  // namespace strait::server
