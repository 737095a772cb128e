#include "daemon/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <thread>

#include "config/spelling.h"
#include "config/value.h"
#include "daemon/manual.h"
#include "transport/address.h"

namespace strait::daemon {
namespace {

constexpr std::size_t kHelpTextWidth = 66;  // columns; the names stand in the 30 before
constexpr unsigned kThreadsMax = 1024;
constexpr unsigned kThreadsLeast = 4;  // storage calls block: one disk keeps several busy
constexpr unsigned kDescriptorsMax = 1u << 20;
constexpr std::uint64_t kMemoryLeast = std::uint64_t{32} << 20;  // a request of every kind fits
constexpr std::uint64_t kMemoryMost = std::uint64_t{1} << 40;
constexpr std::string_view kReadOnlySuffix = ",ro";
constexpr std::string_view kFilePrefix = "file:";
constexpr std::array<std::string_view, 4> kLogLevels = {"debug", "info", "warning", "error"};

constexpr const char* kPurpose =
    "straitd serves directories of this machine to MPI programs that run elsewhere.";

constexpr const char* kExamples = R"(Examples:
  straitd --export data=/lustre/me
      Programs on this machine reach /lustre/me/run/out.h5 as
      strait://127.0.0.1/data/run/out.h5.
  straitd --export data=/lustre/me --export input=/archive,ro --listen unix:/run/user/1000/strait
      Two exports, one of them read-only, behind a socket that only this user can open.
  straitd --export data=/lustre/me --listen 0.0.0.0:7420 --allow-unauthenticated
      For every machine that can reach port 7420: only on a network where all may write.

Signals: SIGTERM and SIGINT finish what clients have been promised, then exit with 0.
A server may be stopped, killed and started again at any time: clients carry on.
A file system that hangs keeps every thread that calls it: soon no export of this
straitd answers, programs fail after strait_timeout, and SIGTERM waits too. All goes
on once the file system does. Where one may hang, give it a straitd of its own, with
its own --listen and --state-dir.
Exit codes: 0 stopped in order, 1 could not start or failed, 2 wrong command line.)";

// What CLI11 collects before it is understood.
struct Words {
  std::vector<std::string> exports;
  std::vector<std::string> listen;
  std::string state_directory;
  std::string handle_database;
  std::string memory = "256MiB";
  std::string log_level = "info";
};

bool is_export_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '-';
}

Result<Export> parse_export(std::string_view text) {
  const auto wrong = [text](std::string_view why) {
    return error(ErrorKind::invalid_argument, "--export {}: {}", text, why);
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    // The directory alone is the commonest slip.
    return wrong(text.starts_with('/')
                     ? fmt::format("the name is missing that clients call it by: data={}", text)
                     : "expected name=directory");
  }
  Export parsed{.name = std::string(text.substr(0, equals)), .store = {}};
  std::string_view store = text.substr(equals + 1);
  if (store.ends_with(kReadOnlySuffix)) {
    parsed.read_only = true;
    store.remove_suffix(kReadOnlySuffix.size());
  }
  parsed.store = store;
  if (parsed.name.empty() || parsed.name.size() > kExportNameBytesMax)
    return wrong("a name has 1 to 64 characters");
  if (!std::ranges::all_of(parsed.name, is_export_name_character) || parsed.name == "." ||
      parsed.name == "..")
    return wrong("a name consists of letters, digits, '.', '_' and '-'");
  if (parsed.store.empty()) return wrong("the directory is missing");
  return parsed;
}

Result<std::vector<Export>> parse_exports(const std::vector<std::string>& texts) {
  std::vector<Export> exports;
  for (const std::string& text : texts) {
    STRAIT_ASSIGN(Export parsed, parse_export(text));
    if (std::ranges::find(exports, parsed.name, &Export::name) != exports.end())
      return error(ErrorKind::invalid_argument, "--export {}: the name is given twice",
                   parsed.name);
    exports.push_back(std::move(parsed));
  }
  return exports;
}

// With the default port where none was given; a number alone is a port of this machine.
std::string with_port(const std::string& address) {
  if (!address.empty() && address.find_first_not_of("0123456789") == std::string::npos)
    return fmt::format("127.0.0.1:{}", address);
  if (address.starts_with(':')) return "127.0.0.1" + address;
  const bool has_none = address.find(':') == std::string::npos || address.ends_with(']');
  return has_none ? fmt::format("{}:{}", address, kDefaultPort) : address;
}

Result<std::vector<std::string>> parse_listen(const std::vector<std::string>& texts,
                                              bool allow_unauthenticated) {
  std::vector<std::string> addresses;
  for (const std::string& text : texts) {
    const std::string address = with_port(text);
    if (transport::is_unix_address(address)) {
      if (auto path = transport::parse_unix_path(address); !path)
        return std::move(path).error().during("--listen");
    } else if (text.find('/') != std::string::npos) {
      return error(ErrorKind::invalid_argument,
                   "--listen {}: an address is host:port, [IPv6]:port or unix:/path", text);
    } else if (auto parsed = transport::parse_host_port(address); !parsed) {
      return std::move(parsed).error().during("--listen");
    }
    if (!allow_unauthenticated && !transport::is_loopback(address))
      return error(ErrorKind::invalid_argument,
                   "--listen {}: other machines could read and write the exports without a "
                   "password; say --allow-unauthenticated if that is wanted, or use an ssh tunnel "
                   "to 127.0.0.1",
                   text);
    addresses.push_back(address);
  }
  return addresses;
}

// Where systemd says, else where a user's programs keep their state.
Result<std::string> default_state_directory(const config::Environment& environment) {
  const auto set = [&environment](std::string_view name) {
    const auto value = environment(name);
    return value && value->starts_with('/') ? value : std::nullopt;
  };
  // $STATE_DIRECTORY may list several, divided by colons; the first is ours.
  if (const auto given = set("STATE_DIRECTORY")) return given->substr(0, given->find(':'));
  if (const auto state = set("XDG_STATE_HOME")) return *state + "/straitd";
  if (const auto home = set("HOME")) return *home + "/.local/state/straitd";
  return error(ErrorKind::invalid_argument, "--state-dir is needed where HOME is not set");
}

// The file, empty for a database in memory.
Result<std::string> parse_handle_database(std::string_view text,
                                          const std::string& state_directory) {
  if (text.empty()) return state_directory + "/handles";
  if (text == "memory") return std::string();
  if (text.starts_with(kFilePrefix) && text.size() > kFilePrefix.size())
    return std::string(text.substr(kFilePrefix.size()));
  return error(ErrorKind::invalid_argument, "--handle-db {}: expected memory or file:PATH", text);
}

Result<std::uint64_t> parse_memory(std::string_view text) {
  auto bytes = config::parse_size(text);
  if (!bytes) return std::move(bytes).error().during("--memory");
  if (*bytes < kMemoryLeast || *bytes > kMemoryMost)
    return error(ErrorKind::invalid_argument, "--memory {}: out of range, which is {} to {}", text,
                 config::readable_size(kMemoryLeast), config::readable_size(kMemoryMost));
  return bytes;
}

Result<LogLevel> parse_log_level(std::string_view text) {
  const auto* const found = std::ranges::find(kLogLevels, text);
  if (found == kLogLevels.end())
    return error(ErrorKind::invalid_argument, "--log-level {}: expected one of {}", text,
                 fmt::join(kLogLevels, ", "));
  return static_cast<LogLevel>(found - kLogLevels.begin());
}

// Wraps what stands to the right of the options' names.
class HelpFormat final : public CLI::Formatter {
 public:
  std::string make_option_desc(const CLI::Option* option) const override {
    std::string text = CLI::Formatter::make_option_desc(option);
    std::size_t line_begin = 0;
    std::size_t blank = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == ' ') blank = i;
      if (i - line_begin < kHelpTextWidth || blank <= line_begin) continue;
      text[blank] = '\n';
      line_begin = blank + 1;
    }
    return text;
  }
};

void describe(CLI::App& app, Options& options, Words& words) {
  app.add_option("--export", words.exports,
                 "Offer a directory under a name; ',ro' at its end makes it read-only. "
                 "memory: is an empty store that ends with the server; null: accepts "
                 "everything and reads zeros. At least one; repeat for more")
      ->type_name("NAME=DIRECTORY[,ro]")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--listen", words.listen,
                 "Where clients connect: host:port, [IPv6]:port or unix:/path; a port alone is one "
                 "of 127.0.0.1, and port 0 takes a free one. Repeat for more addresses. Default "
                 "127.0.0.1:7420")
      ->type_name("ADDRESS")
      ->take_all()
      ->allow_extra_args(false);  // with them CLI11 strips the brackets of "[::1]"
  app.add_flag("--allow-unauthenticated", options.allow_unauthenticated,
               "Listen on addresses that other machines can reach, although clients do not "
               "prove who they are");
  app.add_option("--state-dir", words.state_directory,
                 "Where the server keeps its identity, keys and journals; one directory per "
                 "server. Default $STATE_DIRECTORY, $XDG_STATE_HOME/straitd or "
                 "~/.local/state/straitd")
      ->type_name("DIRECTORY");
  app.add_option("--threads", options.threads,
                 "Threads that call the file systems; default one a processor, at least 4")
      ->check(CLI::Range(1u, kThreadsMax).description(""))
      ->type_name("COUNT");
  app.add_option("--descriptors", options.descriptors,
                 "Files held open at a time; the least recently used is closed first")
      ->check(CLI::Range(1u, kDescriptorsMax).description(""))
      ->type_name("COUNT")
      ->capture_default_str();
  app.add_option("--handle-db", words.handle_database,
                 "Where file handles are remembered for file systems whose own handles do not "
                 "fit: memory, or file:PATH. Default: a file in the state directory")
      ->type_name("WHERE");
  app.add_option("--memory", words.memory, "Bound of all buffers for requests and replies")
      ->type_name("SIZE")
      ->capture_default_str();
  app.add_option("--log-level", words.log_level,
                 "How much is logged on standard error: debug, info, warning or error")
      ->type_name("LEVEL")
      ->capture_default_str();
  app.set_version_flag("--version", fmt::format("straitd {}", STRAIT_VERSION));
  app.formatter(std::make_shared<HelpFormat>());
  // For `make install`; CLI11's second kind of help, out of sight of the first.
  app.set_help_all_flag("--manual-page")->group("");
  app.footer(kExamples);
}

// Of what was left over: an option that nobody knows, rather than the words behind it.
Error not_expected(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining();
  const auto option =
      std::ranges::find_if(words, [](const std::string& word) { return word.starts_with('-'); });
  if (option == words.end())
    return error(ErrorKind::invalid_argument,
                 "what is '{}' for? Every word here belongs to an option",
                 words.empty() ? "" : words.front());
  std::vector<std::string> names;
  for (const CLI::Option* known : app.get_options()) names.push_back(known->get_name());
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string word = option->substr(0, option->find('='));
  return error(ErrorKind::invalid_argument, "there is no option '{}'{}", word,
               config::did_you_mean(word, known));
}

Status finish(Options& options, const Words& words, const config::Environment& environment) {
  if (words.exports.empty())
    return error(ErrorKind::invalid_argument, "--export NAME=DIRECTORY is needed");
  STRAIT_ASSIGN(options.exports, parse_exports(words.exports));
  STRAIT_ASSIGN(options.listen, parse_listen(words.listen, options.allow_unauthenticated));
  if (options.listen.empty()) options.listen = {fmt::format("127.0.0.1:{}", kDefaultPort)};
  options.state_directory = words.state_directory;
  if (options.state_directory.empty()) {
    STRAIT_ASSIGN(options.state_directory, default_state_directory(environment));
  }
  STRAIT_ASSIGN(options.handle_database,
                parse_handle_database(words.handle_database, options.state_directory));
  STRAIT_ASSIGN(options.memory, parse_memory(words.memory));
  STRAIT_ASSIGN(options.log_level, parse_log_level(words.log_level));
  return {};
}

}  // namespace

Result<std::variant<Options, Answer>> parse(std::span<const char* const> arguments,
                                            const config::Environment& environment) try {
  Options options;
  options.threads = std::clamp(std::thread::hardware_concurrency(), kThreadsLeast, kThreadsMax);
  Words words;
  CLI::App app(kPurpose, "straitd");
  describe(app, options, words);

  // CLI11 takes the words last first.
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    return Answer{app.help()};
  } catch (const CLI::CallForAllHelp&) {
    return Answer{manual_page(app, STRAIT_VERSION)};
  } catch (const CLI::CallForVersion&) {
    return Answer{app.version() + "\n"};
  } catch (const CLI::ExtrasError&) {
    return not_expected(app);
  } catch (const CLI::ParseError& problem) {
    return error(ErrorKind::invalid_argument, "{}", problem.what());
  }
  STRAIT_TRY(finish(options, words, environment));
  return options;
} catch (const std::exception& problem) {
  return error(ErrorKind::internal, "reading the command line: {}", problem.what());
}

}  // namespace strait::daemon
