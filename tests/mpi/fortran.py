#!/usr/bin/env python3
"""Fortran in its three dialects (mpif.h, the mpi module, mpi_f08), remote against local.

    fortran.py BUILD PROGRAMS FAMILY
"""
import re

import world


def answers(place, program, name, title, run):
    report = place.scratch / f"{title}.report"
    run(program, name, report, ranks=2)
    return [(place.scratch / f"{title}.report.{rank}").read_text() for rank in range(2)]


def main(build, programs, family):
    with world.World(build, programs, family) as place:
        daemon = place.daemon()
        for dialect in ("mpif", "mpi", "f08"):
            program = place.programs / f"dialects_{dialect}"
            local = answers(place, program, place.scratch / f"{dialect}.data", f"{dialect}.local", place.run)
            remote = answers(place, program, daemon.url(f"{dialect}.data"), f"{dialect}.remote", place.strait_run)
            # MPICH gives a Fortran handler no handle that Fortran can use, Open MPI the wrong class: 1 and 10 of 11.
            local = [re.sub(r"handler called +\d+", "handler called          11", text) for text in local]
            if local != remote:
                raise world.Failed(f"{dialect}: {world.difference(local[0], remote[0])}")
            if (place.scratch / f"{dialect}.data").read_bytes() != (daemon.folder / f"{dialect}.data").read_bytes():
                raise world.Failed(f"{dialect}: the files differ")


if __name__ == "__main__":
    world.main(main)
