#!/usr/bin/env python3
"""Checks that the tree is as CONTRIBUTING.md says: tidy.py [ROOT]. Warnings are listed; errors end it with 1."""

import sys
from pathlib import Path

import docs
import files
import rooms
from tree import Tree

CHECKS = rooms.CHECKS + files.CHECKS + docs.CHECKS


def findings(tree):
    return sorted((f for check in CHECKS for f in check(tree)), key=lambda f: (f.fatal, f.path, f.line, f.rule))


def main(arguments):
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parents[2]
    found = findings(Tree(root))
    for finding in found:
        print(finding)
    fatal = sum(f.fatal for f in found)
    print(f"tidy: {fatal} errors, {len(found) - fatal} warnings")
    return 1 if fatal else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
