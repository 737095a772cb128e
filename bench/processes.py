"""The processes of a benchmark: straitd, and programs that take turns (turns.h)."""

import json
import os
import re
import subprocess
import time

TICK = os.sysconf("SC_CLK_TCK")


def processor_seconds(pid):
    """User and system time of a process so far, all its threads."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def _pin(core):
    return None if core is None else lambda: os.sched_setaffinity(0, {core})


class Program:
    """A program that is told to stop when it is no longer needed."""

    def __init__(self, words, core=None, **streams):
        self.process = subprocess.Popen(
            [str(word) for word in words], text=True, preexec_fn=_pin(core), stdout=subprocess.PIPE, **streams
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        if self.process.stdin:
            self.process.stdin.close()
        self.process.terminate()
        self.process.wait(timeout=20)

    @property
    def pid(self):
        return self.process.pid

    def line(self):
        text = self.process.stdout.readline()
        if not text:
            raise RuntimeError(f"{self.process.args[0]} ended without a word")
        return text.rstrip("\n")


class Straitd(Program):
    """A server with one export, `data`, on a free port. Its log tells what it received."""

    def __init__(self, bin_directory, store, scratch, core=None):
        state = scratch / f"state-{time.monotonic_ns()}"
        self.log_path = scratch / f"{state.name}.log"
        with open(self.log_path, "w", encoding="utf-8") as log:
            super().__init__(
                [bin_directory / "straitd", "--export", f"data={store}", "--listen", "127.0.0.1:0",
                 "--state-dir", state, "--handle-db", "memory"],
                core, stderr=log,
            )
        ready = self.line()
        found = re.fullmatch(r"straitd: ready on (.+)", ready)
        if not found:
            raise RuntimeError(f"straitd said: {ready}")
        self.url = f"strait://{found.group(1)}/data"

    def bytes_received(self):
        """Of connections that have ended. Only when it has stopped."""
        log = self.log_path.read_text(encoding="utf-8")
        return [int(found) for found in re.findall(r"bytes_received=(\d+)", log)]


class BareServer(Program):
    def __init__(self, bin_directory, path, core=None):
        super().__init__([bin_directory / "bench_bare_server", path], core)
        self.port = self.line().split()[1]


class Turns:
    """Some programs that begin a turn together, one a rank, and the server that they use."""

    def __init__(self, commands, server_pid=None, core=None):
        self.server_pid = server_pid
        self.programs = [Program(words, core, stdin=subprocess.PIPE) for words in commands]
        for program in self.programs:
            if program.line() != "ready":
                raise RuntimeError(f"{commands[0][0]} is not ready")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for program in self.programs:
            program.stop()

    def take(self):
        """Seconds from the first one's beginning to the last one's end, and processor seconds of all."""
        before = processor_seconds(self.server_pid) if self.server_pid else 0
        for program in self.programs:
            program.process.stdin.write("go\n")
            program.process.stdin.flush()
        told = [json.loads(program.line()) for program in self.programs]
        seconds = (max(t["end_ns"] for t in told) - min(t["begin_ns"] for t in told)) / 1e9
        processor = sum(t["processor_us"] for t in told) / 1e6
        if self.server_pid:
            processor += processor_seconds(self.server_pid) - before
        return seconds, processor
