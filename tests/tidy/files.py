"""What can be said of one file: its size, how it begins, what was left behind in it."""

import re
from pathlib import Path

from exceptions import SLEEP_EXCEPTIONS
from tree import Finding, is_cpp, is_test

# Lines: (aim, limit). Above the aim a file is listed; above the limit the check fails. No exceptions: split by noun.
# The public headers are also their manual, and stand alone: one file to install, guarded as C programs expect it.
SIZES = {"source": (300, 500), "header": (150, 250), "public header": (300, 500), "test": (500, 700)}
PUBLIC_HEADERS = "include/"
MEASURED = {".cc", ".c", ".h", ".py", ".sh", ".f90", ".cmake"}

TEXT_SUFFIXES = {".md", ".py", ".sh", ".cmake", ".txt", ".json", ".x", ".f90", ".yml", ".yaml", ".service", ""}

# The rules' own files name what they look for.
OWN_FOLDER = "tests/tidy/"

LEFT_BEHIND = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b|\bnot (?:yet )?implemented\b", re.IGNORECASE)
SHOUTED = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b")
MERGE_MARKER = re.compile(r"^(?:<{7}|>{7}|\|{7})(?: |$)")
DISABLED_TEST = re.compile(r"\bTEST(?:_F|_P)?\s*\([^)]*\bDISABLED_|@(?:unittest|pytest\.mark)\.skip\b")
QUOTED_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
SLEEP = re.compile(r"\b(?:sleep_for|sleep_until|usleep|nanosleep)\s*\(|\btime\.sleep\(|(?<![\w.])sleep\(\d")

# Statements, not sentences: a call, an assignment, a return or a directive, and nothing around it. An example in a
# comment stands further in than its sentences.
COMMENTED_OUT = re.compile(
    r"""^\s*//+\s{0,2}(?:
        return\b[^.]*;
      | (?:\w+(?:::|\.|->))*\w+\([^()]*(?:\([^()]*\)[^()]*)*\)\s*;
      | (?:const\s+|auto\s+|static\s+)*[\w:<>,*&]+(?:\s+[\w:.\[\]]+)?\s=\s\S.*;
      | \#\s*(?:include|define|ifdef|ifndef|endif|pragma)\b.*
      | (?:if|for|while|switch)\s*\(.*\)\s*\{
      | \}\s*else\s*\{
    )\s*$""", re.VERBOSE)


def headers_of_tests(tree):
    """The headers that nothing but tests include, directly or through each other."""
    includers = {}
    for path in tree.paths:
        if is_cpp(path):
            for included in QUOTED_INCLUDE.findall(tree.text(path)):
                includers.setdefault("src/" + included, set()).add(path)
    found = set()
    while more := {header for header, by in includers.items() if header not in found
                   and all(is_test(path) or path in found for path in by)}:
        found |= more
    return found


def kind_of(path):
    if is_test(path) or Path(path).name.startswith("test_"):
        return "test"
    if path.startswith(PUBLIC_HEADERS):
        return "public header"
    return "header" if path.endswith(".h") else "source"


def check_sizes(tree):
    of_tests = headers_of_tests(tree)
    for path in tree.paths:
        if Path(path).suffix not in MEASURED:
            continue
        kind = "test" if path in of_tests else kind_of(path)
        aim, limit = SIZES[kind]
        count = len(tree.text(path).splitlines())
        if count > limit:
            yield Finding(path, 0, "file-size", f"{count} lines; a {kind} has at most {limit}")
        elif count > aim:
            yield Finding(path, 0, "file-size", f"{count} lines; a {kind} should have at most {aim}", fatal=False)


def check_headers(tree):
    for path in tree.with_suffix(".h"):
        lines = [line for _, line in tree.lines(path)]
        guarded = path.startswith(PUBLIC_HEADERS) and any(line.startswith("#ifndef STRAIT_") for line in lines)
        if "#pragma once" not in lines and not guarded:
            yield Finding(path, 0, "header-once", "has no #pragma once")
        first = next((line for line in lines if line.strip()), "")
        opening = []
        for line in lines:
            if line.strip() in ("", "#pragma once") or line.startswith("#"):
                break
            opening.append(line)
        if not first.startswith(("//", "/*")) or "." not in " ".join(opening):
            yield Finding(path, 1, "header-opening", "does not open with a paragraph that says what it is for")


def check_left_behind(tree):
    for path in tree.paths:
        if path.startswith(OWN_FOLDER):
            continue
        for number, line in tree.lines(path):
            if SHOUTED.search(line) or (is_cpp(path) and LEFT_BEHIND.search(line)):
                yield Finding(path, number, "left-behind", "work that was left for later")
            if MERGE_MARKER.match(line):
                yield Finding(path, number, "merge-marker", "a merge that was not finished")
            if is_cpp(path) and COMMENTED_OUT.match(line):
                yield Finding(path, number, "commented-out", "code that was commented out")
            if is_test(path) and DISABLED_TEST.search(line):
                yield Finding(path, number, "disabled-test", "a test that does not run")


def check_sleeps(tree):
    excepted = {exception[0] for exception in SLEEP_EXCEPTIONS}
    used = set()
    for path in tree.paths:
        if not is_test(path) or path.startswith(OWN_FOLDER):
            continue
        for number, line in tree.lines(path):
            if not SLEEP.search(line.split("//")[0]):
                continue
            if path in excepted:
                used.add(path)
            else:
                yield Finding(path, number, "sleep", "tests own the clock: wait for what happens, not for time")
    for path in sorted(excepted - used):
        if tree.exists(path):
            yield Finding(path, 0, "stale-exception", "no longer sleeps: remove the exception", fatal=False)


def check_white_space(tree):
    for path in tree.paths:
        if not is_cpp(path) and Path(path).suffix not in TEXT_SUFFIXES:
            continue
        text = tree.text(path)
        for number, line in tree.lines(path):
            if line != line.rstrip():
                yield Finding(path, number, "white-space", "blanks at the end of the line")
            if is_cpp(path) and "\t" in line:
                yield Finding(path, number, "white-space", "a tab")
        if text and not text.endswith("\n"):
            yield Finding(path, 0, "white-space", "no line end at the end of the file")


CHECKS = (check_sizes, check_headers, check_left_behind, check_sleeps, check_white_space)
