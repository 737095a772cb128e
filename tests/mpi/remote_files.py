#!/usr/bin/env python3
"""Files that are ours: a program answers through a straitd, under all spellings of a name, what it answers on local files.

    remote_files.py BUILD PROGRAMS FAMILY
"""
import pathlib
import shutil
import sys

import world

# Where the oracle is wrong and we are not: (what it says, what we say).
DEVIATIONS = {
    # ROMIO's collective read reports what was asked for, not what there was.
    "read across the end: success count 256 elements 256": "read across the end: success count 10 elements 10",
}


def oracle(place, programs):
    """The same program on MPICH's own MPI-IO where there is one: Open MPI 4.1's fails some of the calls."""
    family = "mpich" if shutil.which("mpiexec.mpich") else place.family
    stock = world.World(place.build, pathlib.Path(programs).parent / family, family, place.scratch)
    file = place.scratch / "stock.data"
    stock.run(stock.programs / "surface", file, place.scratch / "stock.report")
    reports = [(place.scratch / f"stock.report.{rank}").read_text() for rank in range(world.RANKS)]
    for theirs, ours in DEVIATIONS.items():
        reports = [report.replace(theirs, ours) for report in reports]
    return reports, file.read_bytes()


def surface(place, daemon, title, name, environment, expected):
    report = place.scratch / f"{title}.report"
    place.strait_run(place.programs / "surface", name, report, environment=environment)
    for rank, wanted in enumerate(expected[0]):
        found = (place.scratch / f"{title}.report.{rank}").read_text()
        if found != wanted:
            raise world.Failed(f"{title}: rank {rank} was answered differently:\n{world.difference(wanted, found)}")
    if (daemon.folder / f"{title}.data").read_bytes() != expected[1]:
        raise world.Failed(f"{title}: the files differ")


def main(build, programs, family):
    with world.World(build, programs, family) as place:
        expected = oracle(place, programs)
        daemon = place.daemon()
        surface(place, daemon, "url", daemon.url("url.data"), {}, expected)
        surface(place, daemon, "romio", f"strait:{daemon.address}:/{daemon.export}/romio.data", {}, expected)
        mapped = {"STRAIT_MAP": f"{place.scratch}=strait://{daemon.address}/{daemon.export}"}
        # Relative to the working directory, which is mapped; the report goes the same way and stays local.
        surface(place, daemon, "mapped", "./mapped.data", mapped, expected)
        if (place.scratch / "mapped.data").exists():
            raise world.Failed("a mapped file was written locally")
        if f'software="libstrait-mpi-{family} ' not in daemon.log():
            raise world.Failed(f"straitd's log does not say who called:\n{daemon.log()}")


if __name__ == "__main__":
    world.main(main)
