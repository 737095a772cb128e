#!/usr/bin/env python3
"""Random MPI-IO programs: what they answer on Strait is what the model says, a reading of the standard; stock MPI-IO holds
the model against the world. A seed that fails is shrunk, and printed as it may be kept in cases/.

    differential.py BUILD PROGRAM FAMILY
    STRAIT_SEEDS=20000 STRAIT_FIRST_SEED=5000 differential.py ...   more, or others
    STRAIT_STOCK_SEEDS=250 differential.py ...   all on stock MPI-IO, not only the first of each start
    STRAIT_SEED=17/2 differential.py ...         one, seed 17 on 2 ranks; its difference on stock MPI-IO is shrunk
"""
import collections
import os
import pathlib
import time

import case as cases
import known_faults
import runs
import world

SEEDS = 700
# Which part of the seeds runs on how many ranks, of a hundred. More ranks than processors are slow, most of all in
# MPICH, where a rank that waits for others does not yield.
SHARES = {"mpich": {1: 60, 2: 32, 3: 4, 4: 4}, "openmpi": {1: 35, 2: 35, 3: 15, 4: 15}}
BATCH = 250  # seeds of one start of MPI
STOCK_SEEDS = 50  # of one batch; a seed that ends stock MPI-IO costs more time than hundreds that do not
# Of the cases on stock MPI-IO: the model must not be a world of its own. Open MPI's has one known fault or the other in half.
STOCK_AGREES_MIN = 0.35
STOCK_UNEXPLAINED_MAX = 0.06
AGREES = "as the model says"
UNEXPLAINED = "differs, and no known fault explains it"
KEPT = pathlib.Path(__file__).resolve().parent / "cases"
SHRINK_BATCH = 60  # cases
SHRINK_SECONDS = 60


def parts(family, first, count):
    """(ranks, first seed, seeds) for each start of MPI."""
    for ranks, share in SHARES[family].items():
        mine = count * share // 100
        for begin in range(0, mine, BATCH):
            yield ranks, first + begin, min(BATCH, mine - begin)


def first_failing_on(side, ranks, fails):
    deadline = time.monotonic() + SHRINK_SECONDS

    def first_failing(candidates):
        for begin in range(0, len(candidates), SHRINK_BATCH):
            if time.monotonic() > deadline:
                return None
            batch = candidates[begin:begin + SHRINK_BATCH]
            for outcome in side.cases(ranks, batch):
                if not outcome.erroneous and fails(outcome):
                    return begin + outcome.seed
        return None

    return first_failing


def told(side, ranks, outcome, title, fails=lambda outcome: not outcome.ok()):
    """A failing case, shrunk while it `fails`, with what differs in it."""
    case = cases.parse(side.printed(ranks, outcome.seed))
    small = cases.shrink(case, first_failing_on(side, ranks, fails))
    again = side.cases(ranks, [small])[0]
    lines = [f"{title}: seed {outcome.seed} on {ranks} ranks", *map(str, outcome.differences[:4]), outcome.ended,
             "shrunk:", small.text(), *map(str, again.differences), again.ended]
    return "\n".join(line for line in lines if line)


def kept_cases(ours):
    """The cases of cases/, by their numbers of ranks."""
    by_ranks = collections.defaultdict(list)
    for file in sorted(KEPT.glob("*.case")):
        case = cases.parse(file.read_text())
        by_ranks[case.ranks].append((file.name, case))
    for ranks, named in by_ranks.items():
        outcomes = {outcome.seed: outcome for outcome in ours.cases(ranks, [case for _, case in named])}
        for index, (name, _) in enumerate(named):
            outcome = outcomes.get(index)
            if outcome is None or outcome.erroneous or not outcome.ok():
                found = "was not reached" if outcome is None else "is erroneous" if outcome.erroneous else "fails"
                raise world.Failed(f"{name} {found}:\n" + "\n".join(map(str, outcome.differences if outcome else [])))
    return sum(map(len, by_ranks.values()))


def compare(ours, stock, family, ranks, first, count):
    """(cases that ran on Strait, on stock MPI-IO, and how often that answered what)"""
    outcomes = ours.seeds(ranks, first, count, 0)
    for outcome in outcomes:
        if outcome.erroneous:
            raise world.Failed(f"seed {outcome.seed} on {ranks} ranks makes an erroneous program")
        if not outcome.ok():
            raise world.Failed(told(ours, ranks, outcome, "Strait differs from the standard"))
    met = collections.Counter()
    theirs = stock.seeds(ranks, first, min(count, int(os.environ.get("STRAIT_STOCK_SEEDS", STOCK_SEEDS))), count)
    for outcome in theirs:
        if outcome.ok():
            met[AGREES] += 1
        elif outcome.ended:
            met["it ended the program"] += 1
        elif reasons := known_faults.explanation(family, outcome):
            met.update({f"{reason.what} ({reason.section})" for reason in reasons})
        else:
            met[UNEXPLAINED] += 1
            if os.environ.get("STRAIT_SEED"):
                print(told(stock, ranks, outcome, "stock MPI-IO differs from the standard",
                           lambda o: o.differences and not o.ended and not known_faults.explanation(family, o)))
    return len(outcomes), len(theirs), met


def main(build, program, family):
    with world.World(build, pathlib.Path(program).parent, family) as place:
        daemon = place.daemon()
        ours = runs.Side(place, program, "strait", daemon.folder, daemon.url("f"), [place.library])
        folder = place.scratch / "stock"
        folder.mkdir()
        stock = runs.Side(place, program, "stock", folder)
        kept = kept_cases(ours)
        one = os.environ.get("STRAIT_SEED")
        todo = list(parts(family, int(os.environ.get("STRAIT_FIRST_SEED", "1")), int(os.environ.get("STRAIT_SEEDS", SEEDS))))
        if one:
            todo = [(int(one.split("/")[1]), int(one.split("/")[0]), 1)]
        seeds = sum(count for _, _, count in todo)
        totals, met = [0, 0], collections.Counter()
        for ranks, first, count in todo:
            mine, theirs, faults = compare(ours, stock, family, ranks, first, count)
            totals = [totals[0] + mine, totals[1] + theirs]
            met += faults
            print(f"{family}: {totals[0]} of {seeds} seeds", flush=True)
        print(f"{kept} kept cases and {totals[0]} seeds on Strait; {totals[1]} of them on stock MPI-IO:")
        for what, times in met.most_common():
            print(f"  {times}: {what}")
        if not one and (met[AGREES] < totals[1] * STOCK_AGREES_MIN or met[UNEXPLAINED] > totals[1] * STOCK_UNEXPLAINED_MAX):
            raise world.Failed("too much of stock MPI-IO is not as the model says: is the model right?")


if __name__ == "__main__":
    world.main(main)
