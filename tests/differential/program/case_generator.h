// The case of a seed: correct by construction, since each step is tried on the model first. One
// thread, between MPI_Init and MPI_Finalize.
#pragma once

#include "case_plan.h"
#include "datatype_generator.h"
#include "model.h"
#include "random.h"

namespace differential {

// Whether the case of a seed may have what stock MPI-IO fails at, or does not come back from:
// besides datatypes the representation "internal", nonblocking reads at the end of the file, and
// nonblocking calls that must fail.
bool has_everything(std::uint64_t seed);

class CaseGenerator {
 public:
  CaseGenerator(std::uint64_t seed, int ranks);

  CasePlan generate();

 private:
  // Appends the step if the model takes it; between what cannot follow each other, a sync.
  bool offer(const Step& step);
  bool offer_synced(const Step& step);
  void finish_pending();
  Step same_for_all(Call call, Numbers numbers = {}) const;

  void open_first();
  void open_again();
  void draw_step();
  void draw_view();
  void draw_access();
  void draw_size();
  void draw_query();
  void draw_seek();
  void draw_wrong_call();
  Numbers draw_place(const AccessKind& kind, int rank);
  AccessKind draw_kind();

  // Whether a rank would read where the file has ended, or this cannot be said.
  bool meets_end(const Step& step) const;

  Random random_;
  const int ranks_;
  const bool everything_;
  DatatypeGenerator datatypes_;
  Model model_;
  std::vector<Step> steps_;
  const std::uint64_t seed_;
  // What the case is like.
  const std::int64_t area_;  // bytes of file that most accesses stay in
  const std::int64_t far_;   // where in the file the views begin
};

}  // namespace differential
