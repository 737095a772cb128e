"""Snapshots of a wave in one HDF5 file, written and read in parallel: each rank has a slab of the rows and takes part in
collective transfers. An ordinary h5py program, which knows nothing of Strait.

    mpiexec -n 4 python3 snapshots_h5.py FILE [ROWS [SNAPSHOTS]]
"""
import sys
import time

import h5py
import numpy
from mpi4py import MPI

FREQUENCY = 9


def slab(rows, rank, ranks):
    return slice(rows * rank // ranks, rows * (rank + 1) // ranks)


def wave(rows, part, snapshot):
    y = numpy.arange(part.start, part.stop)[:, None] / rows
    x = numpy.arange(rows)[None, :] / rows
    return numpy.sin(FREQUENCY * numpy.hypot(x - 0.5, y - 0.5) - 0.1 * snapshot)


def write(name, world, rows, snapshots):
    part = slab(rows, world.rank, world.size)
    with h5py.File(name, "w", driver="mpio", comm=world) as file:
        height = file.create_dataset("height", (snapshots, rows, rows), "f8")
        height.attrs["frequency"] = FREQUENCY
        for snapshot in range(snapshots):
            field = wave(rows, part, snapshot)
            with height.collective:
                height[snapshot, part, :] = field


def read(name, world, rows, snapshots):
    """Whether each rank finds its neighbour's slab as that wrote it."""
    part = slab(rows, (world.rank + 1) % world.size, world.size)
    with h5py.File(name, "r", driver="mpio", comm=world) as file:
        height = file["height"]
        good = height.attrs["frequency"] == FREQUENCY
        for snapshot in range(snapshots):
            with height.collective:
                found = height[snapshot, part, :]
            good &= numpy.array_equal(found, wave(rows, part, snapshot))
    return bool(good)


def main(name, rows=512, snapshots=12):
    world = MPI.COMM_WORLD
    rows, snapshots = int(rows), int(snapshots)
    size = rows * rows * snapshots * 8
    start = time.perf_counter()
    write(name, world, rows, snapshots)
    written = time.perf_counter()
    good = world.allreduce(read(name, world, rows, snapshots), MPI.LAND)
    done = time.perf_counter()
    if world.rank == 0:
        print(f"wrote {size} bytes in {written - start:.4f} s, read {size} bytes in {done - written:.4f} s")
        if not good:
            print(f"snapshots_h5: {name}: what was read is not what was written", file=sys.stderr)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
