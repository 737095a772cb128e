"""`make install`: what lands where, and that the installed programs work by themselves."""

import os
import subprocess

import pytest
from conftest import BUILD, STRAIT, STRAITD

CMAKE = os.environ.get("STRAIT_CMAKE", "cmake")


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prefix")
    subprocess.run([CMAKE, "--install", str(BUILD), "--prefix", str(folder)], check=True, capture_output=True)
    return folder


def test_what_is_installed(prefix):
    for path in ("bin/strait", "bin/straitd", "include/strait/strait.h", "share/man/man1/strait.1",
                 "share/man/man1/straitd.1", "share/bash-completion/completions/strait"):
        assert (prefix / path).is_file(), path
    assert list(prefix.glob("lib*/**/libstrait.so*"))
    for library in (BUILD / "lib").glob("libstrait-mpi-*.so"):
        assert list(prefix.glob(f"lib*/**/{library.name}")), library.name


def test_installed_programs_run(prefix):
    for program in ("strait", "straitd"):
        done = subprocess.run([str(prefix / "bin" / program), "--version"], capture_output=True, text=True, check=True,
                              env={"PATH": "/usr/bin:/bin"})
        assert done.stdout.startswith(program + " ")


@pytest.mark.parametrize("library", sorted(path.name for path in (BUILD / "lib").glob("libstrait-mpi-*.so")))
def test_installed_run_finds_its_libraries_beside_itself(prefix, library):
    family = library.removeprefix("libstrait-mpi-").removesuffix(".so")
    command = [str(prefix / "bin/strait"), "run", "--mpi", family, "/usr/bin/env"]
    environment = {"PATH": "/usr/bin:/bin"}
    sanitizer = os.environ.get("STRAIT_SANITIZER_RUNTIME")
    if sanitizer:  # env is built without it
        environment["LD_PRELOAD"] = sanitizer
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    (preloaded,) = [line.split("=", 1)[1] for line in done.stdout.splitlines() if line.startswith("LD_PRELOAD=")]
    ours = preloaded.split(":")[-1]
    assert ours.startswith(f"{prefix}/lib") and ours.endswith(library)
    assert preloaded == (f"{sanitizer}:{ours}" if sanitizer else ours)


@pytest.mark.parametrize("page", ["strait.1", "straitd.1"])
def test_manual_pages_are_clean(prefix, page):
    path = str(prefix / "share/man/man1" / page)
    formatter = ["groff", "-man", "-Tutf8", "-ww", path]
    done = subprocess.run(formatter, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "NAME" in done.stdout and "EXPORT" in done.stdout.upper()


def test_manual_pages_know_every_option():
    for program in (STRAIT, STRAITD):
        page = subprocess.run([str(program), "--manual-page"], capture_output=True, text=True, check=True).stdout
        text = subprocess.run([str(program), "--help"], capture_output=True, text=True, check=True).stdout
        for word in text.split():
            if word.startswith("--") and word.rstrip(",.:").count("-") >= 2 and word[2:3].isalpha():
                name = word.rstrip(",.:;'").split("=")[0]
                assert name.replace("-", "\\-") in page, (program, name)


def complete(prefix, *words):
    """What bash offers for the last word."""
    script = (f". {prefix}/share/bash-completion/completions/strait; COMP_WORDS=({' '.join(repr(w) for w in words)}); "
              f"COMP_CWORD={len(words) - 1}; _strait; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_completion(prefix):
    assert complete(prefix, "strait", "m") == ["mkdir", "mv"]
    assert complete(prefix, "strait", "get", "--c") == ["--continue"]
    assert "--human-readable" in complete(prefix, "strait", "ls", "-")
    assert complete(prefix, "strait", "help", "st") == ["stat"]
    assert complete(prefix, "strait", "ls", "x") == []
    assert complete(prefix, "strait", "version", "") == []
    assert "bash" in complete(prefix, "strait", "run", "bas")
