#include "cli/surroundings.h"

#include <utility>

#include "cli/diagnostics.h"
#include "config/variables.h"
#include "config/verbosity.h"
#include "sys/environment.h"

namespace strait::cli {

Result<Surroundings> look_around() {
  const config::Environment environment = sys::environment;
  const config::HintSet file = config::load_hint_file(environment, sys::small_file);
  Surroundings around;
  STRAIT_ASSIGN(around.settings,
                config::resolve(environment, {.call = {}, .info = {}, .file = file}));
  auto map = config::NameMap::parse(around.settings.options.map);
  if (!map) return std::move(map).error().during("STRAIT_MAP");
  around.map = std::move(*map);
  return around;
}

void note_misspelt_variables(const config::Settings& settings, Diagnostics& diagnostics) {
  if (!config::shows(settings.options.log, LogLevel::warning)) return;
  const auto names = sys::environment_names(config::kVariablePrefix);
  for (const std::string& sentence : config::misspelt_variables(names)) diagnostics.note(sentence);
}

}  // namespace strait::cli
