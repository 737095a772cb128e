#include "config/layers.h"

#include <array>

#include "config/spelling.h"

namespace strait::config {
namespace {

constexpr std::string_view kOurPrefix = "strait_";
constexpr const char* kSystemHintFile = "/etc/romio-hints";

struct Place {
  const HintSet& hints;
  std::string_view name;
};

// The lowest place first: what comes later replaces it.
std::array<Place, 3> places(const Layers& layers) {
  return {{{layers.file, "hint file"}, {layers.info, "MPI_Info"}, {layers.call, "call"}}};
}

Status assign(const OptionRow& row, Options& options, const std::string& text,
              std::string_view place) {
  Status status = row.assign(options, text);
  if (status) return {};
  return std::move(status).error().during(fmt::format("{} {}", place, row.name()));
}

Status assign_rows(const Environment& environment, const Layers& layers, Options& options) {
  for (const OptionRow& row : OptionTable::rows()) {
    if (!row.info_key.empty()) {
      for (const Place& place : places(layers)) {
        if (const std::string* text = place.hints.find(row.info_key))
          STRAIT_TRY(assign(row, options, *text, place.name));
      }
    }
    // An empty variable counts as not set: shell scripts have no easy way to unset one.
    const auto text = environment(row.environment);
    if (!text || text->empty()) continue;
    if (Status status = row.assign(options, *text); !status)
      return std::move(status).error().during(row.environment);
  }
  return {};
}

// The value of a foreign hint from the highest place that has a legal one.
const std::string* legal_value(const AcceptedHint& hint, const Layers& layers) {
  const std::string* value = nullptr;
  for (const Place& place : places(layers)) {
    const std::string* text = place.hints.find(hint.key);
    if (text && hint.legal(*text)) value = text;
  }
  return value;
}

void note_unknown(const Layers& layers, std::vector<std::string>& notes) {
  std::vector<std::string_view> known;
  for (const OptionRow& row : OptionTable::rows())
    if (row.info_key.starts_with(kOurPrefix)) known.push_back(row.info_key);
  for (const Place& place : places(layers)) {
    for (const auto& [key, value] : place.hints) {
      if (key.starts_with(kOurPrefix) && !OptionTable::row_of_hint(key))
        notes.push_back(fmt::format("{}: no hint is called {}, and it is ignored{}", place.name,
                                    key, did_you_mean(key, known)));
    }
  }
}

}  // namespace

Result<Settings> resolve(const Environment& environment, const Layers& layers) {
  Settings settings;
  STRAIT_TRY(assign_rows(environment, layers, settings.options));
  for (const OptionRow& row : OptionTable::rows())
    if (!row.info_key.empty()) settings.hints.set(row.info_key, row.value(settings.options));
  for (const AcceptedHint& hint : OptionTable::accepted())
    if (const std::string* value = legal_value(hint, layers)) settings.hints.set(hint.key, *value);
  for (const FixedHint& hint : OptionTable::fixed()) settings.hints.set(hint.key, hint.value);
  note_unknown(layers, settings.notes);
  return settings;
}

HintSet load_hint_file(const Environment& environment, const FileReader& read) {
  const auto named = environment("ROMIO_HINTS");
  const auto text = read(named && !named->empty() ? *named : kSystemHintFile);
  return text ? parse_hint_file(*text) : HintSet{};
}

bool wants_hints_printed(const Environment& environment) {
  return environment("ROMIO_PRINT_HINTS").has_value();
}

}  // namespace strait::config
