"""The README's tour, its commands run as they stand there: tour.py BUILD ROOT. Only the port is another, because the usual
one may be taken, and the first block, which builds, is replaced by an installation of this build."""
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile

from demo import LAUNCHER
from processes import Failed, run_bounded

HEADING = "## A tour of five minutes"
BLOCK = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# What a reader does by himself: waits until the daemon is there, and ends it when he has had enough.
READER = """set -eu
trap 'kill $daemon 2>/dev/null || true' EXIT
arrived() { for _ in 1 2 3 4 5; do if strait ping -n 1 strait://localhost; then return; fi; done; return 1; }
"""
STARTED = "daemon=$!\n"


def script_of(readme, port):
    tour = readme.split(HEADING)[1].split("\n## ")[0]
    blocks = BLOCK.findall(tour)
    if len(blocks) < 6 or "make install" not in blocks[0]:
        raise Failed("the tour's blocks are not as expected")
    text = READER + "".join(blocks[1:]).replace(STARTED, STARTED + "arrived\n")
    return (text.replace("strait://localhost", f"strait://localhost:{port}")
            .replace("straitd --export", f"straitd --listen 127.0.0.1:{port} --export"))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def main(build, root):
    root = pathlib.Path(root)
    with tempfile.TemporaryDirectory(prefix="strait-tour-") as home:
        home = pathlib.Path(home)
        subprocess.run(["cmake", "--install", build, "--prefix", home / "strait"], check=True, stdout=subprocess.DEVNULL)
        place = home / "strait-source"
        (place / "examples" / "demo").mkdir(parents=True)
        for name in ("README.md", "examples/demo/jacobi.c"):
            shutil.copy(root / name, place / name)
        environment = {**os.environ, **LAUNCHER, "HOME": str(home), "PATH": f"{home}/strait/bin:{os.environ['PATH']}"}
        environment.pop("XDG_STATE_HOME", None)
        run_bounded(["bash", "-c", script_of((root / "README.md").read_text(), free_port())], place, environment)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Failed as failure:
        sys.exit(str(failure))
