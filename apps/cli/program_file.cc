#include "cli/program_file.h"

#include <elf.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "sys/environment.h"
#include "sys/unique_fd.h"

namespace strait::cli {
namespace {

constexpr std::size_t kFirstLineMax = 512;     // bytes; the kernel looks at fewer
constexpr std::size_t kOutputMax = 1 << 20;    // bytes
constexpr std::size_t kSegmentsMax = 1024;     // program headers that we look at
constexpr std::size_t kInterpreterMax = 4096;  // bytes

bool is_program(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

std::optional<Elf64_Ehdr> elf_header_of(std::istream& file) {
  Elf64_Ehdr header{};
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) return std::nullopt;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_phentsize != sizeof(Elf64_Phdr))
    return std::nullopt;
  return header;
}

// The dynamic linker that an executable names, or the one that this program has: a library does
// not name any.
std::string dynamic_linker_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const auto header = elf_header_of(file);
  if (!header) return {};
  bool dynamic = false;
  for (std::size_t i = 0; i < std::min<std::size_t>(header->e_phnum, kSegmentsMax); ++i) {
    Elf64_Phdr segment{};
    file.seekg(static_cast<std::streamoff>(header->e_phoff + i * sizeof segment));
    if (!file.read(reinterpret_cast<char*>(&segment), sizeof segment)) return {};
    if (segment.p_type == PT_DYNAMIC) dynamic = true;
    if (segment.p_type != PT_INTERP) continue;
    std::string linker(std::min<std::size_t>(segment.p_filesz, kInterpreterMax), '\0');
    file.seekg(static_cast<std::streamoff>(segment.p_offset));
    file.read(linker.data(), static_cast<std::streamsize>(linker.size()));
    return linker.c_str();
  }
  return dynamic && path != "/proc/self/exe" ? dynamic_linker_of("/proc/self/exe") : std::string();
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> piece{};
  while (text.size() < kOutputMax) {
    const ssize_t got = ::read(descriptor, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace

Result<std::string> find_program(const std::string& name) {
  const auto refused = [&](const std::string& path) {
    return error(ErrorKind::permission_denied, "{} may not be executed", path);
  };
  if (name.find('/') != std::string::npos) {
    if (is_program(name)) return name;
    if (::access(name.c_str(), F_OK) == 0) return refused("it");
    return error(ErrorKind::not_found, "{}: no such file", name);
  }
  std::istringstream folders(sys::environment("PATH").value_or("/usr/local/bin:/usr/bin:/bin"));
  std::string folder;
  std::string seen;
  while (std::getline(folders, folder, ':')) {
    const std::string path = (folder.empty() ? "." : folder) + "/" + name;
    if (is_program(path)) return path;
    if (::access(path.c_str(), F_OK) == 0) seen = path;
  }
  if (!seen.empty()) return refused(seen);
  return error(ErrorKind::not_found, "{}: no such program in PATH", name);
}

std::optional<std::string> interpreter_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line(kFirstLineMax, '\0');
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(file.gcount()));
  if (!line.starts_with("#!")) return std::nullopt;
  std::istringstream words(line.substr(2, line.find('\n') - 2));
  std::string interpreter;
  std::string argument;
  words >> interpreter >> argument;
  if (!interpreter.ends_with("/env")) return interpreter;
  if (argument == "-S") words >> argument;
  const Result<std::string> found = find_program(argument);
  return found ? *found : argument;
}

bool is_static(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const auto header = elf_header_of(file);
  return header && header->e_type == ET_EXEC && dynamic_linker_of(path).empty();
}

std::vector<std::string> libraries_of(const std::string& path) {
  const std::string linker = dynamic_linker_of(path);
  if (linker.empty()) return {};
  const auto listed = output_of({linker, "--list", path});
  if (!listed) return {};
  // "    libmpi.so.40 => /usr/lib/libmpi.so.40 (0x...)"
  std::vector<std::string> names;
  std::istringstream lines(*listed);
  for (std::string line; std::getline(lines, line);) {
    std::string name;
    std::istringstream(line) >> name;
    if (!name.empty()) names.push_back(name.substr(name.find_last_of('/') + 1));
  }
  return names;
}

std::optional<std::string> output_of(const std::vector<std::string>& command) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  const sys::UniqueFd from(ends[0]);
  sys::UniqueFd to(ends[1]);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, to.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_t child = -1;
  const int started = ::posix_spawn(&child, words[0], &actions, nullptr, words.data(), ::environ);
  ::posix_spawn_file_actions_destroy(&actions);
  to.reset();
  if (started != 0) return std::nullopt;
  std::string text = read_all(from.get());
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  return text;
}

}  // namespace strait::cli
