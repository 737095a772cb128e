"""What a server refuses and what is not there: the right error, naming what and where, and nobody else is hurt."""

import os
import shutil
import socket

import pytest

from conftest import Failure

NOBODY = 65534


def refused(call):
    with pytest.raises(Failure) as caught:
        call()
    return caught.value


def test_unknown_host(clients):
    failure = refused(clients("no-such-host.invalid:7420", timeout="5s").ping)
    assert failure.kind in ("not_found", "unavailable", "timed_out") and "no-such-host.invalid" in failure.message


def test_closed_port(clients):
    with socket.socket() as taken:  # bound and not listening: nobody else gets it
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        failure = refused(clients(address, timeout="5s").ping)
    assert failure.kind == "unavailable" and address in failure.message and "is straitd running" in failure.message


def test_names(data, daemons, clients):
    client = clients(daemons({"data": data, "ro": f"{data},ro"}).address)
    failure = refused(lambda: client.lookup("other/x"))
    assert failure.kind == "unknown_export" and "other" in failure.message
    failure = refused(lambda: client.lookup("data/missing"))
    assert failure.kind == "not_found" and "data/missing" in failure.message
    for name in ("data/" + "x" * 256, "data/" + "/".join(["x" * 200] * 30)):
        assert refused(lambda name=name: client.create(name)).kind == "name_too_long"
    assert refused(lambda: client.create("ro/x")).kind == "read_only"
    assert list(data.iterdir()) == []
    client.create("data/x")
    assert refused(lambda: client.write(client.lookup("ro/x"), b"x")).kind == "read_only"


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("setpriv") is None, reason="needs root to become somebody else")
def test_no_permission(data, daemons, clients, tmp_path):
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == 0 and folder != folder.parent and not folder.stat().st_mode & 1:
            folder.chmod(folder.stat().st_mode | 0o011)
    data.chmod(0o755)
    (data / "secret").write_bytes(b"secret")
    (data / "secret").chmod(0o600)
    client = clients(daemons({"data": data}, prefix=(
        "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")).address)
    failure = refused(lambda: client.read(client.lookup("data/secret"), 6))
    assert failure.kind == "permission_denied" and "'data'" in failure.message
    failure = refused(lambda: client.create("data/new"))
    assert failure.kind == "permission_denied" and "data/new" in failure.message
    assert "data/new" not in [p.name for p in data.iterdir()]


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("unshare") is None, reason="needs root to mount a small disk")
def test_full_disk(data, daemons, clients):
    # The disk exists in the daemon's own mount namespace, and ends with it.
    small = 'mount -t tmpfs -o size=4M small "$0" && exec "$@"'
    client = clients(daemons({"data": data}, prefix=(
        "unshare", "--mount", "--propagation", "private", "sh", "-c", small, str(data))).address)
    handle = client.create("data/x")
    content = os.urandom(1 << 20)
    client.write(handle, content)
    failure = refused(lambda: client.write(client.create("data/y"), bytes(16 << 20)))
    assert failure.kind == "no_space" and "'data'" in failure.message
    assert client.read(handle, len(content)) == content
    client.write(handle, content[::-1])  # what has its place goes on
