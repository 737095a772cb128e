#include "mpiio/mpi_environment_for_test.h"

namespace strait::mpiio {
namespace {

// One for the whole program of tests.
[[maybe_unused]] const testing::Environment* const environment =
    testing::AddGlobalTestEnvironment(new MpiEnvironment);

}  // namespace
}  // namespace strait::mpiio
