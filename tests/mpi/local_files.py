#!/usr/bin/env python3
"""Files that are not ours: a program that is preloaded sees exactly what it sees without us.

    local_files.py BUILD PROGRAMS FAMILY
"""
import world


def surface(place, name, preload):
    report = place.scratch / f"{name}.report"
    file = place.scratch / f"{name}.data"
    # Open MPI 4.1's own MPI_File_preallocate makes the file too long and then hangs in MPI_File_set_size.
    spared = ["skip-preallocate"] if place.family == "openmpi" else []
    done = place.run(place.programs / "surface", file, report, *spared, preload=preload)
    texts = [(place.scratch / f"{name}.report.{rank}").read_text() for rank in range(world.RANKS)]
    return texts, file.read_bytes(), done.stdout


def main(build, programs, family):
    with world.World(build, programs, family) as place:
        stock = surface(place, "stock", None)
        preloaded = surface(place, "preloaded", [place.library])
        for rank, (expected, found) in enumerate(zip(stock[0], preloaded[0])):
            if expected != found:
                raise world.Failed(f"rank {rank} was answered differently:\n{world.difference(expected, found)}")
        if stock[1] != preloaded[1]:
            raise world.Failed("the files differ")
        # A program that is no MPI program at all, and one that forks and executes.
        done = place.run("sh", "-c", "cat /dev/null && (true) && exec true", ranks=1, preload=[place.library])
        if done.stdout or done.stderr:
            raise world.Failed(f"a shell was disturbed: {done.stdout}{done.stderr}")


if __name__ == "__main__":
    world.main(main)
