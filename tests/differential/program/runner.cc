#include "runner.h"

#include <utility>

namespace differential {
namespace {

constexpr int kNoSuchWhence = 12345;

int amode_of(std::int64_t mode) {
  const std::pair<std::int64_t, int> bits[] = {
      {kReadOnly, MPI_MODE_RDONLY},
      {kWriteOnly, MPI_MODE_WRONLY},
      {kReadWrite, MPI_MODE_RDWR},
      {kCreate, MPI_MODE_CREATE},
      {kExclusive, MPI_MODE_EXCL},
      {kAppend, MPI_MODE_APPEND},
      {kDeleteOnClose, MPI_MODE_DELETE_ON_CLOSE},
      {kUniqueOpen, MPI_MODE_UNIQUE_OPEN},
  };
  int amode = 0;
  for (const auto& [ours, theirs] : bits)
    if ((mode & ours) != 0) amode |= theirs;
  return amode;
}

std::int64_t mode_of(int amode) {
  std::int64_t mode = 0;
  for (std::int64_t bit = 1; bit <= kUniqueOpen; bit *= 2)
    if ((amode & amode_of(bit)) != 0) mode |= bit;
  return mode;
}

}  // namespace

std::string class_of(int code) {
  if (code == MPI_SUCCESS) return "success";
  int error_class = code;
  MPI_Error_class(code, &error_class);
  const std::pair<int, const char*> names[] = {
      {MPI_ERR_ACCESS, "access"},
      {MPI_ERR_AMODE, "amode"},
      {MPI_ERR_ARG, "arg"},
      {MPI_ERR_BAD_FILE, "bad file"},
      {MPI_ERR_COUNT, "count"},
      {MPI_ERR_FILE, "file"},
      {MPI_ERR_FILE_EXISTS, "exists"},
      {MPI_ERR_FILE_IN_USE, "in use"},
      {MPI_ERR_INTERN, "intern"},
      {MPI_ERR_IO, "io"},
      {MPI_ERR_NO_SUCH_FILE, "no such file"},
      {MPI_ERR_NOT_SAME, "not same"},
      {MPI_ERR_OTHER, "other"},
      {MPI_ERR_READ_ONLY, "read only"},
      {MPI_ERR_TYPE, "type"},
      {MPI_ERR_UNSUPPORTED_DATAREP, "datarep"},
      {MPI_ERR_UNSUPPORTED_OPERATION, "unsupported"},
  };
  for (const auto& [known, name] : names)
    if (error_class == known) return name;
  return "class " + std::to_string(error_class);
}

bool make_datatypes(const CasePlan& plan, std::vector<TypeMap>& maps, MpiDatatypes& datatypes) {
  for (const DatatypePlan& type : plan.datatypes) {
    const auto map = expand(type, maps);
    if (!map || !datatypes.add(type, *map)) return false;
    maps.push_back(*map);
  }
  return true;
}

Runner::Runner(const CasePlan& plan, const Place& place, Holes holes, std::ostream& report)
    : plan_(plan), place_(place), report_(report), model_(plan.ranks, maps_, holes) {
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
}

Runner::~Runner() { leave(); }

// A plan that stopped half-way.
void Runner::leave() {
  if (!pending_.empty()) wait(0);
  if (!split_.buffer.empty()) split_end();
  if (file_ != MPI_FILE_NULL) MPI_File_close(&file_);
}

bool Runner::run() {
  if (!make_datatypes(plan_, maps_, datatypes_)) return false;
  // Nothing of an erroneous plan is run.
  Model rehearsal(plan_.ranks, maps_, Holes::zero);
  for (std::size_t number = 0; number < plan_.steps.size(); ++number)
    if (!rehearsal.apply(number, plan_.steps[number])) return false;
  if (rehearsal.is_open()) return false;

  // What a program that was ended has left behind.
  if (rank_ == 0) remove_local(place_.bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  for (std::size_t number = 0; number < plan_.steps.size(); ++number) {
    const Step& step = plan_.steps[number];
    const Answers expected = *model_.apply(number, step);
    const auto& numbers = step.ranks[static_cast<std::size_t>(rank_)];
    if (is_serialized(step)) MPI_Barrier(MPI_COMM_WORLD);
    const std::string found = numbers ? take(number, step, *numbers) : "";
    if (is_serialized(step)) MPI_Barrier(MPI_COMM_WORLD);
    if (!numbers) continue;
    const std::string& wanted = expected[static_cast<std::size_t>(rank_)];
    report_ << number << ' ' << name_of(step) << ": " << found;
    if (found != wanted) report_ << '\t' << wanted;
    report_ << std::endl;  // told at once: the next step may end the program
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank_ == 0) {
    const std::string found = contents_of(place_.bytes, model_);
    const std::string wanted = model_.contents();
    report_ << "file: " << found;
    if (found != wanted) report_ << '\t' << wanted;
    report_ << '\n';
    if (found != "gone") MPI_File_delete(place_.name.c_str(), MPI_INFO_NULL);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return true;
}

std::string Runner::take(std::size_t number, const Step& step, const Numbers& numbers) {
  if (step.call == Call::open) return open(numbers);
  if (step.call == Call::remove)
    return class_of(MPI_File_delete(place_.name.c_str(), MPI_INFO_NULL));
  if (file_ == MPI_FILE_NULL) return "no file";
  switch (step.call) {
    case Call::close: {
      const int code = MPI_File_close(&file_);
      file_ = MPI_FILE_NULL;
      MPI_Barrier(MPI_COMM_WORLD);
      return class_of(code);
    }
    case Call::set_view:
      return set_view(numbers);
    case Call::get_view:
      return get_view();
    case Call::set_size:
      return class_of(MPI_File_set_size(file_, numbers[0]));
    case Call::preallocate:
      return class_of(MPI_File_preallocate(file_, numbers[0]));
    case Call::sync: {
      const int before = MPI_File_sync(file_);
      MPI_Barrier(MPI_COMM_WORLD);
      const int after = MPI_File_sync(file_);
      return class_of(before != MPI_SUCCESS ? before : after);
    }
    case Call::seek:
    case Call::seek_shared: {
      const int whence[] = {MPI_SEEK_SET, MPI_SEEK_CUR, MPI_SEEK_END, kNoSuchWhence};
      const auto seek = step.call == Call::seek ? MPI_File_seek : MPI_File_seek_shared;
      return class_of(seek(file_, numbers[0], whence[numbers[1]]));
    }
    case Call::set_atomicity:
      return class_of(MPI_File_set_atomicity(file_, static_cast<int>(numbers[0])));
    case Call::wait:
      return wait(number);
    case Call::split_end:
      return split_end();
    case Call::access:
      return access(number, step.kind, numbers);
    default:
      return number_of(step.call, numbers);
  }
}

std::string Runner::open(const Numbers& numbers) {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  if (numbers[1] > 0) MPI_Info_set(info, "strait_request_size", std::to_string(numbers[1]).c_str());
  if (numbers[2] > 0) MPI_Info_set(info, "romio_ds_write", numbers[2] == 1 ? "disable" : "enable");
  const int code =
      MPI_File_open(MPI_COMM_WORLD, place_.name.c_str(), amode_of(numbers[0]), info, &file_);
  MPI_Info_free(&info);
  if (code != MPI_SUCCESS) file_ = MPI_FILE_NULL;
  MPI_Barrier(MPI_COMM_WORLD);  // one case opens the file twice: not before all have seen the first
  return class_of(code);
}

std::string Runner::set_view(const Numbers& numbers) {
  const char* representations[] = {"native", "internal", "nonsense"};
  return class_of(MPI_File_set_view(file_, numbers[0], datatypes_.at(static_cast<int>(numbers[1])),
                                    datatypes_.at(static_cast<int>(numbers[2])),
                                    representations[numbers[3]], MPI_INFO_NULL));
}

std::string Runner::get_view() {
  MPI_Offset displacement = -1;
  MPI_Datatype types[2] = {MPI_DATATYPE_NULL, MPI_DATATYPE_NULL};
  char representation[MPI_MAX_DATAREP_STRING];
  const int code = MPI_File_get_view(file_, &displacement, &types[0], &types[1], representation);
  if (code != MPI_SUCCESS) return class_of(code);
  int sizes[2] = {};
  MPI_Aint lower = 0, extent = 0;
  MPI_Type_get_extent(types[1], &lower, &extent);
  for (int i = 0; i < 2; ++i) {
    MPI_Type_size(types[i], &sizes[i]);
    int integers = 0, addresses = 0, children = 0, combiner = MPI_COMBINER_NAMED;
    MPI_Type_get_envelope(types[i], &integers, &addresses, &children, &combiner);
    if (combiner != MPI_COMBINER_NAMED) MPI_Type_free(&types[i]);
  }
  return "success displacement " + std::to_string(displacement) + " etype " +
         std::to_string(sizes[0]) + " filetype " + std::to_string(sizes[1]) + " extent " +
         std::to_string(extent);
}

// Calls that answer one number.
std::string Runner::number_of(Call call, const Numbers& numbers) {
  MPI_Offset offset = -1;
  int integer = -1;
  int code = MPI_SUCCESS;
  const char* what = "";
  if (call == Call::get_size) {
    what = " size ";
    code = MPI_File_get_size(file_, &offset);
  } else if (call == Call::get_position) {
    what = " position ";
    code = MPI_File_get_position(file_, &offset);
  } else if (call == Call::get_position_shared) {
    what = " position ";
    code = MPI_File_get_position_shared(file_, &offset);
  } else if (call == Call::get_byte_offset) {
    what = " byte ";
    code = MPI_File_get_byte_offset(file_, numbers[0], &offset);
  } else if (call == Call::get_type_extent) {
    MPI_Aint extent = -1;
    what = " extent ";
    code = MPI_File_get_type_extent(file_, datatypes_.at(static_cast<int>(numbers[0])), &extent);
    offset = extent;
  } else if (call == Call::get_amode) {
    what = " amode ";
    code = MPI_File_get_amode(file_, &integer);
    offset = mode_of(integer);
  } else {
    what = " atomicity ";
    code = MPI_File_get_atomicity(file_, &integer);
    offset = integer;
  }
  if (code != MPI_SUCCESS) return class_of(code);
  return class_of(code) + what + std::to_string(offset);
}

}  // namespace differential
