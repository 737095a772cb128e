#include "mpiio/calls.h"
#include "mpiio/enter.h"
#include "mpiio/info.h"
#include "mpiio/process.h"

namespace strait::mpiio {

Done get_group(OpenFile& file, MPI_Group* group) {
  return checked(PMPI_Comm_group(file.comm, group), "MPI_Comm_group");
}

Done get_amode(OpenFile& file, int* amode) {
  *amode = file.amode;
  return {};
}

// What belongs to the connection was settled when the file was opened; the rest takes effect.
Done set_info(OpenFile& file, MPI_Info info) {
  STRAIT_ASSIGN(const config::HintSet given, hints_of(info));
  const std::lock_guard lock(file.mutex);
  config::HintSet wanted = file.hints;
  for (const auto& [key, value] : given)
    if (!key.starts_with("strait_")) wanted.set(key, value);
  STRAIT_ASSIGN(const config::Settings settings, Process::instance().settings(wanted));
  file.hints = settings.hints;
  file.flags.sieving = settings.options.write_sieving != config::Sieving::disable;
  return {};
}

Done get_info(OpenFile& file, MPI_Info* info) {
  const std::lock_guard lock(file.mutex);
  STRAIT_ASSIGN(*info, info_of(file.hints));
  return {};
}

Done extent_of(OpenFile& file, MPI_Datatype type, MPI_Count* extent) {
  STRAIT_TRY(Datatype::find(type, file.comm));
  MPI_Count lower = 0;
  return checked(PMPI_Type_get_extent_x(type, &lower, extent), "MPI_Type_get_extent");
}

// The server takes each atomic access as one critical section; nothing needs to be asked of it
// here.
Done set_atomicity(OpenFile& file, int flag) {
  int lowest_and_highest[2] = {flag != 0 ? 1 : 0, flag != 0 ? -1 : 0};
  STRAIT_TRY(
      checked(PMPI_Allreduce(MPI_IN_PLACE, lowest_and_highest, 2, MPI_INT, MPI_MIN, file.comm),
              "MPI_Allreduce"));
  if (lowest_and_highest[0] != -lowest_and_highest[1])
    return failure(MPI_ERR_ARG, "the ranks do not agree on the flag");
  const std::lock_guard lock(file.mutex);
  file.flags.atomic = flag != 0;
  return {};
}

Done get_atomicity(OpenFile& file, int* flag) {
  const std::lock_guard lock(file.mutex);
  *flag = file.flags.atomic ? 1 : 0;
  return {};
}

Done set_errhandler(OpenFile& file, MPI_Errhandler errhandler) {
  STRAIT_ASSIGN(ErrorHandler handler, ErrorHandler::of(errhandler));
  const std::lock_guard lock(file.mutex);
  file.error_handler = std::move(handler);
  return {};
}

Done get_errhandler(OpenFile& file, MPI_Errhandler* errhandler) {
  const std::lock_guard lock(file.mutex);
  *errhandler = file.error_handler.handle_for_program();
  return {};
}

Done call_errhandler(OpenFile& file, int code) {
  call_handler(file, code);
  return {};
}

}  // namespace strait::mpiio
