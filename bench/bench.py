#!/usr/bin/env python3
"""Measures Strait against the limits of the machine that it runs on, and writes a table and JSON. See README.md."""

import argparse
import dataclasses
import json
import pathlib
import tempfile
import time

from figures import Bench

COLUMNS = ("figure", "limit", "limit's", "ours", "ratio", "pairs", "cpu", "bar", "met")
WIDTHS = (46, 24, 12, 12, 6, 11, 5, 15, 4)


def row(cells):
    return "  ".join(str(cell).ljust(width) for cell, width in zip(cells, WIDTHS)).rstrip()


def cells_of(figure):
    ratio = "" if figure.ratio is None else f"{figure.ratio:.3g}" if figure.ratio >= 10 else f"{figure.ratio:.2f}"
    spread = "" if figure.spread is None else f"{figure.spread[0]:.2f}-{figure.spread[1]:.2f}"
    processor = "" if figure.processor is None else f"{figure.processor:.2f}"
    met = {True: "yes", False: "NO", None: "-"}[figure.met]
    return figure.name, figure.limit, figure.bare, figure.ours, ratio, spread, processor, figure.bar, met


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path, help="build directory, as build/release")
    parser.add_argument("--pairs", type=int, default=5, help="measurements of each side (default 5)")
    parser.add_argument("--idle", type=int, default=10, help="seconds that an idle client is watched (default 10)")
    parser.add_argument("--only", help="only figures whose name has this in it")
    parser.add_argument("--json", type=pathlib.Path, help="default: bench.json beside the build directory")
    options = parser.parse_args()
    began = time.monotonic()
    print(row(COLUMNS))
    figures = []
    with tempfile.TemporaryDirectory(prefix="strait-bench-", dir="/dev/shm") as scratch:
        bench = Bench(options.build.resolve() / "bin", pathlib.Path(scratch), options.pairs, options.idle)
        for name, measure in bench.measures():
            if options.only and options.only not in name:
                continue
            figures.append(measure())
            print(row(cells_of(figures[-1])), flush=True)
    written = options.json or options.build.resolve().parent / "bench.json"
    written.write_text(json.dumps([dataclasses.asdict(figure) for figure in figures], indent=2) + "\n")
    missed = sum(figure.met is False for figure in figures)
    print(f"{len(figures)} figures in {time.monotonic() - began:.0f} s, {missed} below their bar; {written}")


if __name__ == "__main__":
    main()
