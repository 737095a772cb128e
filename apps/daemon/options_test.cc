#include "daemon/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace strait::daemon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::optional<std::string> only_home(std::string_view name) {
  if (name == "HOME") return "/home/me";
  return std::nullopt;
}

Result<std::variant<Options, Answer>> parsed(std::vector<const char*> arguments) {
  return parse(arguments, only_home);
}

Options options_of(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), {"--export", "data=/srv"});
  return std::get<Options>(parsed(std::move(arguments)).value());
}

std::string complaint(std::vector<const char*> arguments) {
  const auto result = parsed(std::move(arguments));
  if (result) return "none";
  EXPECT_EQ(result.error().kind, ErrorKind::invalid_argument);
  return result.error().what;
}

TEST(DaemonOptions, HaveSafeDefaults) {
  const Options options = options_of({});
  ASSERT_EQ(options.exports.size(), 1u);
  EXPECT_EQ(options.exports[0].name, "data");
  EXPECT_EQ(options.exports[0].store, "/srv");
  EXPECT_FALSE(options.exports[0].read_only);
  EXPECT_THAT(options.listen, ElementsAre("127.0.0.1:7420"));
  EXPECT_FALSE(options.allow_unauthenticated);
  EXPECT_EQ(options.state_directory, "/home/me/.local/state/straitd");
  EXPECT_EQ(options.handle_database, "/home/me/.local/state/straitd/handles");
  EXPECT_GE(options.threads, 4u);
  EXPECT_EQ(options.descriptors, 128u);
  EXPECT_EQ(options.memory, 256u << 20);
  EXPECT_EQ(options.log_level, LogLevel::info);
}

TEST(DaemonOptions, TakeEveryOption) {
  const Options options =
      options_of({"--export=in=/a=b,c,ro", "--listen", "[::1]:0", "--listen=unix:/run/strait",
                  "--state-dir", "state", "--threads", "3", "--descriptors", "7", "--handle-db",
                  "file:/db", "--memory", "1G", "--log-level", "debug"});
  ASSERT_EQ(options.exports.size(), 2u);
  EXPECT_EQ(options.exports[1].name, "in");
  EXPECT_EQ(options.exports[1].store, "/a=b,c");
  EXPECT_TRUE(options.exports[1].read_only);
  EXPECT_THAT(options.listen, ElementsAre("[::1]:0", "unix:/run/strait"));
  EXPECT_EQ(options.state_directory, "state");
  EXPECT_EQ(options.threads, 3u);
  EXPECT_EQ(options.descriptors, 7u);
  EXPECT_EQ(options.handle_database, "/db");
  EXPECT_EQ(options.memory, 1u << 30);
  EXPECT_EQ(options.log_level, LogLevel::debug);
  EXPECT_EQ(options_of({"--handle-db", "memory"}).handle_database, "");
}

TEST(DaemonOptions, AddTheDefaultPort) {
  EXPECT_THAT(options_of({"--listen", "localhost", "--listen", "[::1]"}).listen,
              ElementsAre("localhost:7420", "[::1]:7420"));
}

TEST(DaemonOptions, TakeANumberAloneForAPortOfThisMachine) {
  EXPECT_THAT(options_of({"--listen", "7523", "--listen", ":0"}).listen,
              ElementsAre("127.0.0.1:7523", "127.0.0.1:0"));
  EXPECT_THAT(complaint({"--export", "d=/srv", "--listen", "70000"}), HasSubstr("up to 65535"));
  EXPECT_THAT(complaint({"--export", "d=/srv", "--listen", ""}), HasSubstr("--listen"));
}

TEST(DaemonOptions, SuggestTheOptionThatWasMeant) {
  EXPECT_EQ(complaint({"--exprot", "d=/srv"}),
            "there is no option '--exprot'; did you mean --export?");
  EXPECT_EQ(complaint({"--export", "d=/srv", "--lissten=localhost"}),
            "there is no option '--lissten'; did you mean --listen?");
  EXPECT_EQ(complaint({"--export", "d=/srv", "--verbose"}), "there is no option '--verbose'");
  EXPECT_THAT(complaint({"--export", "d=/srv", "/srv"}), StartsWith("what is '/srv' for?"));
}

TEST(DaemonOptions, ListenToOtherMachinesOnlyWhenToldTwice) {
  for (const char* address : {"0.0.0.0:7420", "[::]:7420", "node7:7420", "10.0.0.1"}) {
    EXPECT_THAT(complaint({"--export", "d=/srv", "--listen", address}),
                HasSubstr("--allow-unauthenticated"));
    EXPECT_EQ(options_of({"--allow-unauthenticated", "--listen", address}).listen.size(), 1u);
  }
}

TEST(DaemonOptions, SayWhatIsWrongWithAnExport) {
  EXPECT_THAT(complaint({}), HasSubstr("--export"));
  for (const char* text : {"data", "=/srv", "a/b=/srv", "..=/srv", "data=", "data=,ro"})
    EXPECT_THAT(complaint({"--export", text}), StartsWith(std::string("--export ") + text));
  EXPECT_THAT(complaint({"--export", "/srv"}), HasSubstr("data=/srv"));
  EXPECT_THAT(complaint({"--export", "d=/a", "--export", "d=/b"}), HasSubstr("given twice"));
  const std::string long_name = std::string(65, 'x') + "=/srv";
  EXPECT_THAT(complaint({"--export", long_name.c_str()}), HasSubstr("1 to 64"));
}

TEST(DaemonOptions, SayWhichValueIsWrong) {
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"--listen", "host:port"}, {"--listen", "unix:"},      {"--threads", "0"},
      {"--threads", "many"},     {"--descriptors", "0"},     {"--handle-db", "file:"},
      {"--handle-db", "disk"},   {"--memory", "1"},          {"--memory", "much"},
      {"--log-level", "loud"},   {"--log-level", "warnings"}};
  for (const auto& [option, value] : wrong)
    EXPECT_THAT(complaint({"--export", "d=/srv", option, value}), HasSubstr(option)) << value;
  EXPECT_THAT(complaint({"--export", "d=/srv", "--listen", "/run/strait"}),
              HasSubstr("unix:/path"));
  EXPECT_THAT(complaint({"--export", "d=/srv", "--exprot", "x"}), HasSubstr("--exprot"));
  EXPECT_THAT(complaint({"--exprot", "x"}), HasSubstr("--exprot")) << "rather than what is missing";
  EXPECT_THAT(complaint({"--export", "d=/srv", "stray"}), HasSubstr("stray"));
}

TEST(DaemonOptions, FindTheStateDirectory) {
  const auto state_of = [](config::Environment environment) {
    const std::vector<const char*> arguments = {"--export", "d=/srv"};
    return parse(arguments, environment);
  };
  const auto of_systemd = state_of([](std::string_view name) -> std::optional<std::string> {
    return name == "STATE_DIRECTORY" ? "/var/lib/straitd:/var/lib/other" : "/elsewhere";
  });
  EXPECT_EQ(std::get<Options>(of_systemd.value()).state_directory, "/var/lib/straitd");
  const auto of_xdg = state_of([](std::string_view name) -> std::optional<std::string> {
    if (name == "XDG_STATE_HOME") return "/state";
    return std::nullopt;
  });
  EXPECT_EQ(std::get<Options>(of_xdg.value()).state_directory, "/state/straitd");
  const auto of_nobody = state_of([](std::string_view) { return std::nullopt; });
  EXPECT_THAT(of_nobody.error().what, HasSubstr("--state-dir"));
}

TEST(DaemonOptions, AnswerHelpAndVersion) {
  const std::string help = std::get<Answer>(parsed({"--help"}).value()).text;
  for (const char* word : {"--export", "--listen", "--state-dir", "--threads", "--descriptors",
                           "--handle-db", "--memory", "--log-level", "Examples:", "Exit codes:"})
    EXPECT_THAT(help, HasSubstr(word));
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = help.find('\n', begin);
    EXPECT_LE(std::min(end, help.size()) - begin, 100u) << help.substr(begin, 100);
  }
  EXPECT_THAT(std::get<Answer>(parsed({"--version"}).value()).text, StartsWith("straitd "));
}

}  // namespace
}  // namespace strait::daemon
