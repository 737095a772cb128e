#!/usr/bin/env python3
"""Libraries above MPI-IO, as Debian builds them, and programs that compare by themselves what they read: what they write
remotely is what they write locally.

    libraries.py BUILD PROGRAMS FAMILY LIBRARY...        hdf5, h5py, pnetcdf, large_counts
"""
import os
import pathlib

import world

SOURCES = pathlib.Path(__file__).parent / "programs"

# h5py of Debian: its parallel build stands beside the serial one.
COMMANDS = {
    "large_counts": lambda place: [place.programs / "large_counts"],
    "hdf5": lambda place: [place.programs / "hdf5"],
    "h5py": lambda place: ["/usr/bin/python3", SOURCES / "h5py_rows.py"],
    "pnetcdf": lambda place: [place.programs / "pnetcdf"],
}

# MPICH 4.0's own MPI-IO does not take types that were made by functions with MPI_Count.
LOCAL_ARGUMENTS = {"large_counts": ["plain-types"]}


def compare(place, daemon, library):
    command = COMMANDS[library](place)
    local = place.scratch / f"{library}.local"
    place.run(*command, local, *LOCAL_ARGUMENTS.get(library, []))
    for title, name in (("url", daemon.url(f"{library}.url")),
                        ("romio", f"strait:{daemon.address}:/{daemon.export}/{library}.romio")):
        place.strait_run(*command, name)
        if (daemon.folder / f"{library}.{title}").read_bytes() != local.read_bytes():
            raise world.Failed(f"{library}: the files differ ({title})")


def main(build, programs, family, *libraries):
    with world.World(build, programs, family) as place:
        # Locks of files that other tests' file systems may not have.
        os.environ["HDF5_USE_FILE_LOCKING"] = "FALSE"
        daemon = place.daemon()
        for library in libraries:
            compare(place, daemon, library)


if __name__ == "__main__":
    world.main(main)
