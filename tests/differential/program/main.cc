// Random MPI-IO programs, many in one start of MPI.
//
//   differential strait NAME BYTES REPORT seeds FIRST COUNT
//   differential strait NAME BYTES REPORT cases FILE
//   differential stock NAME BYTES REPORT ...                without what it often fails at
//   differential print FIRST COUNT                             these seeds' cases, as text
//
// NAME.<case> is what MPI opens, BYTES.<case> the same file for POSIX; REPORT.<rank> is written.
// On Strait holes are zero; stock MPI-IO leaves what is in its buffers where it has been sieving.
#include <mpi.h>
#include <unistd.h>

#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>

#include "case_generator.h"
#include "runner.h"

namespace differential {
namespace {

// Stock MPI-IO does not come back from some calls. The signal ends the rank, and MPI the others.
constexpr unsigned kCaseSecondsMax = 20, kStockCaseSecondsMax = 2;

int world_size() {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

class Run {
 public:
  Run(char** words, int rank)
      : stock_(std::strcmp(words[1], "stock") == 0),
        folder_{words[2], words[3]},
        report_(std::string(words[4]) + '.' + std::to_string(rank)) {}

  void seeds(std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t seed = first; seed < first + count; ++seed)
      if (!stock_ || !has_everything(seed)) take(CaseGenerator(seed, world_size()).generate());
  }
  void cases(const char* file) {
    std::ifstream in(file);
    while (const auto plan = parse(in)) take(*plan);
  }
  void complete() { report_ << "complete\n"; }

 private:
  void take(const CasePlan& plan) {
    // Told at once: should the program end here, the driver knows in which case.
    report_ << "case " << plan.seed << std::endl;
    const std::string ending = '.' + std::to_string(plan.seed);
    const Place place{folder_.name + ending, folder_.bytes + ending};
    alarm(stock_ ? kStockCaseSecondsMax : kCaseSecondsMax);
    const Holes holes = stock_ ? Holes::undefined : Holes::zero;
    if (plan.ranks != world_size() || !Runner(plan, place, holes, report_).run())
      report_ << "erroneous\n";
  }

  const bool stock_;
  const Place folder_;
  std::ofstream report_;
};

int run(int count, char** words) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Run run(words, rank);
  if (count == 8 && std::strcmp(words[5], "seeds") == 0) {
    run.seeds(std::stoull(words[6]), std::stoull(words[7]));
  } else if (count == 7 && std::strcmp(words[5], "cases") == 0) {
    run.cases(words[6]);
  } else {
    return 2;
  }
  run.complete();
  return 0;
}

int print_cases(char** words) {
  const std::uint64_t first = std::stoull(words[2]), seeds = std::stoull(words[3]);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    const CasePlan plan = CaseGenerator(seed, world_size()).generate();
    if (rank == 0) print(plan, std::cout);
  }
  return 0;
}

int act(int count, char** words) {
  if (count < 2) return 2;
  const bool runs = std::strcmp(words[1], "strait") == 0 || std::strcmp(words[1], "stock") == 0;
  if (count >= 7 && runs) return run(count, words);
  if (count == 4 && std::strcmp(words[1], "print") == 0) return print_cases(words);
  return 2;
}

}  // namespace
}  // namespace differential

int main(int count, char** words) {
  MPI_Init(&count, &words);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int code = 1;
  try {
    code = differential::act(count, words);
  } catch (const std::exception& exception) {
    std::cerr << exception.what() << '\n';
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  if (code == 2) std::cerr << "see the head of main.cc for the words that this takes\n";
  MPI_Finalize();
  return code;
}
