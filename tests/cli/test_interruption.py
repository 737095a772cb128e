"""Ctrl-C, a reader that goes away, and the progress line on a terminal."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios

from conftest import Server, pattern

MIB = 1 << 20


def await_file(path, process):
    """Until the file has something in it; the process ends first only by a mistake."""
    while not (path.exists() and path.stat().st_size > 0):
        assert process.poll() is None, process.stderr.read()
        select.select([], [], [], 0.01)


def test_an_interrupted_put_leaves_no_half_file(world):
    process = world.start("put", "-", world.url("file"), stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(pattern(8 * MIB))
    process.stdin.flush()
    await_file(world.data / "file.part", process)
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == -signal.SIGINT
    assert not (world.data / "file").exists()


def test_an_interrupted_get_is_kept_and_gone_on_with(world):
    data = pattern(80 * MIB)
    (world.data / "file").write_bytes(data)
    (world.folder / "slow").mkdir()
    slow = Server(world.folder / "slow", {"slow": f"delay:rate=20M:{world.data}"})
    try:
        name = f"strait://{slow.address}/slow/file"
        process = world.start("get", name, stderr=subprocess.PIPE)
        await_file(world.local / "file.part", process)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    finally:
        slow.stop()
    assert process.returncode == -signal.SIGINT
    assert b"file.part is kept" in err and err.endswith(b"\n")
    part = (world.local / "file.part").read_bytes()
    assert 0 < len(part) < len(data) and part == data[: len(part)]
    assert not (world.local / "file").exists()
    world.run("get", "-c", world.url("file"))
    assert (world.local / "file").read_bytes() == data


def test_an_interrupted_ping_puts_its_file_away(world):
    process = world.start("ping", "-n", "1", "-s", "1T", world.url(export="data"), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    while not list(world.data.iterdir()):
        assert process.poll() is None
        select.select([], [], [], 0.01)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    assert process.returncode == -signal.SIGINT
    assert list(world.data.iterdir()) == [] and b"round trip" in out


def test_a_reader_that_goes_away_is_no_failure_worth_a_word(world):
    (world.data / "file").write_bytes(pattern(20 * MIB))
    process = world.start("cat", world.url("file"), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == -signal.SIGPIPE


def on_a_terminal(world, *words):
    """What the command writes where standard error is a terminal of 70 columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 70, 0, 0))
    process = world.start(*words, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    while True:
        try:
            data = os.read(ours, 65536)
        except OSError:  # the other side is closed
            break
        if not data:
            break
        shown += data
    os.close(ours)
    return process.wait(), shown.decode()


def test_progress_is_shown_on_a_terminal_only(world):
    (world.data / "file").write_bytes(pattern(8 * MIB))
    code, shown = on_a_terminal(world, "get", world.url("file"))
    assert code == 0 and "file" in shown and "100%" in shown and "8.00 MiB" in shown and "/s" in shown
    assert all(len(line) < 70 + len("\x1b[K") for line in shown.split("\r")), shown  # each in the place of the last
    code, shown = on_a_terminal(world, "get", "-q", world.url("file"))
    assert code == 0 and shown == ""
    assert world.run("get", world.url("file")).err == ""


def test_names_stand_in_columns_on_a_terminal(world):
    for name in ("a", "b", "c\x1b[2J"):
        (world.data / name).write_bytes(b"")
    code, shown = on_a_terminal(world, "ls", world.url())
    assert code == 0 and shown == "a  b  c?[2J\r\n"
