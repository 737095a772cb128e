#include "server/state_directory.h"

#include <fcntl.h>

#include <cstring>
#include <utility>

#include "server/record_journal.h"
#include "sys/boot.h"
#include "sys/directory.h"
#include "sys/file.h"
#include "sys/random.h"
#include "sys/unique_fd.h"

namespace strait::server {
namespace {

constexpr mode_t kDirectoryMode = 0700;
constexpr mode_t kFileMode = 0600;

struct Identity {
  wire::Id id{};
  SipKey key{};
};
static_assert(sizeof(Identity) == 32);

// Each directory on the way, as mkdir -p does.
Status make_directories(const std::string& path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    const Status made = sys::make_directory_at(AT_FDCWD, part, kDirectoryMode);
    if (!made && made.error().kind != ErrorKind::exists && end == std::string::npos) {
      return made.error();
    }
    if (end == std::string::npos) return {};
  }
}

Result<Identity> read_identity(int directory) {
  STRAIT_ASSIGN(const sys::UniqueFd file, sys::open_at(directory, "identity", O_RDONLY));
  Identity identity;
  STRAIT_ASSIGN(const std::size_t length,
                sys::read_at(file.get(), std::as_writable_bytes(std::span(&identity, 1)), 0));
  if (length != sizeof identity) {
    return error(ErrorKind::io,
                 "the file 'identity' is damaged; without it the server could not "
                 "recognise the handles that it gave out");
  }
  return identity;
}

// Under another name first, so that a crash leaves a whole one or none.
Result<Identity> make_identity(int directory) {
  Identity identity;
  sys::random_bytes(std::as_writable_bytes(std::span(&identity, 1)));
  STRAIT_ASSIGN(const sys::UniqueFd file,
                sys::open_at(directory, "identity.new", O_WRONLY | O_CREAT | O_TRUNC, kFileMode));
  STRAIT_TRY(sys::write_at(file.get(), std::as_bytes(std::span(&identity, 1)), 0));
  STRAIT_TRY(sys::sync(file.get()));
  STRAIT_TRY(sys::rename_at(directory, "identity.new", directory, "identity"));
  STRAIT_TRY(sys::sync(directory));
  return identity;
}

Result<State> open_state(const std::string& path) {
  STRAIT_TRY(make_directories(path));
  STRAIT_ASSIGN(const sys::UniqueFd directory,
                sys::open_at(AT_FDCWD, path, O_RDONLY | O_DIRECTORY));
  State state;
  // First, because it holds the lock that keeps other servers out.
  STRAIT_ASSIGN(state.journal, RecordJournal::open(path + "/replies", sys::boot_id()));
  Result<Identity> identity = read_identity(directory.get());
  if (!identity && identity.error().kind == ErrorKind::not_found) {
    identity = make_identity(directory.get());
  }
  if (!identity) return std::move(identity).error();
  state.id = identity->id;
  state.key = identity->key;
  return state;
}

}  // namespace

Result<State> open_state_directory(const std::string& path) {
  Result<State> state = open_state(path);
  if (state) return state;
  if (state.error().kind == ErrorKind::busy) {
    return error(ErrorKind::busy,
                 "another server uses the state directory {}; --state-dir gives this one a "
                 "directory of its own",
                 path);
  }
  return std::move(state).error().during("state directory " + path);
}

std::uint64_t host_verifier() {
  const SipTag tag = siphash(SipKey{}, bytes_of(sys::boot_id()));
  std::uint64_t number = 0;
  std::memcpy(&number, tag.data(), sizeof number);
  return number;
}

}  // namespace strait::server
