"""Where stock MPI-IO is not as MPI-4.0 has it; the one list of them. What stands here is the reason why a difference
between stock MPI-IO and the model is none between Strait and the standard. Each was shrunk to a few lines first."""
import dataclasses
import re
import typing

BOTH = ("mpich", "openmpi")
READS = r"read\w*|wait|split_end"


def _counts(answer):
    return re.findall(r"count (\w+)", answer)


def _other_counts(difference):
    return _counts(difference.found) != _counts(difference.wanted)


def _answers(found, wanted):
    """The first word of the answer, where another is right."""
    return lambda difference: re.fullmatch(found, difference.found.split()[0]) and difference.wanted.split()[0] == wanted


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
    Fault(("openmpi",), "14.7, 14.8", "a seek to before the view, or to nowhere, has the class OTHER", "seek",
          lambda difference: difference.found == "other" and difference.wanted == "arg"),
    Fault(("openmpi",), "14.7, 14.8", "a negative size has the class OTHER", "set_size|preallocate",
          lambda difference: difference.found == "other" and difference.wanted == "arg"),
    Fault(("openmpi",), "14.4.2, 14.7", "a negative offset is taken", r"\w+_at\w*", _answers("success", "arg")),
    Fault(("openmpi",), "14.3, 14.4.1", "an access of part of an etype is taken", r"i?(read|write)\w*", _answers("success", "io")),
    Fault(BOTH, "14.6.1", "a file that was opened for reading cannot be synchronised", "sync", _answers("access|read", "success")),
)


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
