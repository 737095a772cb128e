"""Where stock MPI-IO is not as MPI-4.0 has it; the one list of them. What stands here is the reason why a difference
between stock MPI-IO and the model is none between Strait and the standard. Each was shrunk to a few lines first."""
import dataclasses
import re
import typing

BOTH = ("mpich", "openmpi")
READS = r"read\w*|wait|split_end"
AT_THE_POINTER = r"get_position(_shared)?|file|wait|split_end|i?(read|write)\w*"
SHORT_READ = r"read(_all)?: success count (0|undefined)"


def _counts(answer):
    return re.findall(r"count (\w+)", answer)


def _other_counts(difference):
    return _counts(difference.found) != _counts(difference.wanted)


def _answers(found, wanted):
    """The first word of the answer, where another is right."""
    return lambda difference: re.fullmatch(found, difference.found.split()[0]) and difference.wanted.split()[0] == wanted


def _after(line):
    """An earlier line of the rank's report, as "3 seek: success"."""
    return lambda difference: any(re.match(rf"\d+ {line}", earlier) for earlier in difference.before)


@dataclasses.dataclass(frozen=True)
class Fault:
    families: tuple
    section: str
    what: str
    call: str  # pattern for the call of the first step that differs
    explains: typing.Callable


FAULTS = (
    Fault(BOTH, "14.4.1, 14.1.1", "a read across the end of the file reports what was asked for, and scatters its buffer",
          READS, _other_counts),
    Fault(BOTH, "14.6.1", "a file that was opened for reading cannot be synchronised",
          "sync", _answers("access|read", "success")),
    Fault(("mpich",), "14.4.2, 14.4.3", "a nonblocking collective access sets the pointer when it ends, not when it begins",
          AT_THE_POINTER, _after(r"i(read|write)(_at)?_all: success")),
    Fault(("mpich",), "14.4.3", "a read that meets the end within an etype leaves the pointer there",
          AT_THE_POINTER, _after(SHORT_READ)),
    Fault(("mpich",), "14.3", "a filetype without data is given back without its extent",
          "get_view", lambda difference: difference.found.endswith("filetype 0 extent 0")),
    Fault(("mpich",), "14.2.5", "preallocating a file that was opened for writing only fails",
          "preallocate", _answers("access", "success")),
    Fault(("openmpi",), "14.7, 14.8", "a seek to before the view, or to nowhere, has the class OTHER",
          r"seek(_shared)?", _answers("other", "arg")),
    Fault(("openmpi",), "14.4.3", "a seek back from the position or the end fails",
          r"seek(_shared)?", _answers("other", "success")),
    Fault(("openmpi",), "14.4.3", "a seek from the end of a file with a view goes elsewhere",
          AT_THE_POINTER, _after(r"seek(_shared)?: success")),
    Fault(("openmpi",), "14.4.3", "a read at the end of the file moves the pointer over what is not there",
          AT_THE_POINTER, _after(SHORT_READ)),
    Fault(("openmpi",), "14.2.4, 14.7", "a negative size has the class OTHER", "set_size", _answers("other", "arg")),
    Fault(("openmpi",), "14.2.5", "a negative size is preallocated", "preallocate", _answers("success", "arg")),
    Fault(("openmpi",), "14.4.2, 14.7", "a negative offset is taken", r"\w+_at\w*", _answers("success", "arg")),
    Fault(("openmpi",), "14.3, 14.4.1", "an access of part of an etype is taken",
          r"i?(read|write)\w*", _answers("success", "io")),
)
# These end the program or never return; every second seed is without them (case_generator.h). Open MPI, 14.4.3: nonblocking
# and split reads at the end of the file. Open MPI, 14.5: the representation "internal" is not known. MPICH, 5.1: types
# without data within others, in MPI_Get_elements.


def explanation(family, outcome):
    """The faults that explain the first differences of a case, or None where one of them is not explained. What comes
    after the first step that differs may follow from it."""
    reasons = []
    for difference in outcome.first_differences():
        reason = next((fault for fault in FAULTS if family in fault.families and fault.explains(difference)
                       and re.fullmatch(fault.call, difference.call or difference.step)), None)
        if reason is None:
            return None
        reasons.append(reason)
    return reasons
