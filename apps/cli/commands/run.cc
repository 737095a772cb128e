// The row of `strait run`; run.cc does it.
#include "cli/command_table.h"

namespace strait::cli {
namespace {

constexpr OptionRow kOptions[] = {
    {.letter = 'v',
     .name = "verbose",
     .value = "",
     .sentence = "Say which MPI was found, and how."},
    {.letter = 0,
     .name = "map",
     .value = "PREFIX=NAME",
     .sentence = "File names below PREFIX mean files below NAME; may be given again."},
    {.letter = 0,
     .name = "mpi",
     .value = "FAMILY",
     .sentence = "The program's MPI, mpich or openmpi, where it cannot be found out."},
};

}  // namespace

const Command kRun = {
    .name = "run",
    .operands = "PROGRAM [ARGUMENT...]",
    .operands_least = 1,
    .operands_most = kOperandsMax,
    .completion = Completion::commands,
    .sentence = "Start an MPI program that uses remote files",
    .description =
        "The program is not rebuilt: a library that takes over its MPI-IO calls is preloaded "
        "into it. Under a launcher, strait run stands in front of the program: mpiexec -n 4 "
        "strait run ./program. Files with remote names, or below a mapped prefix, are remote; all "
        "others are left to the program's own MPI.\n\n"
        "Which MPI the program needs is told by the libraries it is linked to (behind env, gdb and "
        "the like: by those of the program that they start), then, for Python, by the mpi4py that "
        "is installed, then by the launcher. A program of one MPI under the mpiexec of another is "
        "warned about: each of its processes would be a job of its own.\n\n"
        "strait run mpiexec -n 4 ./program works on one host; launchers take the variables that "
        "strait run sets to other hosts only where they are told to.",
    .options = kOptions,
    .run = nullptr,
};

}  // namespace strait::cli
