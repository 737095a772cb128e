"""Whether the demo notices what it should, and leaves nothing behind: demo_itself.py BUILD. It is given builds whose
programs do the wrong thing."""
import os
import pathlib
import subprocess
import sys
import tempfile

import demo
from processes import Failed

# Runs the program with another last argument, the number of snapshots or sweeps.
OTHER_BYTES = """#!/bin/sh
if [ "$1" != run ]; then exec {strait} "$@"; fi
program=$2 name=$3
case $program in */jacobi) exec {strait} run "$program" "$name" "$4" "$5" 9 ;; esac
exec {strait} "$@"
"""
WRITES_HERE = "#!/bin/sh\ntouch here-by-mistake\nexec {strait} \"$@\"\n"
NEVER_READY = "#!/bin/sh\necho 'straitd: no'\n"

FAULTS = {
    ("strait", OTHER_BYTES): "differs from the one that was written here",
    ("strait", WRITES_HERE): "left files here",
    ("straitd", NEVER_READY): "has not become ready",
}


def faulty_build(build, folder, program, script):
    (folder / "bin").mkdir(parents=True)
    (folder / "examples").symlink_to(build / "examples")
    for name in ("strait", "straitd"):
        path = folder / "bin" / name
        if name == program:
            path.write_text(script.format(strait=build / "bin" / "strait"))
            path.chmod(0o755)
        else:
            path.symlink_to(build / "bin" / name)
    return folder


def check(build, scratch, program, script, complaint):
    folder = faulty_build(build, scratch / "build", program, script)
    (scratch / "temporary").mkdir()
    done = subprocess.run([sys.executable, "-B", demo.__file__, folder, "--small", "--picture", scratch / "picture.png"],
                          env={**os.environ, "TMPDIR": str(scratch / "temporary")}, capture_output=True, text=True,
                          timeout=200, check=False)
    if done.returncode != 1 or complaint not in done.stderr:
        raise Failed(f"exit code {done.returncode}, where it should be 1 with '{complaint}':\n{done.stdout}{done.stderr}")
    left = [path.name for path in (scratch / "temporary").glob("strait-*")]
    if left:
        raise Failed(f"left behind: {left}")


def main(build):
    for (program, script), complaint in FAULTS.items():
        with tempfile.TemporaryDirectory(prefix="strait-demo-itself-") as scratch:
            check(pathlib.Path(build).resolve(), pathlib.Path(scratch), program, script, complaint)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Failed as failure:
        sys.exit(str(failure))
