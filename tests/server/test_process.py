"""straitd as a process among bad neighbours. Everything started here is ended here."""

import ctypes
import os
import pathlib
import resource
import signal
import socket
import subprocess
import threading

import pytest

BUILD = pathlib.Path(os.environ.get("STRAIT_BUILD", "build/release")).resolve()
STRAIT = BUILD / "bin" / "strait"
STRAITD = BUILD / "bin" / "straitd"
# A build with sanitizers is so many times slower; larger, too.
SLOWNESS = int(os.environ.get("STRAIT_SLOWNESS", "1"))
TIMEOUT = 60 * SLOWNESS  # seconds for one command
IDLE_CONNECTIONS = 10_000
# Bytes of memory that one silent connection may cost the server.
BYTES_PER_CONNECTION = 16 << 10


class Daemon:
    """A straitd with the exports `data` (a folder) and `slow` (the same, each call 5 ms later)."""

    def __init__(self, folder, listen="127.0.0.1:0"):
        self.data = folder / "export"
        self.data.mkdir(exist_ok=True)
        self.state = folder / "state"
        self.log_path = folder / "log"
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                [str(STRAITD), "--listen", listen, "--state-dir", str(self.state), "--export", f"data={self.data}",
                 "--export", f"slow=delay:ms=5:{self.data}"], stdout=subprocess.PIPE, stderr=log, text=True)
        guard = threading.Timer(30 * SLOWNESS, self.process.kill)
        guard.start()
        line = self.process.stdout.readline()
        guard.cancel()
        assert line.startswith("straitd: ready on "), (line, self.log())
        self.address = line.split()[-1]

    def log(self):
        return self.log_path.read_text()

    def url(self, path="", export="data"):
        return f"strait://{self.address}/{export}/{path}"

    def connect(self):
        host, port = self.address.rsplit(":", 1)
        return socket.create_connection((host, int(port)), TIMEOUT)

    def resident_bytes(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) << 10
        raise AssertionError("no VmRSS")

    def end(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(30 * SLOWNESS)
        finally:
            self.process.kill()
            self.process.stdout.close()


@pytest.fixture
def daemon(tmp_path):
    running = Daemon(tmp_path)
    yield running
    running.end()


def strait(*words, code=0):
    done = subprocess.run([str(STRAIT), *map(str, words)], capture_output=True, timeout=TIMEOUT, check=False)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    return done.stdout


def start_put(source, url):
    return subprocess.Popen([str(STRAIT), "put", str(source), url], stderr=subprocess.PIPE)


def a_file(folder, size):
    path = folder / "source"
    path.write_bytes(os.urandom(size))
    return path


def test_it_is_ready_and_leaves_in_order(tmp_path):
    running = Daemon(tmp_path)
    strait("ls", running.url())
    assert running.end() == 0
    assert "stopping" in running.log()


def test_its_log_says_who_called(daemon):
    strait("ls", daemon.url())
    assert 'software="strait 0' in daemon.log()
    if os.environ.get("STRAIT_SANITIZER_RUNTIME"):
        return  # a library with sanitizers cannot be loaded into an interpreter without them
    library = ctypes.CDLL(str(BUILD / "lib" / "libstrait.so"))
    library.strait_null.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    library.strait_disconnect.argtypes = [ctypes.c_void_p]
    server = ctypes.c_void_p()
    assert library.strait_connect(f"strait://{daemon.address}".encode(), None, ctypes.byref(server)) == 0
    assert library.strait_null(server, None) == 0
    library.strait_disconnect(server)
    assert 'software="libstrait 0' in daemon.log()


def test_ten_thousand_silent_connections_hurt_nobody(daemon, tmp_path):
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if limit < IDLE_CONNECTIONS + 500:
        pytest.fail(f"this test needs {IDLE_CONNECTIONS} descriptors; the limit is {limit}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    before = daemon.resident_bytes()
    silent = [daemon.connect() for _ in range(IDLE_CONNECTIONS)]
    try:
        source = a_file(tmp_path, 8 << 20)
        strait("put", source, daemon.url("copy"))
        assert strait("cat", daemon.url("copy")) == source.read_bytes()
        # The transfer's own buffers are among it. Sanitizers keep books of their own, many times as large.
        assert SLOWNESS > 1 or daemon.resident_bytes() - before < IDLE_CONNECTIONS * BYTES_PER_CONNECTION
    finally:
        for one in silent:
            one.close()


def test_garbage_is_answered_and_ends(daemon):
    for garbage in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 10, bytes(4096), b"\xff" * 100, os.urandom(100_000)):
        with daemon.connect() as one:
            try:
                one.sendall(garbage)
                while one.recv(65536):
                    pass
            except ConnectionError:
                pass  # it may have hung up before it read everything
    strait("ls", daemon.url())
    assert "bad frame" in daemon.log()


def test_a_state_directory_serves_one_server(daemon, tmp_path):
    second = subprocess.run([str(STRAITD), "--listen", "127.0.0.1:0", "--state-dir", str(daemon.state), "--export",
                             f"data={daemon.data}"], capture_output=True, timeout=TIMEOUT, check=False)
    assert second.returncode == 1
    assert b"another server uses" in second.stderr and b"a directory of its own" in second.stderr


def test_a_port_that_is_taken_is_told_with_who_has_it_and_what_to_do(daemon, tmp_path):
    port = daemon.address.rsplit(":", 1)[1]
    second = subprocess.run([str(STRAITD), "--listen", port, "--state-dir", str(tmp_path / "second"), "--export",
                             f"data={daemon.data}"], capture_output=True, timeout=TIMEOUT, check=False, text=True)
    assert second.returncode == 1
    for words in (daemon.address, f"process {daemon.process.pid} (straitd)", "--listen 127.0.0.1:PORT"):
        assert words in second.stderr


def test_told_to_stop_it_finishes_what_it_has_received(daemon, tmp_path):
    source = a_file(tmp_path, 32 << 20)
    put = start_put(source, daemon.url("copy", "slow"))
    try:
        while put.poll() is None and not any(daemon.data.iterdir()):
            os.sched_yield()
        assert daemon.end() == 0
    finally:
        put.kill()
        put.communicate()


def test_killed_and_started_again_in_the_middle_of_a_transfer(tmp_path):
    first = Daemon(tmp_path)
    source = a_file(tmp_path, 48 << 20)
    put = start_put(source, first.url("copy", "slow"))
    try:
        # In the middle: something of the file is there.
        while put.poll() is None and not any(f.stat().st_size for f in first.data.iterdir()):
            os.sched_yield()
        first.end(signal.SIGKILL)
        second = Daemon(tmp_path, first.address)
        try:
            assert put.wait(TIMEOUT) == 0, put.stderr.read()
            assert (second.data / "copy").read_bytes() == source.read_bytes()
        finally:
            second.end()
    finally:
        put.kill()
        put.communicate()
