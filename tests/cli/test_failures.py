"""What goes wrong is said in one line that begins as every Unix program's does, and in the exit code."""

import os
import socket
import subprocess

import pytest

from conftest import BUILD, STRAIT


def only_line(outcome):
    lines = outcome.err.splitlines()
    assert len(lines) == 1, outcome.err
    return lines[0]


def test_missing_file(world):
    name = world.url("missing")
    for command in ("ls", "stat", "cat", "get", "rm"):
        line = only_line(world.run(command, name, code=1))
        assert line == f"strait: {command}: {name}: No such file or directory (not_found)"


def test_closed_port(world):
    with socket.socket() as taken:  # bound and not listening: nobody else gets it
        taken.bind(("127.0.0.1", 0))
        name = f"strait://127.0.0.1:{taken.getsockname()[1]}/data/x"
        for words in (["cat", name], ["ping", name], ["put", "/dev/null", name]):
            line = only_line(world.run(*words, code=1))
            assert "Connection refused" in line and "is straitd running there" in line and "(unavailable)" in line


def test_unknown_host(world):
    line = only_line(world.run("ls", "strait://no-such-host.invalid/data", code=1))
    assert "no-such-host.invalid" in line


def test_unknown_export(world):
    line = only_line(world.run("ls", f"strait://{world.server.address}/other", code=1))
    assert "'other'" in line and "(unknown_export)" in line and "--export" in line


def test_read_only_export(world):
    (world.data / "x").write_bytes(b"x")
    source = world.local / "y"
    source.write_bytes(b"y")
    for words in (["put", source, world.url("y", "ro")], ["mkdir", world.url("d", "ro")], ["rm", world.url("x", "ro")],
                  ["mv", world.url("x", "ro"), world.url("z", "ro")], ["ping", world.url(export="ro")]):
        assert "(read_only)" in only_line(world.run(*words, code=1))
    assert world.run("cat", world.url("x", "ro")).bytes == b"x"


def test_no_permission(world):
    (world.data / "x").write_bytes(b"x")
    for words in (["ls", world.url("x", "denied")], ["cat", world.url("x", "denied")], ["mkdir", world.url("d", "denied")]):
        line = only_line(world.run(*words, code=1))
        assert line.endswith(": Permission denied (permission_denied); the user that straitd runs as has no right to it")


def test_full_disk_at_the_server(world):
    (world.local / "x").write_bytes(b"x")
    assert "(no_space)" in only_line(world.run("put", "x", world.url("x", "full"), code=1))
    assert not (world.data / "x").exists()


def test_what_is_not_on_stable_storage_is_not_there(world):
    (world.local / "x").write_bytes(b"x")
    assert "(io)" in only_line(world.run("put", "x", world.url("x", "bad-disk"), code=1))
    assert list(world.data.iterdir()) == []  # nor a part that -c would trust


def test_full_disk_here(world):
    (world.data / "x").write_bytes(b"x" * 100000)
    assert "No space left on device" in only_line(world.run("get", world.url("x"), "/dev/full", code=1))


def test_names_that_are_too_long(world):
    line = only_line(world.run("cat", world.url("x" * 256), code=1))
    assert line.endswith("File name too long (name_too_long)")


def test_directories_in_the_way(world):
    (world.data / "folder").mkdir()
    (world.data / "folder/file").write_bytes(b"x")
    assert "Is a directory" in only_line(world.run("cat", world.url("folder"), code=1))
    assert "Is a directory" in only_line(world.run("rm", world.url("folder"), code=1))
    assert "File exists" in only_line(world.run("mkdir", world.url("folder"), code=1))
    assert "-r copies" in only_line(world.run("get", world.url("folder"), code=1))
    (world.local / "file").mkdir()
    line = only_line(world.run("get", world.url("folder/file"), ".", code=1))
    assert "Is a directory" in line
    assert "Not a directory" in only_line(world.run("mkdir", world.url("folder/file/x"), code=1))


def test_one_failure_does_not_stop_the_others(world):
    (world.data / "b").write_bytes(b"b")
    outcome = world.run("cat", world.url("a"), world.url("b"), code=1)
    assert outcome.bytes == b"b" and "not_found" in only_line(outcome)


def test_exports_themselves_stay(world):
    assert "export itself" in only_line(world.run("rm", "-r", world.url(), code=1))
    (world.data / "x").mkdir()
    assert "export itself" in only_line(world.run("mv", world.url(), world.url("x"), code=1))


def test_moving_between_exports(world):
    (world.data / "x").write_bytes(b"x")
    line = only_line(world.run("mv", world.url("x"), world.url("x", "memory"), code=1))
    assert "copy it instead" in line


def test_wrong_command_lines(world):
    for words in ([], ["frobnicate"], ["ls"], ["ls", "--wrong", world.url()], ["ls", "/tmp"], ["ls", "strait://"],
                  ["ls", f"strait://{world.server.address}"], ["ls", "strait://host:99999/x"], ["put", "x"],
                  ["mkdir", "-m", "9", world.url("x")], ["ping", "-n", "0", world.url()], ["version", "x"],
                  ["get", world.url("a"), world.url("b")], ["put", world.url("a"), world.url("b")],
                  ["get", world.url("a"), world.url("b"), "not-a-directory"], ["ls", world.url("../..")]):
        outcome = world.run(*words, code=2)
        assert outcome.err.startswith("strait: ") and outcome.bytes == b""


def test_wrong_settings(world):
    for env in ({"STRAIT_TIMEOUT": "soon"}, {"STRAIT_MAP": "nonsense"}):
        assert next(iter(env)) in only_line(world.run("hints", code=2, env=env))


def test_settings_that_are_misspelt(world):
    line = only_line(world.run("hints", env={"STRAIT_TIMEOUTT": "5s", "STRAIT_ROOT": "/opt/strait"}))
    assert "STRAIT_TIMEOUTT" in line and "did you mean STRAIT_TIMEOUT?" in line
    assert world.run("hints", env={"STRAIT_TIMEOUTT": "5s", "STRAIT_LOG": "error"}).err == ""


@pytest.mark.parametrize("family", sorted(path.stem.rsplit("-", 1)[1]
                                          for path in (BUILD / "lib").glob("libstrait-mpi-*.so")))
def test_one_rank_speaks_of_wrong_settings_for_all(world, family):
    rank_of = {"openmpi": lambda rank: {"OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": rank},
               "mpich": lambda rank: {"HYDI_CONTROL_FD": "9", "PMI_SIZE": "2", "PMI_RANK": rank}}[family]
    run = ("run", "--mpi", family, "/bin/true")
    # A build with sanitizers needs their runtime first in the program, too.
    preload = {"LD_PRELOAD": runtime} if (runtime := os.environ.get("STRAIT_SANITIZER_RUNTIME")) else {}
    assert "STRAIT_TIMEOUT" in only_line(world.run(*run, code=2, env={"STRAIT_TIMEOUT": "soon", **rank_of("0")}))
    assert world.run(*run, code=2, env={"STRAIT_TIMEOUT": "soon", **rank_of("1")}).err == ""
    assert "STRAIT_MPA" in only_line(world.run(*run, env={"STRAIT_MPA": "/x=strait://h/d", **preload, **rank_of("0")}))
    assert world.run(*run, env={"STRAIT_MPA": "/x=strait://h/d", **preload, **rank_of("1")}).err == ""


def test_full_disk_on_standard_output(world):
    (world.data / "x").write_bytes(b"x" * 100000)
    for words in (["cat", world.url("x")], ["ls", world.url()], ["--help"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([str(STRAIT), *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 1 and "No space left on device" in done.stderr and done.stderr.count("\n") == 1


def test_control_characters_do_not_reach_the_terminal(world):
    line = only_line(world.run("ls", "strait://host/a\x1b[2J", code=2))
    assert "\x1b" not in line
