"""The figures: what is run, against what, and the bar that the ratio has to meet."""

import dataclasses
import functools
import itertools
import json
import os
import statistics
import subprocess
import threading
import time

from processes import BareServer, Straitd, Turns, processor_seconds

MIB = 1 << 20
CALL = 64 * MIB  # bytes of one call; the client cuts it into requests of 4 MiB
REQUEST = 4 * MIB  # bytes of one nonblocking call: one request
IN_FLIGHT = 8  # of those, at a time
STREAM = 512 * MIB  # bytes of one turn, all ranks together
TRIPS = 10_000  # round trips of one turn
PIECES = 1_000_000
WIRE_OVERHEAD = 1024  # bytes


@dataclasses.dataclass
class Figure:
    name: str
    limit: str
    ours: str
    bare: str
    ratio: float | None
    bar: str
    met: bool | None  # None: there is no bar
    processor: float | None = None  # ours / bare, processor time of client and server together
    spread: tuple | None = None  # least and greatest ratio of a pair


def duel(ours, bare, pairs):
    """Medians of (seconds, processor seconds) of either side, A B A B, after one turn each that does not count;
    and the extremes of the pairs' ratios."""
    ours.take(), bare.take()
    a, b = [], []
    for _ in range(pairs):
        a.append(ours.take())
        b.append(bare.take())
    ratios = [x[0] / y[0] for x, y in zip(a, b)]
    middle = [tuple(statistics.median(column) for column in zip(*side)) for side in (a, b)]
    return middle[0], middle[1], (min(ratios), max(ratios))


class Bench:
    def __init__(self, bin_directory, scratch, pairs, idle_seconds):
        self.bin = bin_directory
        self.scratch = scratch  # a pathlib.Path in memory
        self.pairs = pairs
        self.idle_seconds = idle_seconds

    def ours(self, server, what, name, *numbers, checksums="off", ranks=1, core=None):
        commands = []
        for rank in range(ranks):
            own = [number(rank) if callable(number) else number for number in numbers]
            commands.append([self.bin / "bench_ours", what, f"{server.url}/{name}", checksums, *own])
        return Turns(commands, server.pid, core)

    def bare(self, server, what, length, memory=1, ranks=1, core=None):
        commands = [
            [self.bin / "bench_bare_client", what, server.port, rank * length, length, memory] for rank in range(ranks)
        ]
        return Turns(commands, server.pid, core)

    def throughput(self, name, limit, ours, bare, bar):
        mine, theirs, spread = duel(ours, bare, self.pairs)
        ratio = theirs[0] / mine[0]
        return Figure(
            name, limit, f"{STREAM / MIB / mine[0]:.0f} MiB/s", f"{STREAM / MIB / theirs[0]:.0f} MiB/s", ratio,
            f">= {bar:.2f}" if bar else "report", ratio >= bar if bar else None,
            mine[1] / theirs[1] if theirs[1] else None, (1 / spread[1], 1 / spread[0]),
        )

    # ---- Streams

    def null_store_write(self):
        """Both send the same memory over and over: ours 4 MiB, iperf3 one."""
        with Straitd(self.bin, "null:", self.scratch) as server, Iperf(reverse=False) as iperf:
            with self.ours(server, "write_ahead", "f", 0, STREAM, REQUEST, IN_FLIGHT) as ours:
                return self.throughput("write, null store, 1 rank", "iperf3 -l 1M", ours, iperf, 0.90)

    def null_store_read(self):
        with Straitd(self.bin, "null:", self.scratch) as server, Iperf(reverse=True) as iperf:
            with self.ours(server, "read", "f", 0, STREAM, CALL) as ours:
                return self.throughput("read, null store, 1 rank", "iperf3 -l 1M", ours, iperf, None)

    def null_store_against_bare(self):
        """The same limit with the same memory: a raw stream that is received and forgotten."""
        with Straitd(self.bin, "null:", self.scratch) as server, BareServer(self.bin, "/dev/null") as raw:
            with self.ours(server, "write", "f", 0, STREAM, CALL) as ours:
                with self.bare(raw, "discard", STREAM, CALL) as bare:
                    return self.throughput("write, null store, calls of 64 MiB", "raw TCP, same memory", ours, bare, None)

    def checksums(self):
        with Straitd(self.bin, "null:", self.scratch) as server:
            with self.ours(server, "write", "f", 0, STREAM, CALL, checksums="on") as on:
                with self.ours(server, "write", "f", 0, STREAM, CALL) as off:
                    return self.throughput("write, null store, checksums on", "checksums off", on, off, None)

    def tmpfs(self, what, ranks):
        length = STREAM // ranks
        with Straitd(self.bin, self.scratch, self.scratch) as server:
            path = self.scratch / "stream"
            with BareServer(self.bin, self.scratch / "bare") as raw:
                for file in (path, self.scratch / "bare"):  # every page is there
                    with open(file, "wb") as out:
                        for _ in range(STREAM // MIB):
                            out.write(b"x" * MIB)
                with self.ours(server, what, "stream", lambda rank: rank * length, length, CALL, ranks=ranks) as ours:
                    with self.bare(raw, what, length, CALL, ranks) as bare:
                        limit = "TCP into pwrite" if what == "write" else "pread into TCP"
                        name = f"{what}, tmpfs, {ranks} rank{'s' if ranks > 1 else ''}"
                        return self.throughput(name, limit, ours, bare, 0.90)

    # ---- Round trips

    def round_trip(self, client_core, server_core):
        with Straitd(self.bin, self.scratch, self.scratch, server_core) as server:
            with BareServer(self.bin, "/dev/null", server_core) as raw:
                with self.ours(server, "getattr", "trips", TRIPS, core=client_core) as ours:
                    with self.bare(raw, "ping_pong", TRIPS, core=client_core) as bare:
                        mine, theirs, spread = duel(ours, bare, self.pairs)
        where = "same core" if client_core == server_core else "two cores"
        ratio = mine[0] / theirs[0]
        return Figure(
            f"GETATTR, {where}", "1-byte ping-pong", f"{mine[0] / TRIPS * 1e6:.1f} us",
            f"{theirs[0] / TRIPS * 1e6:.1f} us", ratio, "<= 1.50", ratio <= 1.5,
            mine[1] / theirs[1] if theirs[1] else None, spread,
        )

    # ---- Scattered pieces

    def pieces(self, what, irregular=0):
        """Of a vector; or of a tile of so many pieces at places of no pattern, beside the vector's limit."""
        paths = [self.scratch / "pieces", self.scratch / "pieces-bare"]
        for path in paths:
            path.write_bytes(bytes(PIECES * 16))
        with Straitd(self.bin, self.scratch, self.scratch) as server:
            with self.ours(server, f"{what}_pieces", "pieces", PIECES, irregular) as ours:
                with Turns([[self.bin / "bench_bare_pieces", what, paths[1], PIECES]]) as bare:
                    mine, theirs, spread = duel(ours, bare, 2 * self.pairs)
        ratio = theirs[0] / mine[0]
        bar = what == "write" and not irregular
        return Figure(
            f"1,000,000 {'irregular ' if irregular else ''}pieces of 8 bytes, one {what}",
            "local read-modify-write" if what == "write" else "local read", f"{mine[0] * 1e3:.1f} ms",
            f"{theirs[0] * 1e3:.1f} ms", ratio, ">= 0.50" if bar else "report", ratio >= 0.5 if bar else None,
            mine[1] / theirs[1] if theirs[1] else None, (1 / spread[1], 1 / spread[0]),
        )

    def wire_bytes(self):
        """All that one connection carries to the server: HELLO and CREATE, then the one write."""
        path = self.scratch / "pieces-wire"
        path.write_bytes(bytes(PIECES * 16))
        with Straitd(self.bin, self.scratch, self.scratch) as server:
            with self.ours(server, "write_pieces", path.name, PIECES, 0) as once:
                once.take()
        carried = max(server.bytes_received())
        payload = PIECES * 8
        right = path.read_bytes() == (b"p" * 8 + bytes(8)) * PIECES
        return Figure(
            "bytes sent for these pieces, greeting included", "the payload", f"{carried} B", f"{payload} B",
            carried / payload, f"<= {WIRE_OVERHEAD} B more", carried <= payload + WIRE_OVERHEAD and right,
        )

    # ---- Idleness

    def idle(self):
        with Straitd(self.bin, self.scratch, self.scratch) as server:
            with self.ours(server, "idle", "idle") as client:
                client.take()
                pid = client.programs[0].pid
                before = processor_seconds(pid), processor_seconds(server.pid)
                began = time.monotonic()
                time.sleep(self.idle_seconds)
                passed = time.monotonic() - began
                used = (processor_seconds(pid) - before[0]) / passed
                server_used = (processor_seconds(server.pid) - before[1]) / passed
        return Figure(
            f"processor time of an idle client, {self.idle_seconds} s", "none", f"{used:.3%}",
            f"server {server_used:.3%}", None, "< 0.1 %", used < 0.001,
        )

    def measures(self):
        """Name and function of each, in the order of the table."""
        named = [
            ("null-write", self.null_store_write),
            ("null-write-raw", self.null_store_against_bare),
            ("null-read", self.null_store_read),
        ]
        for what, ranks in itertools.product(("write", "read"), (1, 2)):
            named.append((f"tmpfs-{what}-{ranks}", functools.partial(self.tmpfs, what, ranks)))
        cores = sorted(os.sched_getaffinity(0))
        named.append(("getattr-same", lambda: self.round_trip(cores[0], cores[0])))
        if len(cores) > 1:
            named.append(("getattr-two", lambda: self.round_trip(cores[0], cores[1])))
        return named + [
            ("pieces", functools.partial(self.pieces, "write")),
            ("pieces-read", functools.partial(self.pieces, "read")),
            ("pieces-irregular", functools.partial(self.pieces, "write", 1000)),
            ("pieces-irregular-read", functools.partial(self.pieces, "read", 1000)),
            ("pieces-wire", self.wire_bytes),
            ("checksums", self.checksums),
            ("idle", self.idle),
        ]


class Iperf:
    """One raw TCP stream by iperf3, in turns like Turns'."""

    def __init__(self, reverse):
        self.reverse = ["-R"] if reverse else []
        self.port = 0

    def __enter__(self):
        # iperf3 cannot take a free port by itself.
        for port in range(15201, 15301):
            self.server = subprocess.Popen(
                ["iperf3", "-s", "-B", "127.0.0.1", "-p", str(port), "--forceflush"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )
            for line in self.server.stdout:
                if "listening" in line:
                    self.port = port
                    self._drain()
                    return self
            self.server.wait()
        raise RuntimeError("iperf3 finds no port")

    def _drain(self):
        threading.Thread(target=lambda: self.server.stdout.read(), daemon=True).start()

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()

    def take(self):
        before = processor_seconds(self.server.pid)
        run = subprocess.run(
            ["iperf3", "-c", "127.0.0.1", "-p", str(self.port), "-l", "1M", "-n", str(STREAM), "-C", "reno", "-J",
             *self.reverse],
            capture_output=True, text=True, check=True,
        )
        end = json.loads(run.stdout)["end"]
        used = end["cpu_utilization_percent"]
        seconds = end["sum_received"]["seconds"]
        rate = end["sum_received"]["bits_per_second"] / 8
        return STREAM / rate, (used["host_total"] + used["remote_total"]) / 100 * seconds
