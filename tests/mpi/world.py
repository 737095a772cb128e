"""Where the MPI tests run: scratch folders, the MPI families, programs under mpiexec, and a straitd. Everything started
here is ended here, by its process id."""
import difflib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

RANKS = 4
# A build with sanitizers is so many times slower, and its libraries need the sanitizer's own before them.
SLOWNESS = int(os.environ.get("STRAIT_SLOWNESS", "1"))
RUNTIME = os.environ.get("STRAIT_SANITIZER_RUNTIME")
TIMEOUT = 60 * SLOWNESS  # seconds for one program under mpiexec

# Started as root in a container, on few processors, with no remote shell.
OPENMPI = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_plm_rsh_agent": "",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_btl_base_warn_component_unused": "0",
}


class Failed(Exception):
    """A test has failed; the text says why."""


def difference(expected, found):
    return "\n".join(difflib.unified_diff(expected.splitlines(), found.splitlines(), "expected", "found", lineterm="", n=1))


class World:
    def __init__(self, build, programs, family, scratch=None):
        self.build = pathlib.Path(build)
        self.programs = pathlib.Path(programs)
        self.family = family
        self.library = self.build / "lib" / f"libstrait-mpi-{family}.so"
        self.scratch = scratch or pathlib.Path(tempfile.mkdtemp(prefix="strait-mpi-"))
        self.daemons = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for daemon in self.daemons:
            daemon.stop()
        shutil.rmtree(self.scratch, ignore_errors=True)

    def run(self, *command, ranks=RANKS, preload=None, environment=None, succeeds=True):
        """Runs a program under this family's mpiexec, with `preload` (a list of libraries) in the ranks only."""
        launch = [f"mpiexec.{self.family}", "-n", str(ranks)]
        if RUNTIME:
            preload = [RUNTIME, *(preload or [])]
        if preload:
            launch += ["env", "LD_PRELOAD=" + ":".join(str(p) for p in preload)]
        return self.words(*launch, *command, environment=environment, succeeds=succeeds)

    def words(self, *command, environment=None, succeeds=True):
        """Runs exactly these words."""
        everything = {**os.environ, **OPENMPI, **(environment or {})}
        with subprocess.Popen([str(c) for c in command], env=everything, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.scratch,
                              start_new_session=True) as process:
            try:
                stdout, stderr = process.communicate(timeout=TIMEOUT)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)  # the session is ours: mpiexec and its ranks
                stdout, stderr = process.communicate()
                raise Failed(f"{' '.join(map(str, command))}: still running after {TIMEOUT} s\n{stdout}{stderr}") from None
        if succeeds and process.returncode != 0:
            raise Failed(f"{' '.join(map(str, command))}: exit code {process.returncode}\n{stdout}{stderr}")
        return subprocess.CompletedProcess(command, process.returncode, stdout, stderr)

    def strait_run(self, *command, **how):
        """As run, with `strait run` in front of the program."""
        return self.run(self.build / "bin" / "strait", "run", *command, **how)

    def daemon(self, *arguments, export="data", storage=""):
        """`storage`: what stands before the folder in --export, "delay:ms=2:"."""
        daemon = Daemon(self.build / "bin" / "straitd", self.scratch, export, storage, arguments)
        self.daemons.append(daemon)
        return daemon


class Daemon:
    """A straitd on a free port, with one export in a folder of its own."""

    def __init__(self, program, scratch, export, storage, arguments):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="export-", dir=scratch))
        state = pathlib.Path(tempfile.mkdtemp(prefix="state-", dir=scratch))
        self.export = export
        self.log_path = state.with_suffix(".log")
        self.words = [str(program), "--state-dir", str(state), "--export", f"{export}={storage}{self.folder}", *arguments]
        self.start("127.0.0.1:0")

    def start(self, address):
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen([*self.words, "--listen", address], stdout=subprocess.PIPE, stderr=log, text=True)
        guard = threading.Timer(10 * SLOWNESS, self.process.kill)
        guard.start()
        line = self.process.stdout.readline()
        guard.cancel()
        if not line.startswith("straitd: ready on "):
            self.stop()
            raise Failed(f"straitd is not ready: {line!r}\n{self.log()}")
        self.address = line.split()[-1]

    def url(self, name):
        return f"strait://{self.address}/{self.export}/{name}"

    def log(self):
        return self.log_path.read_text()

    def kill_and_start_again(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.start(self.address)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10 * SLOWNESS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def main(test):
    try:
        test(*sys.argv[1:])
    except Failed as failure:
        sys.exit(str(failure))
