#include "config/layers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace strait::config {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Environment environment_of(std::map<std::string, std::string, std::less<>> variables) {
  return [variables = std::move(variables)](std::string_view name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

TEST(OptionTable, EveryRowIsSound) {
  std::set<std::string_view> names;
  for (const OptionRow& row : OptionTable::rows()) {
    EXPECT_TRUE(row.environment.starts_with("STRAIT_")) << row.name();
    EXPECT_TRUE(names.insert(row.environment).second) << row.environment;
    if (!row.info_key.empty()) {
      EXPECT_TRUE(names.insert(row.info_key).second) << row.info_key;
      EXPECT_EQ(OptionTable::row_of_hint(row.info_key), &row);
      EXPECT_EQ(OptionTable::accepted_hint(row.info_key), nullptr) << "both acted on and not";
    }
    EXPECT_TRUE(row.sentence.ends_with('.')) << row.name();
    EXPECT_EQ(row.kind == Kind::choice, !row.choices.empty()) << row.name();
    Options options;
    EXPECT_TRUE(row.assign(options, row.value(Options{}))) << row.name() << ": default in range";
    EXPECT_EQ(row.value(options), row.value(Options{})) << row.name();
  }
  for (const AcceptedHint& hint : OptionTable::accepted()) {
    EXPECT_TRUE(names.insert(hint.key).second) << hint.key;
    EXPECT_TRUE(hint.sentence.ends_with('.')) << hint.key;
  }
  EXPECT_EQ(OptionTable::row_of_hint(""), nullptr);
}

TEST(OptionRow, EveryChoiceReadsBack) {
  for (const OptionRow& row : OptionTable::rows()) {
    for (const std::string_view choice : row.choices) {
      Options options;
      ASSERT_TRUE(row.assign(options, choice)) << row.name();
      EXPECT_EQ(row.value(options), choice);
    }
  }
}

TEST(Resolve, GivesDefaultsWhereNothingWasSaid) {
  const Settings settings = resolve(environment_of({}), {}).value();
  EXPECT_EQ(settings.options.timeout, seconds(60));
  EXPECT_EQ(settings.options.request_size, 4u << 20);
  EXPECT_EQ(settings.options.checksums, Checksums::automatic);
  EXPECT_THAT(settings.notes, IsEmpty());
}

TEST(Resolve, TheMoreImmediatePlaceWins) {
  Layers layers;
  EXPECT_EQ(resolve(environment_of({}), layers)->options.timeout, seconds(60));
  layers.file.set("strait_timeout", "1");
  EXPECT_EQ(resolve(environment_of({}), layers)->options.timeout, seconds(1));
  layers.info.set("strait_timeout", "2");
  EXPECT_EQ(resolve(environment_of({}), layers)->options.timeout, seconds(2));
  layers.call.set("strait_timeout", "3");
  EXPECT_EQ(resolve(environment_of({}), layers)->options.timeout, seconds(3));
  EXPECT_EQ(resolve(environment_of({{"STRAIT_TIMEOUT", "4"}}), layers)->options.timeout,
            seconds(4));
  EXPECT_EQ(resolve(environment_of({{"STRAIT_TIMEOUT", ""}}), layers)->options.timeout, seconds(3));
}

TEST(Resolve, NamesPlaceAndKeyOfABadValue) {
  const auto bad_info = resolve(environment_of({}), {.info = {{"strait_window_requests", "many"}}});
  EXPECT_EQ(bad_info.error().kind, ErrorKind::invalid_argument);
  EXPECT_EQ(bad_info.error().what,
            "MPI_Info strait_window_requests: 'many' is not a whole number; 1 to 4096 is allowed");
  const auto bad_variable = resolve(environment_of({{"STRAIT_CHECKSUMS", "maybe"}}), {});
  EXPECT_EQ(bad_variable.error().what, "STRAIT_CHECKSUMS: 'maybe' is none of auto, on or off");
  const auto out_of_range = resolve(environment_of({{"STRAIT_REQUEST_SIZE", "1"}}), {});
  EXPECT_EQ(out_of_range.error().what,
            "STRAIT_REQUEST_SIZE: '1' is out of range; 4 KiB to 1 GiB is allowed");
  const auto no_duration = resolve(environment_of({{"STRAIT_TIMEOUT", "soon"}}), {});
  EXPECT_EQ(no_duration.error().what,
            "STRAIT_TIMEOUT: 'soon' is not a duration; write it like 60s, 1.5s, 500ms, 2m or 1h; "
            "1ms to 86400s is allowed");
}

TEST(Resolve, ObeysSievingDisabled) {
  const auto settings = resolve(environment_of({}), {.info = {{"romio_ds_write", "disable"}}});
  EXPECT_EQ(settings->options.write_sieving, Sieving::disable);
  EXPECT_EQ(*settings->hints.find("romio_ds_write"), "disable");
}

TEST(Resolve, ReportsEffectiveValues) {
  const auto settings =
      resolve(environment_of({{"STRAIT_TIMEOUT", "2m"}}),
              {.info = {{"strait_request_size", "8M"}, {"cb_nodes", "4"}, {"nobody", "knows"}}});
  EXPECT_EQ(*settings->hints.find("strait_timeout"), "120s");
  EXPECT_EQ(*settings->hints.find("strait_request_size"), "8388608");
  EXPECT_EQ(*settings->hints.find("cb_nodes"), "4");
  EXPECT_EQ(*settings->hints.find("romio_visibility_immediate"), "true");
  EXPECT_EQ(settings->hints.find("nobody"), nullptr);
  EXPECT_EQ(settings->hints.find("STRAIT_MAP"), nullptr);
}

TEST(Resolve, DropsIllegalForeignHintsForTheNextLegalOne) {
  const auto settings =
      resolve(environment_of({}), {.info = {{"cb_buffer_size", "lots"}, {"cb_nodes", "-1"}},
                                   .file = {{"cb_buffer_size", "1048576"}}});
  EXPECT_EQ(*settings->hints.find("cb_buffer_size"), "1048576");
  EXPECT_EQ(settings->hints.find("cb_nodes"), nullptr);
}

TEST(Resolve, WarnsOfUnknownHintsOfOurs) {
  const auto settings = resolve(environment_of({}), {.info = {{"strait_timeut", "1"}}});
  EXPECT_THAT(settings->notes, ElementsAre("MPI_Info: no hint is called strait_timeut, and it is "
                                           "ignored; did you mean strait_timeout?"));
}

TEST(HintFile, IsTheNamedOneOrTheSystems) {
  const FileReader read = [](const std::string& path) -> std::optional<std::string> {
    if (path == "/etc/romio-hints") return "cb_nodes 2\n";
    if (path == "mine") return "# a comment\n\n cb_nodes\t 3 # why\nlonely\nstrait_timeout 5 s";
    return std::nullopt;
  };
  EXPECT_EQ(load_hint_file(environment_of({}), read), (HintSet{{"cb_nodes", "2"}}));
  EXPECT_EQ(load_hint_file(environment_of({{"ROMIO_HINTS", "mine"}}), read),
            (HintSet{{"cb_nodes", "3"}, {"strait_timeout", "5 s"}}));
  EXPECT_TRUE(load_hint_file(environment_of({{"ROMIO_HINTS", "gone"}}), read).empty());
}

TEST(HintSet, KeepsOneValueAKeyInOrder) {
  HintSet hints{{"b", "1"}, {"a", "2"}};
  hints.set("b", "3");
  EXPECT_EQ(hints.size(), 2u);
  EXPECT_EQ(printable(hints), "key = b, value = 3\nkey = a, value = 2\n");
}

TEST(PrintHints, AreWantedWhereTheVariableIsSet) {
  EXPECT_FALSE(wants_hints_printed(environment_of({})));
  EXPECT_TRUE(wants_hints_printed(environment_of({{"ROMIO_PRINT_HINTS", "1"}})));
}

}  // namespace
}  // namespace strait::config
