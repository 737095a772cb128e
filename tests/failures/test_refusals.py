"""What a server refuses and what is not there: the right error, naming what and where, and nobody else is hurt."""

import os
import socket
import subprocess

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


def as_nobody():
    """Words that start a daemon as somebody without rights: root has all of them, others none that a mode withholds."""
    return ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups") if os.geteuid() == 0 else ()


def test_no_permission(data, daemons, clients, tmp_path):
    for folder in (tmp_path, *tmp_path.parents):
        mode = folder.stat().st_mode
        if folder.stat().st_uid == os.geteuid() and folder != folder.parent and not mode & 1:
            folder.chmod(mode | 0o011)
    (data / "secret").write_bytes(b"secret")
    (data / "secret").chmod(0)
    data.chmod(0o555)
    try:
        client = clients(daemons({"data": data}, prefix=as_nobody()).address)
        failure = refused(lambda: client.read(client.lookup("data/secret"), 6))
        assert failure.kind == "permission_denied" and "'data'" in failure.message
        failure = refused(lambda: client.create("data/new"))
        assert failure.kind == "permission_denied" and "data/new" in failure.message
        assert "data/new" not in [p.name for p in data.iterdir()]
    finally:
        data.chmod(0o755)


def small_disks(data):
    """Disks of 4 MiB: a tmpfs in the daemon's own mount namespace, which ends with it, and one that needs no rights."""
    mounted = 'mount -t tmpfs -o size=4M small "$0" && exec "$@"'
    user = () if os.geteuid() == 0 else ("--user", "--map-root-user")
    namespace = ("unshare", *user, "--mount", "--propagation", "private")
    if subprocess.run([*namespace, "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
        yield {"data": data}, (*namespace, "sh", "-c", mounted, str(data))
    yield {"data": "memory:capacity=4M"}, ()


def test_full_disk(data, daemons, clients):
    for exports, prefix in small_disks(data):
        client = clients(daemons(exports, prefix=prefix).address)
        handle = client.create("data/x")
        content = os.urandom(1 << 20)
        client.write(handle, content)
        failure = refused(lambda client=client: client.write(client.create("data/y"), bytes(16 << 20)))
        assert failure.kind == "no_space" and "'data'" in failure.message
        assert client.read(handle, len(content)) == content
        client.write(handle, content[::-1])  # what has its place goes on
