#!/usr/bin/env python3
"""A straitd that is killed and started again while a program writes at the shared file pointer: every record is there
once, whole, and the pointer stands behind the last. Losses are told, by a rank that has a number, and so are their ends.

    restarts.py BUILD PROGRAMS FAMILY
"""
import threading

import world

AT_BYTES = (1 << 20, 2 << 20, 3 << 20)  # of the file; what is written in all is more
POLL_SECONDS = 0.002


class Killer(threading.Thread):
    """Kills the daemon each time the file has grown to the next size."""

    def __init__(self, daemon, file):
        super().__init__(daemon=True)
        self.daemon_process, self.file = daemon, file
        self.over = threading.Event()
        self.kills = 0

    def run(self):
        for size in AT_BYTES:
            while not self.file.exists() or self.file.stat().st_size < size:
                if self.over.wait(POLL_SECONDS):
                    return
            self.daemon_process.kill_and_start_again()
            self.kills += 1


def main(build, programs, family):
    with world.World(build, programs, family) as place:
        daemon = place.daemon(storage="delay:ms=2:")
        killer = Killer(daemon, daemon.folder / "records")
        killer.start()
        try:
            done = place.strait_run(place.programs / "records", daemon.url("records"))
        finally:
            killer.over.set()
            killer.join()
        lost, again = (
            sum(line.startswith("strait: warning: rank ") and words in line for line in done.stderr.splitlines())
            for words in (f": lost the connection to {daemon.address} (", f": connected to {daemon.address} again"))
        if lost == 0 or lost != again:
            raise world.Failed(f"of {lost} losses {again} have had an end\n{done.stderr}")
        if killer.kills != len(AT_BYTES):
            raise world.Failed(f"straitd was killed {killer.kills} times only\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    world.main(main)
