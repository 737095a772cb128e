"""h5py on parallel HDF5: each rank writes its rows of a dataset and some attributes, then reads its neighbour's.

    h5py_rows.py FILE
"""
import sys

import h5py
import numpy
from mpi4py import MPI

world = MPI.COMM_WORLD
rank, ranks = world.rank, world.size
shape = (4 * ranks, 1000)


def rows(of):
    return slice(4 * of, 4 * of + 4)


def values(of):
    return numpy.arange(4000, dtype="f8").reshape(4, 1000) + 10000 * of


with h5py.File(sys.argv[1], "w", driver="mpio", comm=world) as file:
    file.attrs["ranks"] = ranks
    data = file.create_dataset("data", shape, dtype="f8", track_times=False)
    with data.collective:
        data[rows(rank), :] = values(rank)
    odd = file.create_group("group").create_dataset("odd", shape, dtype="i4", track_times=False)
    odd[rows(rank), 1::2] = rank

with h5py.File(sys.argv[1], "r", driver="mpio", comm=world) as file:
    other = (rank + 1) % ranks
    assert file.attrs["ranks"] == ranks
    with file["data"].collective:
        assert (file["data"][rows(other), :] == values(other)).all()
    assert (file["group/odd"][rows(other), 1::2] == other).all()
    assert (file["group/odd"][rows(other), 0::2] == 0).all()
