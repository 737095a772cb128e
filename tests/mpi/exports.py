#!/usr/bin/env python3
"""The library to be preloaded shows the functions it interposes and nothing else, and brings no library along that could
meet the program's own.

    exports.py libstrait-mpi-<family>.so <family> functions.table exports.map
"""
import pathlib
import re
import subprocess
import sys

# What a program that is preloaded may meet without harm: its own MPI, and the C library.
WELCOME = re.compile(r"^(libmpi(ch)?\.so\.\d+|libc\.so\.6|libm\.so\.6|ld-linux-x86-64\.so\.2|libdl\.so\.2|libpthread\.so\.0)$")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main(library, family, table, exports):
    rows = re.findall(r"^\w+(?:@(\w+))?\s+(MPI_\w+)\(", pathlib.Path(table).read_text(), re.M)
    names = {name for only, name in rows if only in ("", family)}
    others = set(re.findall(r"^    (\w+);", pathlib.Path(exports).read_text(), re.M))
    shown = {line.split()[-1] for line in output("nm", "-D", "--defined-only", library).splitlines()}
    problems = []
    for name in sorted(names):
        problems += [f"{p}{name} is not exported" for p in ("", "P") if p + name not in shown]
    for name in sorted(shown):
        plain = name.removeprefix("P")
        if not (plain in names or plain.removesuffix("_c") in names or name in others):
            problems.append(f"{name} is exported and should not be")
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", library))
    problems += [f"{name} is needed and should not be" for name in needed if not WELCOME.match(name)]
    if not any(name.startswith("libmpi") for name in needed):
        problems.append("the real MPI is not needed: under Python RTLD_NEXT would not find it")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
