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
    # And its reads at the end of a view with holes.
    "read at the end: class none count 8": "read at the end: class none count 0",
}


def oracle(place, programs, program):
    """The same program on MPICH's own MPI-IO where there is one: Open MPI 4.1's fails some of the calls."""
    family = "mpich" if shutil.which("mpiexec.mpich") else place.family
    stock = world.World(place.build, pathlib.Path(programs).parent / family, family, place.scratch)
    file = place.scratch / f"stock-{program}.data"
    report = place.scratch / f"stock-{program}.report"
    stock.run(stock.programs / program, file, report)
    reports = [pathlib.Path(f"{report}.{rank}").read_text() for rank in range(world.RANKS)]
    for theirs, ours in DEVIATIONS.items():
        reports = [report.replace(theirs, ours) for report in reports]
    return reports, file.read_bytes()


def compare(place, daemon, program, title, name, environment, expected):
    report = place.scratch / f"{title}.report"
    place.strait_run(place.programs / program, name, report, environment=environment)
    for rank, wanted in enumerate(expected[0]):
        found = (place.scratch / f"{title}.report.{rank}").read_text()
        if found != wanted:
            raise world.Failed(f"{title}: rank {rank} was answered differently:\n{world.difference(wanted, found)}")
    if (daemon.folder / f"{title}.data").read_bytes() != expected[1]:
        raise world.Failed(f"{title}: the files differ")


def main(build, programs, family):
    with world.World(build, programs, family) as place:
        expected = oracle(place, programs, "surface")
        daemon = place.daemon()
        compare(place, daemon, "surface", "url", daemon.url("url.data"), {}, expected)
        compare(place, daemon, "surface", "romio", f"strait:{daemon.address}:/{daemon.export}/romio.data", {}, expected)
        mapped = {"STRAIT_MAP": f"{place.scratch}=strait://{daemon.address}/{daemon.export}"}
        # Relative to the working directory, which is mapped; the report goes the same way and stays local.
        compare(place, daemon, "surface", "mapped", "./mapped.data", mapped, expected)
        if (place.scratch / "mapped.data").exists():
            raise world.Failed("a mapped file was written locally")
        compare(place, daemon, "shared", "shared", daemon.url("shared.data"), {}, oracle(place, programs, "shared"))
        if f'software="libstrait-mpi-{family} ' not in daemon.log():
            raise world.Failed(f"straitd's log does not say who called:\n{daemon.log()}")


if __name__ == "__main__":
    world.main(main)
