"""get and put: whole files, trees, what is kept, and going on after an interruption."""

import os

import pytest
from conftest import pattern

MIB = 1 << 20


@pytest.mark.parametrize("size", [0, 1, 4 * MIB, 9 * MIB + 17])
def test_there_and_back(world, size):
    (world.local / "file").write_bytes(pattern(size))
    world.run("put", "file", world.url("copy"))
    assert (world.data / "copy").read_bytes() == pattern(size)
    world.run("get", world.url("copy"), "back")
    assert (world.local / "back").read_bytes() == pattern(size)
    assert sorted(p.name for p in world.local.iterdir()) == ["back", "file"]
    assert [p.name for p in world.data.iterdir()] == ["copy"]


def test_standard_input_and_output(world):
    data = pattern(5 * MIB)
    world.run("put", "-", world.url("file"), stdin=data)
    assert world.run("get", world.url("file"), "-").bytes == data
    world.run("get", world.url("file"), "/dev/null")
    assert os.path.exists("/dev/null") and not os.path.isfile("/dev/null")


def test_into_directories(world):
    (world.data / "folder").mkdir()
    for name in ("a", "b"):
        (world.local / name).write_bytes(name.encode())
    world.run("put", "a", "b", world.url("folder"))
    assert (world.data / "folder/b").read_bytes() == b"b"
    (world.local / "down").mkdir()
    world.run("get", world.url("folder/a"), world.url("folder/b"), "down")
    assert (world.local / "down/a").read_bytes() == b"a"
    (world.local / "a").unlink()
    world.run("get", world.url("folder/a"))
    assert (world.local / "a").read_bytes() == b"a"


def make_tree(folder):
    (folder / "tree/deep/empty").mkdir(parents=True)
    (folder / "tree/a").write_bytes(pattern(100000))
    (folder / "tree/a").chmod(0o640)
    (folder / "tree/deep/b").write_bytes(b"")
    (folder / "tree/[x]").write_bytes(b"brackets")
    (folder / "tree/link").symlink_to("deep/b")
    (folder / "tree/dangling").symlink_to("/nowhere")
    os.utime(folder / "tree/a", (1000000000, 1000000000))


def check_tree(folder):
    names = sorted(str(p.relative_to(folder)) for p in folder.glob("tree/**/*"))
    assert names == ["tree/[x]", "tree/a", "tree/dangling", "tree/deep", "tree/deep/b", "tree/deep/empty", "tree/link"]
    assert (folder / "tree/a").read_bytes() == pattern(100000)
    assert os.readlink(folder / "tree/link") == "deep/b"
    assert os.readlink(folder / "tree/dangling") == "/nowhere"


def test_trees(world):
    make_tree(world.local)
    world.run("put", "-rp", "tree", world.url())
    check_tree(world.data)
    assert int((world.data / "tree/a").stat().st_mtime) == 1000000000
    assert (world.data / "tree/a").stat().st_mode & 0o777 == 0o640
    (world.local / "down").mkdir()
    world.run("get", "-rp", world.url("tree"), "down")
    check_tree(world.local / "down")
    assert int((world.local / "down/tree/a").stat().st_mtime) == 1000000000
    world.run("put", "-r", "tree", world.url())  # once more, over what is there
    world.run("get", "-rc", world.url("tree"), "down")
    check_tree(world.local / "down")


def test_many_files(world):
    (world.local / "tree").mkdir()
    for number in range(100):
        (world.local / f"tree/{number}").write_bytes(str(number).encode())
    world.run("put", "-r", "tree", world.url())
    found = {path.name: path.read_bytes() for path in (world.data / "tree").iterdir()}
    assert found == {str(number): str(number).encode() for number in range(100)}
    outcome = world.run("put", "-r", "tree", world.url("once-more", "bad-disk"), code=1)
    assert outcome.err.count("(io)") == 100
    assert list((world.data / "once-more").iterdir()) == []


def test_a_link_in_the_local_tree_is_not_followed(world):
    (world.data / "tree/sub").mkdir(parents=True)
    (world.data / "tree/sub/file").write_bytes(b"new")
    outside = world.folder / "outside"
    outside.mkdir()
    (world.local / "tree").mkdir()
    (world.local / "tree/sub").symlink_to(outside)
    assert "strait: get: " in world.run("get", "-r", world.url("tree"), code=1).err
    assert list(outside.iterdir()) == []


def test_files_are_replaced_as_a_whole(world):
    (world.data / "file").write_bytes(b"old and longer")
    (world.local / "file").write_bytes(b"new")
    held = open(world.data / "file", "rb")
    world.run("put", "file", world.url("file"))
    assert (world.data / "file").read_bytes() == b"new"
    assert held.read() == b"old and longer"  # whoever reads it goes on reading the old one
    held.close()


def test_a_device_is_not_copied_in_a_tree(world):
    (world.local / "tree").mkdir()
    os.mkfifo(world.local / "tree/pipe")
    (world.local / "tree/x").write_bytes(b"x")
    outcome = world.run("put", "-r", "tree", world.url(), code=1)
    assert "tree/pipe" in outcome.err
    assert [p.name for p in (world.data / "tree").iterdir()] == ["x"]


# The parts below carry a wrong first byte: where it survives, the part was gone on with.

def spoiled(data):
    return b"\xff" + data[1:]


def test_get_goes_on_with_a_part(world):
    data = pattern(9 * MIB)
    (world.data / "file").write_bytes(data)
    (world.local / "file.part").write_bytes(spoiled(data[: 5 * MIB + 3]))
    world.run("get", "-c", world.url("file"))
    assert (world.local / "file").read_bytes() == spoiled(data)
    assert not (world.local / "file.part").exists()


def test_without_c_get_starts_again(world):
    data = pattern(9 * MIB)
    (world.data / "file").write_bytes(data)
    (world.local / "file.part").write_bytes(spoiled(data[: 5 * MIB]))
    world.run("get", world.url("file"))
    assert (world.local / "file").read_bytes() == data


def test_get_starts_again_where_the_part_is_of_something_else(world):
    data = pattern(9 * MIB)
    (world.data / "file").write_bytes(data)
    (world.local / "file.part").write_bytes(pattern(5 * MIB, seed=9))
    outcome = world.run("get", "-c", world.url("file"))
    assert "starting again" in outcome.err
    assert (world.local / "file").read_bytes() == data


def test_get_starts_again_where_the_file_is_newer(world):
    data = pattern(9 * MIB)
    (world.data / "file").write_bytes(data)
    (world.local / "file.part").write_bytes(spoiled(data[: 5 * MIB]))
    os.utime(world.local / "file.part", (1000, 1000))
    world.run("get", "-c", world.url("file"))
    assert (world.local / "file").read_bytes() == data


def test_get_skips_what_is_complete(world):
    (world.data / "file").write_bytes(b"12345")
    (world.local / "file").write_bytes(b"abcde")  # as long and newer
    world.run("get", "-c", world.url("file"))
    assert (world.local / "file").read_bytes() == b"abcde"
    os.utime(world.local / "file", (1000, 1000))
    world.run("get", "-c", world.url("file"))
    assert (world.local / "file").read_bytes() == b"12345"


def test_put_goes_on_before_the_window(world):
    data = pattern(70 * MIB)
    (world.local / "file").write_bytes(data)
    # The last 64 MiB may have holes: those are sent again.
    (world.data / "file.part").write_bytes(spoiled(data[: 3 * MIB]) + bytes(64 * MIB))
    world.run("put", "-c", "file", world.url("file"))
    assert (world.data / "file").read_bytes() == spoiled(data)
    assert not (world.data / "file.part").exists()


def test_put_starts_again_where_the_part_is_of_something_else(world):
    data = pattern(70 * MIB)
    (world.local / "file").write_bytes(data)
    (world.data / "file.part").write_bytes(pattern(68 * MIB, seed=9))
    assert "starting again" in world.run("put", "-c", "file", world.url("file")).err
    assert (world.data / "file").read_bytes() == data


def test_put_starts_again_without_c(world):
    (world.local / "file").write_bytes(b"short")
    (world.data / "file.part").write_bytes(bytes(1000))
    world.run("put", "file", world.url("file"))
    assert (world.data / "file").read_bytes() == b"short"


def test_a_part_that_is_a_link_is_not_followed(world):
    (world.local / "file").write_bytes(b"data")
    (world.data / "precious").write_bytes(b"")
    (world.data / "file.part").symlink_to("precious")
    for options in ([], ["-c"]):
        world.run("put", *options, "file", world.url("file"))
        assert (world.data / "file").read_bytes() == b"data"
        assert (world.data / "precious").read_bytes() == b""
