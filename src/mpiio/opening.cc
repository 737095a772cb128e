#include "mpiio/opening.h"

#include <bit>
#include <cstring>

#include "sys/environment.h"

namespace strait::mpiio {
namespace {

constexpr std::uint32_t kNewFileMode = 0666;

// The fixed part; the name's three texts follow, each with its zero.
struct Fixed {
  wire::Handle handle{};
  wire::Id instance{};
  std::uint64_t size = 0;
  int amode = 0;
};

// LOOKUP says that the file is there, not what the server may do with it. A program expects to hear
// of a read-only export, or of permissions that are missing, when it opens the file.
Status check_rights(const client::Opened& opened, int amode) {
  constexpr std::uint32_t kReadableByAll = 0444;
  const bool writes = (amode & MPI_MODE_RDONLY) == 0;
  const bool reads = (amode & MPI_MODE_WRONLY) == 0;
  if (opened.created) return {};
  if (writes) STRAIT_TRY(opened.file.allocate(0, {.rank = 0}));
  if (!reads || (opened.attributes.mode & kReadableByAll) == kReadableByAll) return {};
  std::byte first{};
  STRAIT_TRY(opened.file.read(Extent{0, 1}, client::Memory::dense(&first, 1), {.rank = 0}));
  return {};
}

}  // namespace

std::vector<std::byte> Opening::bytes() const {
  const Fixed fixed{handle, instance, size, amode};
  std::vector<std::byte> all(sizeof fixed);
  std::memcpy(all.data(), &fixed, sizeof fixed);
  for (const std::string* text : {&name.server, &name.export_name, &name.path}) {
    const ConstBytes letters = bytes_of(std::string_view(text->c_str(), text->size() + 1));
    all.insert(all.end(), letters.begin(), letters.end());
  }
  return all;
}

Answer<Opening> Opening::of(ConstBytes bytes) {
  Opening opening;
  Fixed fixed;
  if (bytes.size() < sizeof fixed) return failure(MPI_ERR_INTERN, "a broadcast was cut short");
  std::memcpy(&fixed, bytes.data(), sizeof fixed);
  opening.handle = fixed.handle;
  opening.instance = fixed.instance;
  opening.size = fixed.size;
  opening.amode = fixed.amode;
  std::string_view rest = text_of(bytes.subspan(sizeof fixed));
  for (std::string* text : {&opening.name.server, &opening.name.export_name, &opening.name.path}) {
    const std::size_t end = rest.find('\0');
    if (end == std::string_view::npos) return failure(MPI_ERR_INTERN, "a broadcast was cut short");
    *text = rest.substr(0, end);
    rest.remove_prefix(end + 1);
  }
  return opening;
}

Done check_amode(int amode) {
  const auto access =
      static_cast<unsigned>(amode & (MPI_MODE_RDONLY | MPI_MODE_WRONLY | MPI_MODE_RDWR));
  if (std::popcount(access) != 1)
    return failure(MPI_ERR_AMODE,
                   "exactly one of MPI_MODE_RDONLY, MPI_MODE_WRONLY and MPI_MODE_RDWR is needed");
  if ((amode & MPI_MODE_RDONLY) != 0 && (amode & (MPI_MODE_CREATE | MPI_MODE_EXCL)) != 0)
    return failure(MPI_ERR_AMODE,
                   "MPI_MODE_RDONLY does not go together with MPI_MODE_CREATE or MPI_MODE_EXCL");
  if ((amode & MPI_MODE_RDWR) != 0 && (amode & MPI_MODE_SEQUENTIAL) != 0)
    return failure(MPI_ERR_AMODE, "MPI_MODE_RDWR does not go together with MPI_MODE_SEQUENTIAL");
  return {};
}

Answer<Opening> open_at_server(client::Client& client, const client::RemoteName& name, int amode) {
  if (name.path.empty())
    return failure(MPI_ERR_BAD_FILE, "this names no file: an export and a path are needed");
  client::OpenHow how;
  how.create = (amode & MPI_MODE_CREATE) != 0;
  how.exclusive = how.create && (amode & MPI_MODE_EXCL) != 0;
  how.mode = kNewFileMode & ~sys::file_creation_mask();
  STRAIT_ASSIGN(const client::Opened opened, client.open(name, how, {.rank = 0}));
  if (opened.attributes.kind != wire::FileKind::file)
    return failure(MPI_ERR_BAD_FILE, "not a regular file");
  STRAIT_TRY(check_rights(opened, amode));
  return Opening{name, opened.file.handle(), opened.file.new_instance(), opened.attributes.size,
                 amode};
}

}  // namespace strait::mpiio
