"""Each command does what its help says."""

import re
import subprocess

import pytest


def test_ls_sorts_and_hides(world):
    for name in ("b", "a", ".hidden"):
        (world.data / name).write_bytes(b"12345")
    assert world.run("ls", world.url()).text == "a\nb\n"
    assert world.run("ls", "-a", world.url()).text == ".hidden\na\nb\n"
    assert world.run("ls", "-r", world.url()).text == "b\na\n"
    assert world.run("ls", world.url("a")).text == world.url("a") + "\n"


def test_ls_long(world):
    (world.data / "file").write_bytes(bytes(5000))
    (world.data / "file").chmod(0o640)
    (world.data / "folder").mkdir(mode=0o755)
    (world.data / "link").symlink_to("file")
    lines = world.run("ls", "-l", world.url()).text.splitlines()
    assert re.fullmatch(r"-rw-r----- +1 +\d+ +\d+ +5000  \d{4}-\d\d-\d\d \d\d:\d\d  file", lines[0])
    assert lines[1].startswith("drwxr-xr-x") and lines[1].endswith("  folder")
    assert lines[2].startswith("lrwxrwxrwx") and lines[2].endswith("  link -> file")
    assert "4.9K" in world.run("ls", "-lh", world.url()).text


def test_ls_order_by_size_and_by_time(world):
    import os
    for name, size, time in (("a", 10, 300), ("b", 30, 100), ("c", 20, 200)):
        (world.data / name).write_bytes(bytes(size))
        os.utime(world.data / name, (time, time))
    assert world.run("ls", "-S", world.url()).text == "b\nc\na\n"
    assert world.run("ls", "-t", world.url()).text == "a\nc\nb\n"
    assert world.run("ls", "-tr", world.url()).text == "b\nc\na\n"


def test_ls_of_several_names(world):
    (world.data / "x").write_bytes(b"")
    (world.data / "folder").mkdir()
    (world.data / "folder" / "y").write_bytes(b"")
    folder, x = world.url("folder"), world.url("x")
    assert world.run("ls", folder, x).text == f"{x}\n\n{folder}:\ny\n"
    assert world.run("ls", "-d", folder).text == folder + "\n"


def test_stat(world):
    (world.data / "file").write_bytes(bytes(1000))
    (world.data / "link").symlink_to("file")
    text = world.run("stat", world.url("file")).text
    assert "Size: 1000 " in text and "regular file" in text and "Export: data" in text
    text = world.run("stat", world.url("link")).text
    assert "-> file" in text and "symbolic link" in text
    assert "regular file" in world.run("stat", "-L", world.url("link")).text


def test_cat(world):
    (world.data / "a").write_bytes(b"one\n")
    (world.data / "empty").write_bytes(b"")
    (world.data / "b").write_bytes(bytes(range(256)) * 40000)
    joined = world.run("cat", world.url("a"), world.url("empty"), world.url("b")).bytes
    assert joined == b"one\n" + bytes(range(256)) * 40000


def test_mkdir(world):
    world.run("mkdir", world.url("a"))
    world.run("mkdir", "-p", world.url("a/b/c/d"), world.url("a"))
    assert (world.data / "a/b/c/d").is_dir()
    world.run("mkdir", "-m", "700", world.url("private"))
    assert (world.data / "private").stat().st_mode & 0o777 == 0o700


def test_rm(world):
    (world.data / "file").write_bytes(b"")
    (world.data / "tree/deep").mkdir(parents=True)
    (world.data / "tree/deep/file").write_bytes(b"")
    (world.data / "outside").mkdir()
    (world.data / "outside/kept").write_bytes(b"")
    (world.data / "tree/link").symlink_to("../outside")
    world.run("rm", world.url("file"))
    world.run("rm", "-r", world.url("tree"))
    world.run("rm", "-f", world.url("never-was"))
    world.run("rm", "-f")
    assert [p.name for p in world.data.iterdir()] == ["outside"]
    assert (world.data / "outside/kept").exists()


def test_mv(world):
    (world.data / "a").write_bytes(b"a")
    (world.data / "b").write_bytes(b"b")
    (world.data / "folder").mkdir()
    world.run("mv", world.url("a"), world.url("b"))
    assert (world.data / "b").read_bytes() == b"a"
    (world.data / "c").write_bytes(b"c")
    world.run("mv", world.url("b"), world.url("c"), world.url("folder"))
    assert sorted(p.name for p in (world.data / "folder").iterdir()) == ["b", "c"]


def test_ping(world):
    text = world.run("ping", "-n", "3", "-s", "8M", world.url()).text
    rows = [line.rsplit("  ", 1)[0].strip() for line in text.splitlines()]
    assert rows == ["connection", "round trip, least", "round trip, median", "round trip, most", "write", "read"]
    assert list(world.data.iterdir()) == []  # the file is gone
    server = f"strait://{world.server.address}"
    only = world.run("ping", "-n", "1", server)
    assert "round trip" in only.text and "write" not in only.text
    assert f"{server}/EXPORT" in only.err and "bandwidth" in only.err
    assert world.run("ping", "-n", "1", "-s", "0", server).err == ""


def test_ping_shows_its_figures_before_the_complaint(world):
    process = world.start("ping", "-n", "1", world.url("none"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = process.communicate(timeout=60)[0].splitlines()
    assert process.returncode == 1
    assert lines[0].startswith("connection") and lines[-1].startswith("strait: ping: "), lines


def test_hints_tell_the_values_in_force(world):
    text = world.run("hints", env={"STRAIT_TIMEOUT": "5s"}).text
    assert re.search(r"strait_timeout +5s", text) and "default 60s" in text


def test_version_and_help(world):
    assert world.run("version").text == world.run("--version").text
    assert world.run("version").text.startswith("strait ")
    assert world.run("help").text == world.run("--help").text
    assert world.run("help", "ls").text == world.run("ls", "--help").text


@pytest.mark.parametrize("spelling", ["url", "romio", "mapped"])
def test_names_have_three_spellings(world, spelling):
    (world.data / "run").mkdir()
    (world.data / "run/x").write_bytes(b"here")
    name = {"url": world.url("run/x"), "romio": f"strait:{world.server.address}:/data/run/x",
            "mapped": "/scratch/./run//x"}[spelling]
    mapping = {"STRAIT_MAP": f"/scratch={world.url()}"}
    assert world.run("cat", name, env=mapping).bytes == b"here"


def test_unix_socket(tmp_path):
    from conftest import Server, World
    world = World(tmp_path)
    (tmp_path / "other").mkdir()
    other = Server(tmp_path / "other", {"data": world.data}, listen=f"unix:{tmp_path}/s")
    try:
        (world.data / "x").write_bytes(b"by socket")
        assert world.run("cat", f"strait://[unix:{tmp_path}/s]/data/x").bytes == b"by socket"
    finally:
        other.stop()
        world.close()
