"""Shows Strait at work: demo.py BUILD [--small]

A straitd of its own serves an empty folder. Two ordinary MPI programs, a Jacobi relaxation in C and an h5py script, write
and read files there, started by `strait run`; then the same programs do the same with local files, without Strait. The
files must be equal byte for byte. At the end stand a table, and a picture of the last snapshot, fetched by `strait cat`.

Exit code 1 where a program fails, hangs or leaves other bytes. Whatever is started here is ended here.
"""
import argparse
import collections
import filecmp
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from processes import Daemon, Failed, output_of, run_bounded

HERE = pathlib.Path(__file__).resolve().parent
RANKS = 4

# mpiexec as root in a container, with no remote shell, and more ranks than processors.
LAUNCHER = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_plm_rsh_agent": "",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_btl_base_warn_component_unused": "0",
}

FAMILIES = {"openmpi": "Open MPI", "mpich": "MPICH"}
MEASURED = re.compile(r"wrote (\d+) bytes in ([\d.]+) s, read (\d+) bytes in ([\d.]+) s")

# Edges of the cube in cells, snapshots, sweeps before each; rows and snapshots of the HDF5 file.
Sizes = collections.namedtuple("Sizes", "cells snapshots sweeps rows frames")
FULL = Sizes(96, 10, 12, 512, 12)
SMALL = Sizes(24, 3, 4, 64, 3)

Work = collections.namedtuple("Work", "title shown family file command")
Figures = collections.namedtuple("Figures", "written writing read reading")
Row = collections.namedtuple("Row", "work remote local identical")


def works(build, sizes):
    """What is run, as far as this machine has the MPIs for it."""
    for family in FAMILIES:
        program = build / "examples" / "demo" / family / "jacobi"
        if program.exists() and shutil.which(f"mpiexec.{family}"):
            sweeps = sizes.sweeps if family == "openmpi" else max(1, sizes.sweeps // 4)  # MPICH's ranks never yield
            yield Work("Jacobi 3-D, C", "./jacobi", family, f"jacobi-{family}.dat",
                       lambda name, program=program, sweeps=sweeps:
                       [program, name, sizes.cells, sizes.snapshots, sweeps])
    if shutil.which("mpiexec.openmpi"):
        yield Work("waves, h5py", "python3 snapshots_h5.py", "openmpi", "waves.h5",
                   lambda name: [sys.executable, "-B", HERE / "snapshots_h5.py", name, sizes.rows, sizes.frames])


def run_work(work, name, folder, by=()):
    """What the program says it moved. Through `by`, a command in front of it; its files are below `folder`."""
    launch = [f"mpiexec.{work.family}", "-n", RANKS, *by, *work.command(name)]
    said = run_bounded(launch, folder, {**os.environ, **LAUNCHER})
    found = MEASURED.search(said)
    if not found:
        raise Failed(f"{work.title}: what it moved is not in its output:\n{said}")
    return Figures(int(found[1]), float(found[2]), int(found[3]), float(found[4]))


def rate(size, seconds):
    return f"{size / seconds / 1e6:8.0f}" if seconds > 0 else "       -"


def print_table(rows):
    print(f"\n  {'program':14} {'MPI':9} {'':6} {'MB':>7} {'remote s':>9} {'MB/s':>8} {'local s':>9} {'MB/s':>8}  identical")
    for row in rows:
        for verb, size, seconds in (("write", "written", "writing"), ("read", "read", "reading")):
            bytes_moved = getattr(row.remote, size)
            remote, local = getattr(row.remote, seconds), getattr(row.local, seconds)
            first = verb == "write"
            print(f"  {row.work.title if first else '':14} {FAMILIES[row.work.family] if first else '':9} {verb:6}"
                  f" {bytes_moved / 1e6:7.1f} {remote:9.3f} {rate(bytes_moved, remote)}"
                  f" {local:9.3f} {rate(bytes_moved, local)}"
                  + (f"  {'yes' if row.identical else 'NO'}" if first else ""))
    print()


def demonstrate(build, sizes, picture, folder):
    strait = build / "bin" / "strait"
    here, there = folder / "here", folder / "there"
    here.mkdir()
    there.mkdir()
    chosen = list(works(build, sizes))
    if not chosen:
        raise Failed("there is neither MPICH nor Open MPI here: `make deps` installs them")
    with Daemon(build / "bin" / "straitd", {"demo": there}, folder) as daemon:
        print(f"straitd serves an empty folder as strait://{daemon.address}/demo; files go there, and for comparison here:")
        rows = []
        for work in chosen:
            url = f"strait://{daemon.address}/demo/{work.file}"
            print(f"  {FAMILIES[work.family] + ':':9} mpiexec -n {RANKS} strait run {work.shown} {url}", flush=True)
            remote = run_work(work, url, here, by=[strait, "run"])
            if list(here.iterdir()):
                raise Failed(f"{work.title}: left files here, which should all be there")
            local = run_work(work, here / work.file, here)
            rows.append(Row(work, remote, local, filecmp.cmp(here / work.file, there / work.file, shallow=False)))
            (here / work.file).unlink()
        print_table(rows)
        print(f"Remote: over this machine's loopback. Local: the MPI's own I/O, without Strait. {RANKS} ranks and straitd share"
              f"\n{os.cpu_count()} processors; ranks of MPICH poll while they wait, which costs most where they are too many.")
        jacobi = next((row.work for row in rows if row.work.file.startswith("jacobi")), None)
        if jacobi:
            draw(output_of([strait, "cat", f"strait://{daemon.address}/demo/{jacobi.file}"]), sizes.cells, picture)
            print(f"The last snapshot, cut in the middle: {picture}")
    if not all(row.identical for row in rows):
        raise Failed("a file that was written through straitd differs from the one that was written here")


def draw(file, cells, picture):
    """The middle slice of the last snapshot in `file`."""
    from slice_picture import picture_of_slice  # numpy and PIL take a while to load

    picture.parent.mkdir(parents=True, exist_ok=True)
    picture_of_slice(file, cells).save(picture)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("build", type=pathlib.Path, help="where Strait was built: build/release")
    arguments.add_argument("--small", action="store_true", help="little data: whether it works, not how fast")
    arguments.add_argument("--picture", type=pathlib.Path, help="by default build/demo/jacobi.png")
    given = arguments.parse_args()
    build = given.build.resolve()
    picture = given.picture or given.build.parent / "demo" / "jacobi.png"
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # cleans up, as an interrupt does
    try:
        with tempfile.TemporaryDirectory(prefix="strait-demo-") as folder:
            demonstrate(build, SMALL if given.small else FULL, picture, pathlib.Path(folder))
    except (Failed, OSError, subprocess.SubprocessError) as failure:
        print(f"demo: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
