#!/usr/bin/env python3
"""`strait run` behind mpiexec and in front of it; and a program under the other MPI's mpiexec, where each process would be
a job of one rank without a word: then it warns, once, and says what to do.

    launchers.py BUILD PROGRAMS FAMILY
"""
import world

OTHER = {"mpich": "openmpi", "openmpi": "mpich"}
PRODUCT = {"mpich": "MPICH", "openmpi": "Open MPI"}
MIB = 1 << 20  # what each rank writes


def main(build, programs, family):
    with world.World(build, programs, family) as place:
        daemon = place.daemon()
        strait_run = (place.build / "bin" / "strait", "run")
        program = place.programs / "classes"
        own, other = (f"mpiexec.{name}" for name in (family, OTHER[family]))

        for name, words in (("behind", (own, "-n", "2", *strait_run, program)),
                            ("in-front", (*strait_run, own, "-n", "2", program)),
                            ("both", (*strait_run, own, "-n", "2", *strait_run, program)),
                            ("wrapped", (own, "-n", "2", *strait_run, "env", "A=B", program))):
            done = place.words(*words, daemon.url(name), "create")
            if done.stderr or (daemon.folder / name).stat().st_size != 2 * MIB:
                raise world.Failed(f"{name}: {(daemon.folder / name).stat().st_size} bytes; {done.stdout}{done.stderr}")

        for name, words in (("behind the other", (other, "-n", "2", *strait_run, program)),
                            ("in front of the other", (*strait_run, other, "-n", "2", program))):
            done = place.words(*words, daemon.url("x"), "create", succeeds=False)
            warnings = [line for line in done.stderr.splitlines() if line.startswith("strait: run: ")]
            expected = (f"the program is one of {PRODUCT[family]} ", f"{program} needs libmpi",
                        f"mpiexec one of {PRODUCT[OTHER[family]]}:", own)
            if len(warnings) != 1 or not all(part in warnings[0] for part in expected):
                raise world.Failed(f"{name}: expected one warning with {expected}, found {done.stderr}")
        # One rank needs nobody else.
        done = place.words(other, "-n", "1", *strait_run, program, daemon.url("alone"), "create")
        if done.stderr or (daemon.folder / "alone").stat().st_size != MIB:
            raise world.Failed(f"alone: {done.stdout}{done.stderr}")


if __name__ == "__main__":
    world.main(main)
