#include <exception>

#include "mpiio/agreement.h"
#include "mpiio/calls.h"
#include "mpiio/enter.h"
#include "mpiio/file_table.h"
#include "mpiio/info.h"
#include "mpiio/names.h"
#include "mpiio/opening.h"
#include "mpiio/process.h"
#include "mpiio/request.h"
#include "mpiio/shared_pointer.h"

namespace strait::mpiio {
namespace {

// Our own duplicate of the program's communicator; freed unless a file takes it.
class OwnedComm {
 public:
  static Answer<OwnedComm> duplicate(MPI_Comm comm) {
    int inter = 0;
    if (comm == MPI_COMM_NULL) return failure(MPI_ERR_COMM, "the communicator is null");
    STRAIT_TRY(checked(PMPI_Comm_test_inter(comm, &inter), "MPI_Comm_test_inter"));
    if (inter != 0) return failure(MPI_ERR_COMM, "the communicator is an intercommunicator");
    OwnedComm own;
    STRAIT_TRY(checked(PMPI_Comm_dup(comm, &own.comm_), "MPI_Comm_dup"));
    PMPI_Comm_set_errhandler(own.comm_, MPI_ERRORS_RETURN);
    return own;
  }
  OwnedComm(OwnedComm&& other) noexcept : comm_(other.release()) {}
  OwnedComm& operator=(OwnedComm&&) = delete;
  ~OwnedComm() {
    if (comm_ != MPI_COMM_NULL) PMPI_Comm_free(&comm_);
  }
  MPI_Comm get() const { return comm_; }
  MPI_Comm release() { return std::exchange(comm_, MPI_COMM_NULL); }

 private:
  OwnedComm() = default;
  MPI_Comm comm_ = MPI_COMM_NULL;
};

// Every rank's part after rank 0 has opened the file.
Answer<MPI_File> adopt(const Opening& opening, OwnedComm& comm, int rank, int amode,
                       std::shared_ptr<client::Client> client, config::Settings settings) {
  if (opening.amode != amode)
    return failure(MPI_ERR_AMODE, "its access mode is {}, and that of rank 0 is {}", amode,
                   opening.amode);
  int ranks = 0;
  STRAIT_TRY(checked(PMPI_Comm_size(comm.get(), &ranks), "MPI_Comm_size"));
  client::File remote = client->adopt(opening.name, opening.handle);
  auto file = std::make_unique<OpenFile>(comm.get(), rank, ranks, amode, std::move(client),
                                         std::move(remote));
  file->hints = std::move(settings.hints);
  file->flags.sieving = settings.options.write_sieving != config::Sieving::disable;
  if ((amode & MPI_MODE_APPEND) != 0) file->position = static_cast<std::int64_t>(opening.size);
  file->shared_pointer = std::make_shared<client::SharedPointer>(
      opening.instance, static_cast<std::uint64_t>(file->position));
  OpenFile* const opened = file.get();
  const MPI_File handle = enter_file(std::move(file));
  if (handle == MPI_FILE_NULL)
    return failure(MPI_ERR_NO_MEM, "{} files are open already", kOpenFilesMax);
  opened->handle = handle;
  comm.release();  // the file's now
  return handle;
}

void tell(const config::Settings& settings, const client::RemoteName& name) {
  for (const std::string& note : settings.notes) Process::instance().warn_once(note, name.url());
  Process::instance().print_if_wanted(settings.hints);
}

Answer<MPI_File> open_ours(const client::RemoteName& name, MPI_Comm program_comm, int amode,
                           MPI_Info info) {
  STRAIT_ASSIGN(OwnedComm comm, OwnedComm::duplicate(program_comm));
  int rank = 0;
  PMPI_Comm_rank(comm.get(), &rank);

  // What a rank finds wrong by itself, the others must hear before one of them creates a file.
  Answer<config::Settings> settings = [&]() -> Answer<config::Settings> {
    STRAIT_TRY(check_amode(amode));
    STRAIT_ASSIGN(const config::HintSet hints, hints_of(info));
    return Process::instance().settings(hints);
  }();
  STRAIT_TRY(agree(comm.get(), settings ? Done{} : Done(settings.error())));
  std::shared_ptr<client::Client> client = Process::instance().client_for(settings->options);

  STRAIT_ASSIGN(const std::vector<std::byte> answer,
                ask_once(comm.get(), rank, [&]() -> Answer<std::vector<std::byte>> {
                  tell(*settings, name);
                  STRAIT_ASSIGN(const Opening opening, open_at_server(*client, name, amode));
                  return opening.bytes();
                }));
  STRAIT_ASSIGN(const Opening opening, Opening::of(answer));
  Answer<MPI_File> file = adopt(opening, comm, rank, amode, client, std::move(*settings));
  // A rank without the file: the others give it back. Their communicator has to last until then.
  const MPI_Comm used = file ? find_file(*file)->comm : comm.get();
  if (Done all = agree(used, file ? Done{} : Done(file.error())); !all) {
    if (file) {
      leave_file(*file);
      PMPI_Comm_free(const_cast<MPI_Comm*>(&used));
    }
    return std::move(all).error();
  }
  return file;
}

Done close_ours(OpenFile& file) {
  Done mine = wait_for_requests(file);
  if (file.remote.commit_matters()) {
    const Status written = file.remote.commit(wire::Durability::written, file.call_hints());
    if (mine && !written) mine = Done(written.error());
  }
  // Also the barrier before a deletion.
  Done all = agree(file.comm, std::move(mine));
  if (Done dropped = drop_shared_pointer(file); all && !dropped) all = std::move(dropped);
  if ((file.amode & MPI_MODE_DELETE_ON_CLOSE) != 0) {
    Done removed = do_once(file.comm, file.rank, [&]() -> Done {
      STRAIT_TRY(file.client->remove(file.remote.name(), &file.remote.handle()));
      return {};
    });
    if (all) all = std::move(removed);
  }
  return all;
}

Done remove_ours(const client::RemoteName& name, MPI_Info info) {
  STRAIT_ASSIGN(const config::HintSet hints, hints_of(info));
  STRAIT_ASSIGN(const config::Settings settings, Process::instance().settings(hints));
  const auto client = Process::instance().client_for(settings.options);
  STRAIT_ASSIGN(const wire::Attributes attributes, client->stat(name, false));
  if (attributes.kind == wire::FileKind::directory)
    return failure(MPI_ERR_BAD_FILE, "it is a directory");
  STRAIT_TRY(client->remove(name));
  return {};
}

// The caller's rank, as it calls itself: in the communicator it gave, where it gave a valid one.
int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm == MPI_COMM_NULL ? MPI_COMM_WORLD : comm, &rank);
  return rank;
}

// Of a call that has no file yet. `url`: empty, where the name is what is wrong.
int fail_to(const char* function, MPI_Comm comm, std::string_view url, const Failure& cause) {
  return fail_without_file({cause.error_class, sentence(rank_in(comm), function, url, cause.text)});
}

}  // namespace

int open(NextCall<MPI_Comm, const char*, int, MPI_Info, MPI_File*>& next, MPI_Comm comm,
         const char* filename, int amode, MPI_Info info, MPI_File* fh) noexcept {
  try {
    constexpr const char* kFunction = "MPI_File_open";
    const auto name = remote_name(filename);
    if (name && !*name) return next(comm, filename, amode, info, fh);
    // Whatever comes: MPICH's mpi_f08 looks at the handle even where the call has failed.
    *fh = MPI_FILE_NULL;
    if (!name) return fail_to(kFunction, comm, "", name.error());
    const Answer<MPI_File> opened = open_ours(**name, comm, amode, info);
    if (!opened) return fail_to(kFunction, comm, (*name)->url(), opened.error());
    *fh = *opened;
    return MPI_SUCCESS;
  } catch (const std::exception& exception) {
    return fail_without_file({MPI_ERR_INTERN, exception.what()});
  }
}

int close(NextCall<MPI_File*>& next, MPI_File* fh) noexcept {
  OpenFile* const file = find_file(*fh);
  if (file == nullptr) {
    if (!is_our_handle(*fh)) return next(fh);
    return fail_to("MPI_File_close", MPI_COMM_WORLD, "",
                   {MPI_ERR_FILE, "the file is closed already"});
  }
  const int code = enter(*file, "MPI_File_close", [&] { return close_ours(*file); });
  // However it ended, the file is closed.
  MPI_Comm comm = file->comm;
  leave_file(*fh);
  PMPI_Comm_free(&comm);
  *fh = MPI_FILE_NULL;
  return code;
}

int remove(NextCall<const char*, MPI_Info>& next, const char* filename, MPI_Info info) noexcept {
  try {
    constexpr const char* kFunction = "MPI_File_delete";
    const auto name = remote_name(filename);
    if (!name) return fail_to(kFunction, MPI_COMM_WORLD, "", name.error());
    if (!*name) return next(filename, info);
    const Done done = remove_ours(**name, info);
    if (!done) return fail_to(kFunction, MPI_COMM_WORLD, (*name)->url(), done.error());
    return MPI_SUCCESS;
  } catch (const std::exception& exception) {
    return fail_without_file({MPI_ERR_INTERN, exception.what()});
  }
}

}  // namespace strait::mpiio
