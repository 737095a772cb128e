"""A straitd with a few exports, and a way to run strait against it. Everything started here is ended here."""

import os
import pathlib
import subprocess
import threading

import pytest

BUILD = pathlib.Path(os.environ.get("STRAIT_BUILD", "build/release")).resolve()
STRAIT = BUILD / "bin" / "strait"
STRAITD = BUILD / "bin" / "straitd"
SLOWNESS = int(os.environ.get("STRAIT_SLOWNESS", "1"))  # of a build with sanitizers
TIMEOUT = 60 * SLOWNESS  # seconds for one command


class Server:
    def __init__(self, folder, exports, listen="127.0.0.1:0"):
        words = [str(STRAITD), "--listen", listen, "--state-dir", str(folder / "state"), "--log-level", "warning"]
        for name, store in exports.items():
            words += ["--export", f"{name}={store}"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        guard = threading.Timer(20 * SLOWNESS, self.process.kill)
        guard.start()
        line = self.process.stdout.readline()
        guard.cancel()
        assert line.startswith("straitd: ready on "), line
        self.address = line.split()[-1]

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(20 * SLOWNESS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


class World:
    """`data` is an export of self.data; `ro`, `denied`, `full` and `bad-disk` are the same folder with something wrong."""

    def __init__(self, folder):
        self.folder = folder
        self.data = folder / "export"
        self.data.mkdir()
        self.local = folder / "local"
        self.local.mkdir()
        self.server = Server(folder, {
            "data": self.data, "ro": f"{self.data},ro", "memory": "memory:",
            "denied": f"error:errno=EACCES:{self.data}",
            "full": f"error:errno=ENOSPC,calls=write:{self.data}",
            "bad-disk": f"error:errno=EIO,calls=commit:{self.data}"})

    def url(self, path="", export="data"):
        return f"strait://{self.server.address}/{export}" + (f"/{path}" if path else "")

    def environment(self, **more):
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("STRAIT_", "ROMIO_"))}
        return {**kept, "TZ": "UTC", **more}

    def run(self, *words, code=0, stdin=b"", env=None):
        """Runs strait; its standard output and error as text where they are text."""
        done = subprocess.run([str(STRAIT), *map(str, words)], input=stdin, capture_output=True, timeout=TIMEOUT,
                              cwd=self.local, env=self.environment(**(env or {})), check=False)
        assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
        return Outcome(done.stdout, done.stderr.decode())

    def start(self, *words, **how):
        return subprocess.Popen([str(STRAIT), *map(str, words)], cwd=self.local, env=self.environment(), **how)

    def close(self):
        self.server.stop()


class Outcome:
    def __init__(self, out, err):
        self.bytes = out
        self.err = err

    @property
    def text(self):
        return self.bytes.decode()


@pytest.fixture
def world(tmp_path):
    made = World(tmp_path)
    yield made
    made.close()


def pattern(size, seed=1):
    """Bytes that differ from place to place."""
    block = bytes((seed * 7 + i * 31 + (i >> 8)) & 0xFF for i in range(65521))
    return (block * (size // len(block) + 1))[:size]
