// MPI in a unit test: one process that starts it before the first test and ends it after the last.
#pragma once

#include <gtest/gtest.h>

#include "mpiio/mpi.h"

namespace strait::mpiio {

class MpiEnvironment : public testing::Environment {
 public:
  void SetUp() override { MPI_Init(nullptr, nullptr); }
  void TearDown() override { MPI_Finalize(); }
};

}  // namespace strait::mpiio
