"""The files that are checked, and what a check finds.

A check is a function from a Tree to findings; it reads the tree and nothing else, so that the tests can hand it a small
one of their own.
"""

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

# Made by the build, by tools or by fuzzers: not written by anybody.
SKIPPED_FOLDERS = {".git", ".cache", "build", "__pycache__", ".pytest_cache"}
CORPUS_SUFFIX = "_corpus"
BINARY_SUFFIXES = {".png", ".jpg", ".gz", ".bin", ".h5", ".nc", ".pyc"}

CPP_SUFFIXES = {".cc", ".h", ".c", ".inc"}
# What only tests, benchmarks and fuzzers are made of.
TEST_SUFFIXES = ("_test.cc", "_bench.cc", "_fuzz.cc", "_test.h", "_for_test.h", "_for_test.cc")


@dataclass(frozen=True)
class Finding:
    path: str  # relative to the root
    line: int  # 0: the file as a whole
    rule: str
    message: str
    fatal: bool = True

    def __str__(self):
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {'error' if self.fatal else 'warning'}: {self.message} [{self.rule}]"


class Tree:
    def __init__(self, root):
        self.root = Path(root)
        self._texts = {}

    @cached_property
    def paths(self):
        """Every text file, relative to the root, with forward slashes, sorted."""
        found = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = [f for f in folders if f not in SKIPPED_FOLDERS and not f.endswith(CORPUS_SUFFIX)]
            base = Path(folder).relative_to(self.root)
            found += [(base / n).as_posix() for n in names if Path(n).suffix not in BINARY_SUFFIXES]
        return sorted(found)

    def text(self, path):
        if path not in self._texts:
            self._texts[path] = (self.root / path).read_text(encoding="utf-8", errors="replace")
        return self._texts[path]

    def lines(self, path):
        """(number, line) from 1."""
        return enumerate(self.text(path).splitlines(), start=1)

    def exists(self, path):
        return (self.root / path).exists()

    def under(self, folder, suffixes=None):
        prefix = folder.rstrip("/") + "/"
        return [p for p in self.paths if p.startswith(prefix) and (suffixes is None or Path(p).suffix in suffixes)]

    def with_suffix(self, *suffixes):
        return [p for p in self.paths if Path(p).suffix in suffixes]


def is_test(path):
    return path.endswith(TEST_SUFFIXES) or path.startswith("tests/") or "/testing/" in path


def is_cpp(path):
    return Path(path).suffix in CPP_SUFFIXES
