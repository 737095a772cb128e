#!/usr/bin/python3
"""A second reader and writer of layouts, written from layout.md alone; see reference_codec.py for why.

A layout is {"origin", "lower_bound", "extent", "node"}; a node is its kind's name and what layout.md lists for it. As a
program it shows what a captured layout says, and where the first two tiles of its stream lie in a file:

    reference_layout.py 0000000100…       in hexadecimal
"""
import hashlib
import json
import struct
import sys

from reference_xdr import Malformed, Reader, require

BYTES_MAX, LEVELS_MAX, NODES_MAX = 16711680, 128, 262144
OFFSET_MIN, OFFSET_MAX = -1 << 63, (1 << 63) - 1


class NotAllowed(Exception):
    """STATUS_INVALID_ARGUMENT, where Malformed is STATUS_PROTOCOL."""


def allow(condition, why):
    if not condition:
        raise NotAllowed(why)


def view_id(data):
    return hashlib.sha256(data).digest()[:16]


# ---- layout.md, "Bytes" ---------------------------------------------------------------------------------------------

def take(reader, code):
    return struct.unpack(">" + code, reader.take(struct.calcsize(">" + code)))


def some(number):
    require(number != 0, "nothing, where there must be something")
    return number


def take_list(reader, code):
    """n items, of which the first begins at 0."""
    count = some(reader.u32())
    require(count * struct.calcsize(">" + code) <= len(reader.data) - reader.at, "a list longer than the message")
    return [take(reader, code) for _ in range(count)]


def starts_at_zero(items):
    require(items[0][0] == 0, "the first item is not at 0")
    return items


class NodeReader:
    def __init__(self, reader):
        self.reader = reader
        self.nodes = 0

    def read(self, level):
        self.nodes += 1
        allow(level <= LEVELS_MAX, "too deep")
        allow(self.nodes <= NODES_MAX, "too many nodes")
        kind = self.reader.u32()
        require(kind <= 6 and (kind != 0 or level == 1), "an unknown kind, or an empty part")
        kinds = [self.empty, self.bytes, self.strided, self.scattered, self.runs, self.indexed, self.structure]
        return kinds[kind](level)

    def empty(self, _):
        return {"kind": "empty"}

    def bytes(self, _):
        return {"kind": "bytes", "length": some(take(self.reader, "Q")[0])}

    def strided(self, level):
        count, stride = take(self.reader, "Qq")
        return {"kind": "strided", "count": some(count), "stride": stride, "child": self.read(level + 1)}

    def scattered(self, level):
        at = [item[0] for item in starts_at_zero(take_list(self.reader, "q"))]
        return {"kind": "scattered", "at": at, "child": self.read(level + 1)}

    def runs(self, _):
        runs = [[at, some(length)] for at, length in starts_at_zero(take_list(self.reader, "qQ"))]
        return {"kind": "runs", "runs": runs}

    def indexed(self, level):
        stride = take(self.reader, "q")[0]
        blocks = [[at, some(count)] for at, count in starts_at_zero(take_list(self.reader, "qQ"))]
        return {"kind": "indexed", "stride": stride, "blocks": blocks, "child": self.read(level + 1)}

    def structure(self, level):
        count = some(self.reader.u32())
        fields = [[take(self.reader, "q")[0], self.read(level + 1)] for _ in range(count)]
        return {"kind": "structure", "fields": starts_at_zero(fields)}


def decode(data):
    allow(len(data) <= BYTES_MAX, "too long")
    reader = Reader(data)
    require(reader.u32() == 1, "an unknown version")
    origin, lower_bound, extent = take(reader, "qqq")
    node = NodeReader(reader).read(1)
    require(reader.at == len(data), "bytes are left over")
    require(node["kind"] != "empty" or origin == 0, "nothing, at an origin")
    allow(OFFSET_MIN <= lower_bound + extent <= OFFSET_MAX, "bounds that do not fit")
    _, low, high = shape(node)
    allow(OFFSET_MIN <= origin + low and origin + high <= OFFSET_MAX, "numbers that do not fit")
    return {"origin": origin, "lower_bound": lower_bound, "extent": extent, "node": node}


def encode_node(node):
    kind = node["kind"]
    if kind == "empty":
        return struct.pack(">I", 0)
    if kind == "bytes":
        return struct.pack(">IQ", 1, node["length"])
    if kind == "strided":
        return struct.pack(">IQq", 2, node["count"], node["stride"]) + encode_node(node["child"])
    if kind == "scattered":
        return struct.pack(f">II{len(node['at'])}q", 3, len(node["at"]), *node["at"]) + encode_node(node["child"])
    if kind == "runs":
        return struct.pack(">II", 4, len(node["runs"])) + b"".join(struct.pack(">qQ", *run) for run in node["runs"])
    if kind == "indexed":
        blocks = b"".join(struct.pack(">qQ", *block) for block in node["blocks"])
        return struct.pack(">IqI", 5, node["stride"], len(node["blocks"])) + blocks + encode_node(node["child"])
    fields = b"".join(struct.pack(">q", at) + encode_node(child) for at, child in node["fields"])
    return struct.pack(">II", 6, len(node["fields"])) + fields


def encode(layout):
    head = struct.pack(">Iqqq", 1, layout["origin"], layout["lower_bound"], layout["extent"])
    return head + encode_node(layout["node"])


# ---- layout.md, "Meaning" -------------------------------------------------------------------------------------------

def pieces(node, at=0):
    """The pattern's bytes in order, as (offset, length); one after the other, so for small patterns only."""
    kind = node["kind"]
    if kind == "bytes":
        yield at, node["length"]
    elif kind == "strided":
        for i in range(node["count"]):
            yield from pieces(node["child"], at + i * node["stride"])
    elif kind == "scattered":
        for moved in node["at"]:
            yield from pieces(node["child"], at + moved)
    elif kind == "runs":
        for moved, length in node["runs"]:
            yield at + moved, length
    elif kind == "indexed":
        for moved, count in node["blocks"]:
            for k in range(count):
                yield from pieces(node["child"], at + moved + k * node["stride"])
    elif kind == "structure":
        for moved, child in node["fields"]:
            yield from pieces(child, at + moved)


def runs(layout, tiles=2, displacement=0):
    """Where the stream's first tiles lie in the file: maximal runs, in the stream's order."""
    found = []
    for tile in range(tiles):
        for at, length in pieces(layout["node"], displacement + layout["origin"] + tile * layout["extent"]):
            if found and sum(found[-1]) == at:
                found[-1][1] += length
            else:
                found.append([at, length])
    return found


# ---- layout.md, "What a receiver refuses" ---------------------------------------------------------------------------

def shape(node):
    """Of a node: how many bytes, the lowest offset, and one past the highest."""
    kind = node["kind"]
    if kind == "empty":
        return 0, 0, 0
    if kind == "bytes":
        parts = [(0, (node["length"], 0, node["length"]))]
    elif kind == "runs":
        parts = [(at, (length, 0, length)) for at, length in node["runs"]]
    elif kind == "structure":
        parts = [(at, shape(child)) for at, child in node["fields"]]
    else:
        size, low, high = shape(node["child"])
        if kind == "scattered":
            rows = [(at, 1, 0) for at in node["at"]]
        elif kind == "strided":
            rows = [(0, node["count"], node["stride"])]
        else:
            rows = [(at, count, node["stride"]) for at, count in node["blocks"]]
        steps = [(at, count, (count - 1) * stride) for at, count, stride in rows]
        parts = [(at, (size * count, low + min(0, step), high + max(0, step))) for at, count, step in steps]
    size = sum(part[0] for _, part in parts)
    low = min(at + part[1] for at, part in parts)
    high = max(at + part[2] for at, part in parts)
    allow(size <= OFFSET_MAX and low >= OFFSET_MIN and high <= OFFSET_MAX, "numbers that do not fit")
    return size, low, high


def check_view(layout, writing=False):
    """As a file's view."""
    end = 0
    start = 0
    for at, length in runs(layout):
        allow(0 <= at and at + length <= OFFSET_MAX, "outside of what a file can have")
        allow(at >= start, "runs that go backwards")
        allow(not writing or at >= end, "a byte twice")
        start, end = at, at + length


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    data = bytes.fromhex(arguments[0])
    try:
        layout = decode(data)
    except (Malformed, NotAllowed) as refused:
        sys.exit(f"refused: {refused}")
    print(json.dumps({"id": view_id(data).hex(), "layout": layout, "two tiles": runs(layout)}, indent=2))


if __name__ == "__main__":
    main(sys.argv[1:])
