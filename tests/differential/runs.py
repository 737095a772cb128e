"""Starts of the program of random cases, and what their reports say."""
import dataclasses
import pathlib
import re

import world

LINE = re.compile(r"(\w+) ?(\w*): (.*)")


@dataclasses.dataclass
class Difference:
    """A line of a report that is not as the model has it."""
    rank: int
    step: str  # its number, or "file"
    call: str
    found: str
    wanted: str
    before: list = dataclasses.field(default_factory=list, repr=False)  # the rank's earlier lines of the case

    def __str__(self):
        return f"rank {self.rank}, {self.step} {self.call}: {self.found!r}, expected {self.wanted!r}"


@dataclasses.dataclass
class Outcome:
    """Of one case, all ranks."""
    seed: int
    differences: list = dataclasses.field(default_factory=list)  # in the order of the steps
    erroneous: bool = False
    ended: str = ""  # why the program did not come to the end of the case

    def ok(self):
        return not self.differences and not self.ended

    def first_differences(self):
        """Those of the first step that has any: later ones may follow from them."""
        return [d for d in self.differences if d.step == self.differences[0].step]


class Side:
    """Where cases run: on Strait, or on what the MPI has itself."""

    def __init__(self, place, program, which, folder, name=None, preload=None):
        self.place = place
        self.program = program
        self.which = which  # "strait" or "stock"
        self.folder = pathlib.Path(folder)
        self.name = name or str(self.folder / "f")
        self.preload = preload
        self.started = 0
        self.environment = {}

    def _start(self, ranks, words):
        """The outcomes of the cases that the program came to, and whether it came to its own end."""
        self.started += 1
        report = self.place.scratch / f"report.{self.started}"
        why = ""
        try:
            done = self.place.run(self.program, self.which, self.name, self.folder / "f", report, *words, ranks=ranks,
                                  preload=self.preload, environment=self.environment, succeeds=False)
            if done.returncode != 0:
                why = f"exit code {done.returncode}: {done.stderr.strip()[:2000]}"
        except world.Failed as failure:
            why = str(failure)[:2000]
        outcomes, complete = read_reports([pathlib.Path(f"{report}.{rank}") for rank in range(ranks)])
        if not complete and outcomes:
            outcomes[-1].ended = why or "no reason"
        if not complete and not outcomes:
            raise world.Failed(f"the program did not start: {why}")
        return outcomes, complete

    def seeds(self, ranks, first, count, deaths_max):
        """The outcomes of these seeds. Where the program ends in one, it is started again behind it."""
        all_outcomes, end, deaths = [], first + count, 0
        while first < end:
            outcomes, complete = self._start(ranks, ("seeds", str(first), str(end - first)))
            all_outcomes += outcomes
            if complete:
                break
            deaths += 1
            if deaths > deaths_max:
                raise world.Failed(f"{deaths} of the seeds up to {outcomes[-1].seed} ended the program: {outcomes[-1].ended}")
            first = outcomes[-1].seed + 1
        return all_outcomes

    def cases(self, ranks, list_of_cases):
        """Outcomes by index, as far as the program came."""
        file = self.place.scratch / "cases"
        file.write_text("".join(case.text(index) for index, case in enumerate(list_of_cases)))
        outcomes, _ = self._start(ranks, ("cases", str(file)))
        return outcomes

    def printed(self, ranks, seed):
        return self.place.run(self.program, "print", str(seed), "1", ranks=ranks).stdout


def read_reports(files):
    """Outcomes in order, and whether every rank wrote its last line."""
    outcomes, complete = {}, True
    for rank, file in enumerate(files):
        current, last, before = None, "", []
        for last in file.read_text(errors="replace").splitlines() if file.exists() else []:
            if last.startswith("case "):
                before = []
                current = outcomes.setdefault(int(last.split()[1]), Outcome(int(last.split()[1])))
            elif last == "erroneous":
                current.erroneous = True
            elif "\t" in last:
                line, wanted = last.split("\t", 1)
                step, call, found = LINE.match(line).groups()
                current.differences.append(Difference(rank, step, call, found, wanted, before[:]))
            before.append(last)
        complete = complete and last == "complete"
    for outcome in outcomes.values():
        outcome.differences.sort(key=lambda d: (d.step == "file", int(d.step) if d.step.isdigit() else 0, d.rank))
    return sorted(outcomes.values(), key=lambda outcome: outcome.seed), complete
