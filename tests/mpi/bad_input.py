#!/usr/bin/env python3
"""What cannot be opened or written gets the MPI error class it deserves, soon, and a message that names what and where.

    bad_input.py BUILD PROGRAMS FAMILY
"""
import world

TIMEOUT = "2s"


def main(build, programs, family):
    with world.World(build, programs, family) as place:
        daemon = place.daemon()
        (daemon.folder / "folder").mkdir()
        (daemon.folder / "old").write_text("old")
        closed = place.daemon("--export", f"ro={daemon.folder},ro")
        read_only = f"strait://{closed.address}/ro"
        gone = place.daemon()
        gone.stop()
        cases = [  # name, how, the call that fails, its class, what the message must say
            (daemon.url("none"), "read", "open", "no such file", "none"),
            (daemon.url("none"), "write", "open", "no such file", "none"),
            (daemon.url("none"), "delete", "delete", "no such file", "none"),
            (daemon.url("none/x"), "create", "open", "no such file", "none/x"),
            (daemon.url("old/x"), "create", "open", "bad file", "old/x"),
            (daemon.url("folder"), "write", "open", "bad file", "not a regular file"),
            (daemon.url("folder"), "delete", "delete", "bad file", "folder"),
            (daemon.url(""), "create", "open", "bad file", "names no file"),
            (daemon.url("../x"), "create", "open", "bad file", ".."),
            (daemon.url("x" * 300), "create", "open", "bad file", "255"),
            (f"strait://{daemon.address}/other/x", "create", "open", "no such file", "other"),
            ("strait:nonsense", "create", "open", "bad file", "host:port"),
            ("strait://nowhere.invalid/data/x", "read", "open", "no such file", "nowhere.invalid"),
            (gone.url("x"), "create", "open", "io", "is straitd running there"),
            (f"{read_only}/old", "write", "open", "read only", "'ro'"),
            (f"{read_only}/new", "create", "open", "read only", "'ro'"),
            (f"{read_only}/old", "delete", "delete", "read only", "'ro'"),
        ]
        for name, how, call, expected, words in cases:
            done = place.strait_run(place.programs / "classes", name, how, ranks=2, environment={"STRAIT_TIMEOUT": TIMEOUT})
            last = done.stdout.strip().splitlines()[-1]
            if not last.startswith(f"{call}: {expected}: ") or words not in last:
                raise world.Failed(f"{how} {name}: expected {call}: {expected}: ...{words}..., found {last}")
        if (daemon.folder / "new").exists() or not (daemon.folder / "old").exists():
            raise world.Failed("a refused call changed something")


if __name__ == "__main__":
    world.main(main)
