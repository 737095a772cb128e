"""Peers that misbehave, all at once: each is sent away in its time, and a working client hardly notices."""

import socket
import statistics
import threading
import time

import reference_codec as codec
from conftest import SLOWNESS

TRIED = 200  # calls whose time is taken
HELLO, READ = 1, 32
HELLO_SECONDS = 10  # in which HELLO has to arrive
LIMITS = {"body_max": 16 << 20, "payload_max": 1 << 30, "segment_size": 1 << 20, "requests_max": 256,
          "bytes_max": 256 << 20, "extents_max": 65536, "layout_max": 16711680}
HEAD = {"operation_id": 0, "rank": -1, "collective_number": 0, "collective_ranks": 0, "credential": "", "origin": "",
        "hints": []}


def request(operation, number, arguments, kind):
    body = codec.encode("request_head", HEAD) + codec.encode(kind, arguments)
    return codec.encode_frame(operation, number, codec.CHECKSUMS if operation == HELLO else 0, body, b"", 1 << 20)


def hello(client):
    return request(HELLO, 1, {"version_min": 1, "version_max": 1, "features": 0, "limits": LIMITS, "client": client.hex(),
                              "epoch": 1, "credential": "", "software": "a bad neighbour"}, "hello_args")


def times(client, handle):
    taken = []
    for _ in range(TRIED):
        begun = time.monotonic()
        client.read(handle, 4096)
        taken.append(time.monotonic() - begun)
    return taken


class Trickle(threading.Thread):
    """Sends its message one byte a second, until it is told to stop or sent away."""

    def __init__(self, place, message):
        super().__init__()
        self.socket = socket.create_connection(place, 30)
        self.message = message
        self.stopped = threading.Event()
        self.ended = None  # when it was sent away
        self.begun = time.monotonic()

    def run(self):
        for byte in self.message:
            try:
                self.socket.sendall(bytes([byte]))
                self.socket.settimeout(1)
                if self.socket.recv(1) == b"":
                    self.ended = time.monotonic()
                    return
            except TimeoutError:
                pass
            except OSError:
                self.ended = time.monotonic()
                return
            if self.stopped.is_set():
                return


def test_bad_neighbours(data, daemons, clients):
    daemon = daemons({"data": data})
    client = clients(daemon.address)
    handle = client.create("data/x")
    client.write(handle, bytes(1 << 20))
    alone = times(client, handle)

    trickle = Trickle(daemon.place, hello(b"t" * 16))
    trickle.start()
    others = []

    def connect(*messages):
        one = socket.create_connection(daemon.place, 30)
        others.append(one)
        for message in messages:
            one.sendall(message)
        return one

    try:
        # Asks for a lot and takes nothing of it.
        target = {"how": 0, "arm": {"extents": [{"offset": 0, "length": 1 << 20}]}}
        for neighbour in range(4):
            greedy = connect(hello(bytes([neighbour]) * 16))
            greedy.setblocking(False)
            reads = b"".join(
                request(READ, 2 + i, {"file": handle.raw.hex(), "flags": 0, "target": target,
                                     "replay": {"number": 0, "answered_up_to": 0}}, "read_args")
                for i in range(100))
            try:
                greedy.send(reads)
            except BlockingIOError:
                pass
        # A frame that ends in the middle, one whose body is not what it says, bytes that are no frame at all.
        connect(hello(b"c" * 16)[:50])
        connect(hello(b"d" * 16)[:-4] + b"\xff\xff\xff\xff")
        garbage = connect(b"GET / HTTP/1.1\r\nHost: strait\r\n\r\n" * 3)
        garbage.settimeout(20)
        try:
            while garbage.recv(65536):
                pass
        except ConnectionResetError:
            pass
        # Many that say nothing at all.
        for _ in range(200):
            connect()

        among = times(client, handle)
        assert statistics.median(among) < max(10 * statistics.median(alone), 0.05 * SLOWNESS), (statistics.median(alone),
                                                                                   statistics.median(among))
        assert max(among) < 5 * SLOWNESS, max(among)

        trickle.join(HELLO_SECONDS * 3)
        assert trickle.ended is not None, "it may go on for ever"
        assert trickle.ended - trickle.begun >= HELLO_SECONDS / 2
    finally:
        trickle.stopped.set()
        trickle.join()
        trickle.socket.close()
        for one in others:
            one.close()
    assert client.read(handle, 16) == bytes(16)
