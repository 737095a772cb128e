"""Programs that are started, waited for within bounds, and ended by their process id, whatever happens."""
import os
import select
import signal
import subprocess

READY = "straitd: ready on "
STARTS_WITHIN = 10  # seconds
ENDS_WITHIN = 10
RUNS_WITHIN = 120


class Failed(Exception):
    """Something went wrong; the text says what."""


def run_bounded(command, folder, environment=None):
    """What the program wrote to standard output. It and its children end with the call."""
    command = [str(word) for word in command]
    with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            said, complained = process.communicate(timeout=RUNS_WITHIN)
        except BaseException as cause:  # an interrupt from the keyboard, too
            os.killpg(process.pid, signal.SIGKILL)
            said, complained = process.communicate()
            if not isinstance(cause, subprocess.TimeoutExpired):
                raise
            raise Failed(f"{' '.join(command)}\nhas not ended after {RUNS_WITHIN} s\n{said}{complained}") from None
    if process.returncode != 0:
        raise Failed(f"{' '.join(command)}\nended with {process.returncode}\n{said}{complained}")
    return said


def output_of(command):
    """The bytes that a command writes to standard output."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, timeout=RUNS_WITHIN, check=True)
    return done.stdout


class Daemon:
    """A straitd on a free port of the loopback. Its log goes to `scratch`/straitd.log."""

    def __init__(self, program, exports, scratch):
        self.program = program
        self.exports = exports
        self.scratch = scratch
        self.address = None

    def __enter__(self):
        command = [self.program, "--listen", "127.0.0.1:0", "--state-dir", self.scratch / "state"]
        for name, folder in self.exports.items():
            command += ["--export", f"{name}={folder}"]
        with open(self.scratch / "straitd.log", "wb") as log:
            self.process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=log,
                                            start_new_session=True)
        readable, _, _ = select.select([self.process.stdout], [], [], STARTS_WITHIN)
        line = self.process.stdout.readline().decode() if readable else ""
        if not line.startswith(READY):
            self.__exit__()
            log = (self.scratch / "straitd.log").read_text()
            raise Failed(f"straitd has not become ready within {STARTS_WITHIN} s: {line}{log}")
        self.address = line.removeprefix(READY).strip()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
