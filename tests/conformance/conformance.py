#!/usr/bin/env python3
"""Other people's tests of MPI-IO, unmodified, on files behind straitd: each has to end there as it does on local files.
They are fetched as source packages and built for each MPI, in folders that a later run uses again.

    conformance.py BUILD FOLDER FAMILY...
"""
import collections
import os
import pathlib
import re
import subprocess
import sys
import tarfile

import suites
import world

RANKS = 2
world.TIMEOUT = 900  # seconds; ranks that wait for each other on few processors take their time
UNITTEST = re.compile(r"^(\w+ \([\w.]+\)).*\.\.\. (?:.*\n)*?.*?\b(ok|FAIL|ERROR|skipped|expected failure)\b", re.M)
PYTEST = re.compile(r"^\S*?::(\S+) +(PASSED|FAILED|ERROR|SKIPPED|XFAIL)\b", re.M)


def command(*words, **environment):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, env={**os.environ, **environment})
    if done.returncode != 0:
        raise world.Failed(f"{' '.join(map(str, words))}:\n{done.stdout[-4000:]}")


class Suite:
    """A package built for a family: its interpreter, and its source tree."""

    def __init__(self, package, folder, family):
        self.package = package
        self.folder = folder / family / f"{package.name}-{package.version or 'current'}"
        self.python = self.folder / "venv/bin/python"

    def build(self, family):
        if (self.folder / "built").exists():
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        command("/usr/bin/python3", "-m", "venv", self.folder / "venv")
        pip = (self.python, "-m", "pip", "-q", "--disable-pip-version-check")
        variables = suites.compilers(family) | self.package.variables(family)
        for needed in self.package.needs:
            command(*pip, "install", *needed.split(), **variables)
        wanted = self.package.name + (f"=={self.package.version}" if self.package.version else "")
        isolated = () if self.package.isolated else ("--no-build-isolation",)
        from_source = ("--no-deps", "--no-binary", self.package.name, *isolated, wanted)
        command(*pip, "install", "--no-cache-dir", *from_source, **variables)
        command(*pip, "download", "-d", self.folder, *from_source, **variables)
        (archive,) = self.folder.glob("*.tar.gz")
        with tarfile.open(archive) as source:
            source.extractall(self.folder)
        (self.folder / "built").touch()

    def version(self):
        (archive,) = self.folder.glob("*.tar.gz")
        return archive.name.removesuffix(".tar.gz")

    def outcomes(self, place, name, words, prefix=(), environment=None):
        """{test: how it ended} for each rank."""
        report = place.scratch / f"report-{name}"
        keeps = f'exec "$@" >{report}.${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}} 2>&1'
        place.run("sh", "-c", keeps, "sh", *prefix, self.python, *words, ranks=RANKS, environment=environment, succeeds=False)
        pattern = PYTEST if "pytest" in words else UNITTEST
        found = []
        for rank in range(RANKS):
            file = pathlib.Path(f"{report}.{rank}")
            text = file.read_text(errors="replace") if file.exists() else ""
            found.append(dict(pattern.findall(text)))
            if not found[-1]:
                raise world.Failed(f"{self.version()} {name}: rank {rank} ran no test:\n{text[-3000:]}")
        return found


def compare(place, suite, test):
    """Runs one file of tests locally and remotely; (how they ended, differences)."""
    source = next(path for path in suite.folder.iterdir() if path.name == suite.version())
    words = suite.package.words(source, test)
    folder = place.scratch / "local"
    folder.mkdir(exist_ok=True)
    daemon = place.daemon()
    local = suite.outcomes(place, "local", words, environment={"TMPDIR": str(folder)})
    remote = suite.outcomes(place, "remote", words, (place.build / "bin/strait", "run"),
                            {"TMPDIR": str(daemon.folder), "STRAIT_MAP": f"{daemon.folder}={daemon.url('')}"})
    if "client connected" not in daemon.log():
        raise world.Failed(f"{suite.version()} {test}: nothing came to straitd")
    differences = [f"rank {rank}: {name}: {local[rank].get(name, 'not run')} locally, {remote[rank].get(name, 'not run')} remotely"
                   for rank in range(RANKS) for name in sorted(local[rank].keys() | remote[rank].keys())
                   if local[rank].get(name) != remote[rank].get(name)]
    endings = collections.Counter(how.lower() for how in remote[0].values())
    return ", ".join(f"{count} {how}" for how, count in endings.most_common()), differences


def main(build, folder, *families):
    failed = False
    for family in families:
        for package in suites.PACKAGES:
            suite = Suite(package, pathlib.Path(folder).resolve(), family)
            print(f"{family}: building {package.name} {package.version or '(current)'}", flush=True)
            suite.build(family)
            for test in package.tests:
                with world.World(build, folder, family) as place:
                    endings, differences = compare(place, suite, test)
                print(f"{family}: {suite.version()} {test}: {endings}; "
                      f"{'as on local files' if not differences else 'otherwise than on local files:'}", flush=True)
                print("".join(f"  {line}\n" for line in differences), end="")
                failed = failed or bool(differences)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except world.Failed as failure:
        sys.exit(str(failure))
