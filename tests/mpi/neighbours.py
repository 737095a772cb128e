#!/usr/bin/env python3
"""Beside another preloaded profiling tool, in both orders, and across fork and exec.

    neighbours.py BUILD PROGRAMS FAMILY
"""
import world


def main(build, programs, family):
    with world.World(build, programs, family) as place:
        daemon = place.daemon()
        tool = place.programs / "libcounter_tool.so"
        # In front of us the tool sees every call; behind us only those that are not ours.
        for title, preload, expected in (("before", [tool, place.library], "opens 2 writes 2"),
                                         ("behind", [place.library, tool], "opens 1 writes 1")):
            local = place.scratch / f"{title}.local"
            done = place.run(place.programs / "two_files", daemon.url(title), local, ranks=2, preload=preload)
            if done.stdout.strip() != expected:
                raise world.Failed(f"tool {title} us: it counted {done.stdout!r}, not {expected!r}")
            if local.read_bytes() != (daemon.folder / title).read_bytes():
                raise world.Failed(f"tool {title} us: the files differ")


if __name__ == "__main__":
    world.main(main)
