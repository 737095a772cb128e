"""Whose tests they are: packages of PyPI, how they are built for an MPI, and how their tests are started."""
import dataclasses
import typing


def compilers(family):
    return {"MPICC": f"mpicc.{family}", "CC": f"mpicc.{family}"}


@dataclasses.dataclass(frozen=True)
class Package:
    name: str
    version: str  # empty: the current one
    tests: tuple
    words: typing.Callable  # (source tree, test) -> what the interpreter is given
    needs: tuple = ()  # packages of the environment, as pip takes them
    isolated: bool = True  # built by what it asks for itself
    variables: typing.Callable = lambda family: {}


def _mpi4py(source, test):
    return (source / "test" / test, "-v")


def _h5py(_, test):
    return ("-m", "pytest", "-v", "--with-mpi", "-p", "no:cacheprovider", "-m", "mpi", "--pyargs", test)


def _parallel_hdf5(family):
    return {"HDF5_MPI": "ON", "HDF5_DIR": f"/usr/lib/x86_64-linux-gnu/hdf5/{family}"}


OLD_TOOLS = "setuptools<66 wheel cython<3"  # what was current when mpi4py 3.1.4 was

PACKAGES = (
    Package("mpi4py", "3.1.4", ("test_io.py", "test_file.py"), _mpi4py, (OLD_TOOLS,), isolated=False),
    Package("mpi4py", "", ("test_io.py", "test_file.py"), _mpi4py),
    Package("h5py", "", ("h5py.tests.test_file",), _h5py,
            ("setuptools>=77 wheel cython numpy pkgconfig pytest pytest-mpi", "--no-binary mpi4py mpi4py"), isolated=False,
            variables=_parallel_hdf5),
)
