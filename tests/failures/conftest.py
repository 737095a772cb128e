"""A straitd that may be killed, and a program that uses libstrait. Everything started here is ended here."""

import ctypes
import os
import pathlib
import subprocess
import sys
import threading

import pytest

BUILD = pathlib.Path(os.environ.get("STRAIT_BUILD", "build/release")).resolve()
STRAITD = BUILD / "bin" / "straitd"
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "protocol"))

# A build with sanitizers is so many times slower; who sets LD_PRELOAD means the interpreter.
SLOWNESS = int(os.environ.get("STRAIT_SLOWNESS", "1"))
READY_SECONDS = 20 * SLOWNESS
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}


class Daemon:
    """`prefix` are words that run before straitd: who it is, what it sees."""

    def __init__(self, folder, exports, listen="127.0.0.1:0", prefix=()):
        self.words = [*prefix, str(STRAITD), "--state-dir", str(folder / "state"), "--log-level", "error"]
        for name, store in exports.items():
            self.words += ["--export", f"{name}={store}"]
        self.process = None
        self.address = listen
        self.start()

    def start(self):
        """On the address of before, where there was one."""
        self.process = subprocess.Popen([*self.words, "--listen", self.address], stdout=subprocess.PIPE, text=True,
                                        env=ENVIRONMENT)
        guard = threading.Timer(READY_SECONDS, self.process.kill)
        guard.start()
        line = self.process.stdout.readline()
        guard.cancel()
        assert line.startswith("straitd: ready on "), line
        self.address = line.split()[-1]

    @property
    def place(self):
        host, port = self.address.rsplit(":", 1)
        return host, int(port)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20 * SLOWNESS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process.stdout.close()


class Failure(Exception):
    def __init__(self, kind, message):
        super().__init__(f"{kind}: {message}")
        self.kind = kind
        self.message = message


class Name(ctypes.Structure):
    _fields_ = [("parent", ctypes.c_void_p), ("name", ctypes.c_char_p)]


class Hint(ctypes.Structure):
    _fields_ = [("key", ctypes.c_char_p), ("value", ctypes.c_char_p)]


class Library:
    """What strait.h declares, as far as it is used here."""

    def __init__(self):
        self.c = ctypes.CDLL(str(BUILD / "lib" / "libstrait.so"))
        self.c.strait_message.restype = ctypes.c_char_p
        self.c.strait_result_name.restype = ctypes.c_char_p
        self.c.strait_create.argtypes = [ctypes.c_void_p, Name, ctypes.c_uint32, ctypes.c_int, ctypes.c_void_p,
                                         ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
        self.c.strait_lookup.argtypes = [ctypes.c_void_p, Name, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
        for call in (self.c.strait_pread, self.c.strait_pwrite):
            call.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64,
                             ctypes.c_void_p, ctypes.c_void_p]
        self.c.strait_commit.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
        self.c.strait_null.argtypes = self.c.strait_disconnect.argtypes = [ctypes.c_void_p]
        self.c.strait_null.argtypes = [ctypes.c_void_p, ctypes.c_void_p]

    def check(self, result):
        if result != 0:
            raise Failure(self.c.strait_result_name(result).decode(), self.c.strait_message().decode())


class Client:
    def __init__(self, address, timeout="20s"):
        self.library = Library()
        self.server = ctypes.c_void_p()
        hints = (Hint * 2)(Hint(b"strait_timeout", timeout.encode()), Hint(None, None))
        self.library.check(self.library.c.strait_connect(f"strait://{address}".encode(), hints,
                                                         ctypes.byref(self.server)))

    def close(self):
        self.library.c.strait_disconnect(self.server)

    def _named(self, call, path, *rest):
        handle = ctypes.create_string_buffer(32)
        self.library.check(call(self.server, Name(None, path.encode()), *rest[:2], handle, *rest[2:]))
        return handle

    def create(self, path):
        return self._named(self.library.c.strait_create, path, 0o666, 0, None, None, None)

    def lookup(self, path):
        handle = ctypes.create_string_buffer(32)
        self.library.check(self.library.c.strait_lookup(self.server, Name(None, path.encode()), handle, None, None))
        return handle

    def write(self, handle, data, offset=0):
        done = ctypes.c_uint64()
        self.library.check(self.library.c.strait_pwrite(self.server, handle, data, len(data), offset,
                                                        ctypes.byref(done), None))
        return done.value

    def read(self, handle, size, offset=0):
        memory = ctypes.create_string_buffer(size)
        done = ctypes.c_uint64()
        self.library.check(self.library.c.strait_pread(self.server, handle, memory, size, offset, ctypes.byref(done),
                                                       None))
        return memory.raw[:done.value]

    def commit(self, handle):
        self.library.check(self.library.c.strait_commit(self.server, handle, 3, None))

    def ping(self):
        self.library.check(self.library.c.strait_null(self.server, None))


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "export"
    folder.mkdir()
    return folder


@pytest.fixture
def daemons(tmp_path):
    """Makes daemons that end with the test."""
    made = []

    def make(exports, **how):
        folder = tmp_path / f"daemon{len(made)}"
        folder.mkdir(mode=0o777)
        folder.chmod(0o777)
        made.append(Daemon(folder, exports, **how))
        return made[-1]

    yield make
    for daemon in made:
        daemon.stop()


@pytest.fixture
def clients():
    """Makes clients that end with the test."""
    made = []

    def make(address, **how):
        made.append(Client(address, **how))
        return made[-1]

    yield make
    for client in made:
        client.close()
