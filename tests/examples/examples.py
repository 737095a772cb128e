"""The C programs of examples/c against a straitd: examples.py BUILD. They end with 0, say what they should, and leave
nothing behind."""
import pathlib
import sys
import tempfile

from processes import Daemon, Failed, run_bounded

EXPECTED = {
    "example_copy_in_pieces": ["wrote 64000 bytes in 1000 pieces", "read 64000 bytes; the file has 128000",
                               "afterwards: not_found"],
    "example_pass_on": ["written by the parent", "written by the child"],
    "example_tree": ["branch-2/", "  leaf-4", "28056 bytes in 15 leaves", "removing it at once: not_empty"],
}


def main(build):
    programs = pathlib.Path(build).resolve() / "bin"
    with tempfile.TemporaryDirectory(prefix="strait-examples-") as scratch:
        scratch = pathlib.Path(scratch)
        export = scratch / "export"
        export.mkdir()
        with Daemon(programs / "straitd", {"data": export}, scratch) as daemon:
            for name, expected in EXPECTED.items():
                said = run_bounded([programs / name, f"strait://{daemon.address}", "data/example"], scratch)
                missing = [line for line in expected if line not in said]
                if missing:
                    raise Failed(f"{name} has not said {missing}:\n{said}")
                left = [path.name for path in export.iterdir()]
                if left:
                    raise Failed(f"{name} has left {left}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Failed as failure:
        sys.exit(str(failure))
