#!/usr/bin/env python3
"""Writes the shims: for each function of functions.table its MPI_ and its PMPI_ name, each of which enters, calls one
function of strait::mpiio or the next library's, and leaves.

    generate.py functions.table {mpich|openmpi} shims.cc
"""
import re
import sys

# What the two families' headers have of MPI-4.0.
LARGE_COUNTS = {"mpich": True, "openmpi": False}

HEAD = """\
// Generated from functions.table by generate.py.
#include "mpiio/calls.h"
#include "mpiio/enter.h"
#include "mpiio/next.h"

#define STRAIT_SHIM __attribute__((visibility("default")))

using strait::mpiio::Next;
using strait::mpiio::OpenFile;

extern "C" {
"""

LINE = re.compile(r"^(?P<kind>file|unsupported|whole)(?:@(?P<family>\w+))?\s+MPI_(?P<name>\w+)\((?P<parameters>.*)\)(?:\s*->\s*(?P<result>\w+))?$")


class Function:
    def __init__(self, line):
        match = LINE.match(line)
        if not match:
            raise SystemExit(f"functions.table: cannot read: {line}")
        self.kind = match["kind"]
        self.family = match["family"]
        self.name = match["name"]
        self.result = match["result"] or "int"
        self.parameters = [p.strip() for p in match["parameters"].split(",")]
        self.large = any(p.split()[0] in ("COUNT", "EXTENT") for p in self.parameters)

    def call(self):
        """The name in strait::mpiio: File_read_at -> read_at."""
        name = self.name.removeprefix("File_").lower()
        return "strait::mpiio::" + {"delete": "remove"}.get(name, name)

    def write(self, out, prefix, large):
        name = f"{prefix}MPI_{self.name}" + ("_c" if large else "")
        kinds = {"COUNT": "MPI_Count" if large else "int", "EXTENT": "MPI_Count" if large else "MPI_Aint"}
        parameters = [re.sub(r"^(COUNT|EXTENT)\b", lambda m: kinds[m[0]], p) for p in self.parameters]
        names = [re.search(r"(\w+)$", p)[1] for p in parameters]
        arguments = ", ".join(names)
        out.append(f"STRAIT_SHIM {self.result} {name}({', '.join(parameters)}) {{")
        out.append(f"  static Next<decltype(&{name})> next{{\"{name}\"}};")
        if self.kind == "whole":
            out.append(f"  return {self.call()}(next, {arguments});")
        else:
            body = f"{self.call()}({', '.join(['*file'] + names[1:])})" if self.kind == "file" else "strait::mpiio::unsupported()"
            out.append("  if (OpenFile* file = strait::mpiio::find_file(fh))")
            out.append(f"    return strait::mpiio::enter(*file, \"MPI_{self.name}\", [&] {{ return {body}; }});")
            out.append(f"  return next({arguments});")
        out.append("}")


def main(table, family, output):
    with open(table, encoding="utf-8") as lines:
        functions = [Function(line.strip()) for line in lines if line.strip() and not line.startswith("#")]
    out = [HEAD]
    for function in functions:
        if function.family not in (None, family):
            continue
        for large in (False, True):
            if large and not (function.large and LARGE_COUNTS[family]):
                continue
            for prefix in ("", "P"):
                function.write(out, prefix, large)
    out.append("}")
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
