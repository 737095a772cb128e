// Takes the steps of a case by calling MPI-IO, and writes down what every call answered. One line
// of the report per step:
//
//   <step> <call>: <answer>                      as the model expected
//   <step> <call>: <answer> <tab> <expected>     otherwise
//
// Collective: all ranks of MPI_COMM_WORLD run the same case.
#pragma once

#include <mpi.h>

#include <ostream>
#include <string>

#include "case_plan.h"
#include "model.h"
#include "mpi_datatypes.h"

namespace differential {

struct Place {
  std::string name;   // for MPI_File_open
  std::string bytes;  // where the same file can be read by POSIX
};

// A case whose datatypes exist. False where the plan is against the rules, on every rank.
class Runner {
 public:
  Runner(const CasePlan& plan, const Place& place, Holes holes, std::ostream& report);
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  bool run();

 private:
  // A nonblocking or split access under way.
  struct Pending {
    MPI_Request request = MPI_REQUEST_NULL;
    std::size_t step = 0;
    AccessKind kind;
    int datatype = 0;
    std::int64_t count = 0;
    std::int64_t available = 0;
    std::vector<bool> defined;
    std::vector<std::uint8_t> buffer;
  };

  std::string take(std::size_t number, const Step& step, const Numbers& numbers);
  std::string open(const Numbers& numbers);
  std::string set_view(const Numbers& numbers);
  std::string get_view();
  std::string number_of(Call call, const Numbers& numbers);
  std::string access(std::size_t number, const AccessKind& kind, const Numbers& numbers);
  std::string wait(std::size_t number);
  std::string split_end();
  // What a finished access says.
  std::string outcome(const Pending& access, int code, MPI_Status& status) const;
  void leave();

  const CasePlan& plan_;
  const Place& place_;
  std::ostream& report_;
  int rank_ = 0;
  std::vector<TypeMap> maps_;
  MpiDatatypes datatypes_;
  Model model_;
  MPI_File file_ = MPI_FILE_NULL;
  std::vector<Pending> pending_;
  Pending split_;
};

// Makes the datatypes of a plan; false where MPI and the plan do not agree on one.
bool make_datatypes(const CasePlan& plan, std::vector<TypeMap>& maps, MpiDatatypes& datatypes);

// As MPI_Error_class has it, in a word.
std::string class_of(int code);

// "gone", or the size and the hash of what a local file has: as Model::contents.
std::string contents_of(const std::string& path, Model& model);
void remove_local(const std::string& path);

}  // namespace differential
