#!/usr/bin/env python3
"""What goes over the wire for a collective write: listened to between the program and straitd, and read with the
reference codec. The ranks of a first collective bring each distinct view once, and every request says which collective
it belongs to and how many ranks take part.

    collective.py BUILD PROGRAMS FAMILY
"""
import pathlib
import socket
import struct
import sys
import threading

import world

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "protocol"))
import reference_codec as codec  # noqa: E402
from reference_xdr import Reader  # noqa: E402

WRITE = 33
SEGMENT = 1 << 20  # bytes of payload between two checksums, as straitd states it
ROWS, DOUBLE = 4096, 8
COLLECTIVES = 2


def frames(data):
    """(operation, body) of all that one client has sent."""
    at = 0
    while at < len(data):
        _, operation, _, flags, body_length, payload_length, _ = codec.HEADER.unpack_from(data, at)
        at += codec.HEADER.size + 4
        body = data[at:at + body_length]
        at += body_length + payload_length
        if flags & codec.CHECKSUMS:
            at += 8 * (body_length != 0) + 8 * -(-payload_length // SEGMENT)
        yield operation, body


def requests(data, wanted, kind):
    """(head, arguments) of the requests of one operation."""
    for operation, body in frames(data):
        if operation == wanted:
            reader = Reader(body)
            yield codec.type_of("request_head").read(reader), codec.type_of(kind).read(reader)


class Tap:
    """Takes connections for a server, passes everything on, and keeps what the clients say."""

    def __init__(self, server):
        host, port = server.rsplit(":", 1)
        self.server = (host, int(port))
        self.heard = []
        self.threads = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]
        self.start(self.accept)

    def start(self, target, *arguments):
        self.threads.append(threading.Thread(target=target, args=arguments, daemon=True))
        self.threads[-1].start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(self.server)
            said = bytearray()
            self.heard.append(said)
            self.start(self.pass_on, client, server, said)
            self.start(self.pass_on, server, client, bytearray())

    @staticmethod
    def pass_on(source, target, kept):
        try:
            while chunk := source.recv(1 << 16):
                kept += chunk
                target.sendall(chunk)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            source.close()

    def end(self):
        """All connections must have been closed by the clients."""
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for thread in self.threads:
            thread.join(10)


def require(condition, why):
    if not condition:
        raise world.Failed(why)


def first_writes(said):
    """Each WRITE as it was sent first: a server that waited for another rank's view in vain gets it once more."""
    seen = set()
    for head, args in requests(bytes(said), WRITE, "write_args"):
        if args["sequence"] not in seen:
            seen.add(args["sequence"])
            yield head, args["target"]["arm"]


def check(heard):
    writes = [write for said in heard for write in first_writes(said)]
    require(len(writes) == world.RANKS * COLLECTIVES, f"{len(writes)} writes were sent")
    shipped = sum(bool(view["layout"]) for _, view in writes)
    require(shipped == 1, f"the view was shipped {shipped} times")
    require(len({view["view"] for _, view in writes}) == 1, "the ranks' views have different names")
    for head, _ in writes:
        require(head["collective_ranks"] == world.RANKS, f"a collective of {head['collective_ranks']} ranks")
    for number in range(1, COLLECTIVES + 1):
        ranks = sorted(head["rank"] for head, _ in writes if head["collective_number"] == number)
        require(ranks == list(range(world.RANKS)), f"collective {number} came from ranks {ranks}")


def main(build, programs, family):
    with world.World(build, programs, family) as place:
        daemon = place.daemon()
        tap = Tap(daemon.address)
        place.strait_run(place.programs / "collective", f"strait://{tap.address}/{daemon.export}/columns")
        tap.end()
        check(tap.heard)
        columns = [struct.pack("=d", 1e4 * rank + row) for row in range(ROWS) for rank in range(world.RANKS)]
        require((daemon.folder / "columns").read_bytes() == b"".join(columns), "the file is not what was written")


if __name__ == "__main__":
    world.main(main)
