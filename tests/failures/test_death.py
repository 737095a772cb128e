"""The daemon is killed: started again, the program completes with the right bytes; left dead, every call ends in time."""

import hashlib
import os
import random
import signal
import threading
import time

import pytest

from conftest import SLOWNESS, Failure

BYTES = int(os.environ.get("STRAIT_FAILURES_BYTES", (256 << 20) // SLOWNESS))
PATIENCE = 2  # seconds
GRACE = 3 * SLOWNESS  # seconds: a busy machine


def test_killed_during_a_large_write_and_started_again(data, daemons, clients):
    daemon = daemons({"data": data})
    client = clients(daemon.address)
    handle = client.create("data/large")
    block = random.Random(1).randbytes(1 << 20)
    content = b"".join(block[i % 997:] + block[:i % 997] for i in range(BYTES >> 20))
    ended = []

    def write():
        try:
            ended.append(client.write(handle, content))
            client.commit(handle)
        except Failure as failure:
            ended.append(failure)

    writer = threading.Thread(target=write)  # a foreign call leaves the interpreter to the others
    writer.start()
    kills = 0
    # In the middle each time: so much more of it has arrived.
    for share in (0.1, 0.4, 0.7):
        while writer.is_alive() and (data / "large").stat().st_size < share * len(content):
            os.sched_yield()
        if not writer.is_alive():
            break
        daemon.kill()
        kills += 1
        daemon.start()
    writer.join(120 * SLOWNESS)
    assert ended == [len(content)]
    assert kills > 0
    assert hashlib.sha256((data / "large").read_bytes()).digest() == hashlib.sha256(content).digest()


def test_left_dead_every_call_ends_in_time_and_says_what_to_do(data, daemons, clients):
    daemon = daemons({"data": data})
    client = clients(daemon.address, timeout=f"{PATIENCE}s")
    handle = client.create("data/x")
    client.write(handle, b"before")
    daemon.kill()
    calls = {
        "writing": lambda: client.write(handle, b"x" * (8 << 20)),
        "reading": lambda: client.read(handle, 6),
        "looking": lambda: client.lookup("data/x"),
        "creating": lambda: client.create("data/y"),
        "committing": lambda: client.commit(handle),
        "pinging": client.ping,
    }
    outcomes = {}

    def attempt(name):
        begun = time.monotonic()
        try:
            calls[name]()
            outcomes[name] = None, time.monotonic() - begun
        except Failure as failure:
            outcomes[name] = failure, time.monotonic() - begun

    threads = [threading.Thread(target=attempt, args=(name,)) for name in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for name in calls:
        failure, seconds = outcomes[name]
        assert failure is not None, name
        assert failure.kind == "timed_out", (name, failure)
        assert name in failure.message and daemon.address in failure.message, failure
        assert "is straitd running there" in failure.message, failure
        assert seconds < PATIENCE + GRACE, (name, seconds)
    # And it goes on where the daemon comes back.
    daemon.start()
    assert client.read(handle, 6) == b"before"


def test_stopped_in_the_middle_it_counts_as_dead(data, daemons, clients):
    daemon = daemons({"data": data})
    client = clients(daemon.address, timeout=f"{PATIENCE}s")
    handle = client.create("data/x")
    daemon.process.send_signal(signal.SIGSTOP)
    try:
        begun = time.monotonic()
        for call in (lambda: client.write(handle, b"x" * (32 << 20)), client.ping):
            with pytest.raises(Failure) as failure:
                call()
            assert failure.value.kind == "timed_out"
            assert daemon.address in failure.value.message
        assert time.monotonic() - begun < 2 * (PATIENCE + GRACE)
    finally:
        daemon.process.send_signal(signal.SIGCONT)
    client.write(handle, b"after")
    assert (data / "x").read_bytes()[:5] == b"after"
