#!/usr/bin/env python3
"""What cannot be opened or written gets the MPI error class it deserves, soon, and one sentence that says which rank failed
in what, on which file (once, in quotes), and why.

    bad_input.py BUILD PROGRAMS FAMILY
"""
import os
import socket
import threading
import time

import world

TIMEOUT = "2s"
ROOM = {"openmpi": 255, "mpich": 511}  # characters of MPI_Error_string, without the zero


def run(place, name, how, ranks=2):
    return place.strait_run(place.programs / "classes", name, how, ranks=ranks,
                            environment={"STRAIT_TIMEOUT": TIMEOUT}).stdout.strip().splitlines()


def check(place, name, how, call, expected, words, rank=0, shown=None):
    """`shown`: what the message calls the file, where that is not `name`; empty: the name itself is what is wrong."""
    said = run(place, name, how)
    line = next((line for line in said if line.startswith(f"{call}: ")), "nothing")
    shown = name if shown is None else shown
    function = "MPI_File_write_at_all" if call == "write" else f"MPI_File_{call}"
    begin = f'{call}: {expected}: rank {rank}: {function}' + (f' "{shown}": ' if shown else ": ")
    if not line.startswith(begin) or words not in line[len(begin):]:
        raise world.Failed(f"{how} {name}: expected {begin}...{words}..., found {line}")
    if shown and shown in line[len(begin):] or len(line) - len(f"{call}: {expected}: ") > ROOM[place.family]:
        raise world.Failed(f"{how} {name}: a file is named twice, or too much is said: {line}")


def long_names(place, daemon, gone):
    """However long the name: the cause and the advice fit, and both ends of the name are told."""
    long = "/".join(letter * 200 for letter in "abcd") + "/end"
    for name, how, call, expected, words in (
            (daemon.url(long), "read", "open", "no such file", "No such file or directory"),
            (gone.url(long), "delete", "delete", "io", "is straitd running there, and on this port?")):
        line = run(place, name, how)[-1]
        front, _, back = line.partition("...")
        if not line.startswith(f"{call}: {expected}: ") or not line.endswith(words) or name[:20] not in front \
                or not back.startswith("d") and "/end\": " not in back:
            raise world.Failed(f"{how} of a long name: {line}")


def left_dead(place):
    """The server dies in the middle of a program and stays away."""
    daemon = place.daemon()
    written = daemon.folder / "x"

    def kill():
        until = time.monotonic() + world.TIMEOUT
        while time.monotonic() < until and (not written.exists() or written.stat().st_size == 0):
            os.sched_yield()
        daemon.process.kill()

    killer = threading.Thread(target=kill)
    killer.start()
    check(place, daemon.url("x"), "endless", "write", "io", "STRAIT_TIMEOUT sets a longer patience")
    killer.join()


def garbage(place):
    """Somebody else answers on that port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(1)
        stop = threading.Event()

        def answer():
            while not stop.is_set():
                try:
                    peer, _ = server.accept()
                except TimeoutError:
                    continue
                with peer:
                    peer.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" * 4)

        answering = threading.Thread(target=answer)
        answering.start()
        name = f"strait://127.0.0.1:{server.getsockname()[1]}/data/x"
        try:
            check(place, name, "read", "open", "io", "not")
        finally:
            stop.set()
            answering.join()


def main(build, programs, family):
    with world.World(build, programs, family) as place:
        daemon = place.daemon()
        (daemon.folder / "folder").mkdir()
        (daemon.folder / "old").write_text("old")
        other = place.daemon("--export", f"ro={daemon.folder},ro", "--export", "full=memory:capacity=64K",
                             "--export", f"denied=error:errno=EACCES:{daemon.folder}")
        read_only, full, denied = (f"strait://{other.address}/{name}" for name in ("ro", "full", "denied"))
        gone = place.daemon()
        gone.stop()
        nowhere = "strait://nowhere.invalid"
        missing = "No such file or directory"
        cases = [  # name, how, the call that fails, its class, what the message says behind the name
            (daemon.url("none"), "read", "open", "no such file", missing),
            (daemon.url("none"), "write", "open", "no such file", missing),
            (daemon.url("none"), "delete", "delete", "no such file", missing),
            (daemon.url("none/x"), "create", "open", "no such file", missing),
            (daemon.url("old/x"), "create", "open", "bad file", "Not a directory"),
            (daemon.url("folder"), "write", "open", "bad file", "not a regular file"),
            (daemon.url("folder"), "delete", "delete", "bad file", "it is a directory"),
            (f"strait://{daemon.address}/other/x", "create", "open", "no such file", "'other'"),
            (gone.url("x"), "create", "open", "io", "Connection refused; is straitd running there"),
            (f"{read_only}/old", "write", "open", "read only", "the export 'ro' is read-only"),
            (f"{read_only}/new", "create", "open", "read only", "the export 'ro' is read-only"),
            (f"{read_only}/old", "delete", "delete", "read only", "the export 'ro' is read-only"),
            (f"{denied}/old", "read", "open", "access", "the user that straitd runs as"),
            (f"{full}/x", "create", "write", "no space", "the memory export is full"),
            (daemon.url("x"), "uncommitted", "write", "type", "MPI_Type_commit"),
        ]
        for case in cases:
            check(place, *case)
        check(place, daemon.url("x"), "disagree", "open", "amode", "access mode", rank=1)
        check(place, f"strait://{daemon.address}/data", "create", "open", "bad file", "names no file")
        check(place, f"{nowhere}/data/x", "read", "open", "no such file", "no host is called", shown=f"{nowhere}:7420/data/x")
        check(place, daemon.url("../x"), "create", "open", "bad file", "\"..\" leads out of its export", shown="")
        check(place, daemon.url("x" * 300), "create", "open", "bad file", "255 at most", shown="")
        check(place, "strait:nonsense", "create", "open", "bad file", "host:port", shown="")
        long_names(place, daemon, gone)
        garbage(place)
        left_dead(place)
        if (daemon.folder / "new").exists() or (daemon.folder / "old").read_text() != "old":
            raise world.Failed("a refused call changed something")


if __name__ == "__main__":
    world.main(main)
