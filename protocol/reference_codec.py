#!/usr/bin/python3
"""A second reader and writer of Strait's messages and frames, written from spec.md alone.

It exists to keep the text honest: whatever the C++ codec writes, this must read, and the reverse. It is made to be
compared with the text, not to be fast. As a program it shows what a captured frame or body says:

    reference_codec.py decode lookup_args 0000…      a body, or a part of one, in hexadecimal
    reference_codec.py frame 53545254…               a whole frame
"""
import json
import struct
import sys

import xxhash

from reference_xdr import (TYPES, Bool, Enum, Fixed, List, Malformed, Number, Opaque, Optional, Reader, Struct, Text,
                           Union, require, type_of)

# ---- Messages: spec.md, "Operations" --------------------------------------------------------------------------------

U32, I32, U64, I64, BOOL = Number("I"), Number("i"), Number("Q"), Number("q"), Bool()
HANDLE, ID = Fixed(32), Fixed(16)

TYPES.update({
    "status": Enum(*range(32)),
    "retry": Enum(0, 1, 2),
    "durability": Enum(1, 2, 3),
    "file_kind": Enum(1, 2, 3, 4),
    "create_mode": Enum(0, 1),
    "counter_change": Enum(0, 1, 2, 3),
    # Heads
    "hint": Struct(("key", Text(64)), ("value", Text(256))),
    "request_head": Struct(("operation_id", U64), ("rank", I32), ("collective_number", U64), ("collective_ranks", U32),
                           ("credential", Opaque(8192)), ("origin", Optional(16)), ("hints", List("hint", 64))),
    "reply_head": Struct(("status", "status"), ("retry", "retry"), ("os_errno", I32), ("message", Text(1024)),
                         ("process_verifier", U64), ("host_verifier", U64), ("written_up_to", U64)),
    # HELLO and CANCEL
    "limits": Struct(("body_max", U32), ("payload_max", U64), ("segment_size", U32), ("requests_max", U32),
                     ("bytes_max", U64), ("extents_max", U32), ("layout_max", U32)),
    "hello_args": Struct(("version_min", U32), ("version_max", U32), ("features", U64), ("limits", "limits"),
                         ("client", ID), ("epoch", U64), ("credential", Opaque(8192)), ("software", Text(256))),
    "hello_results": Struct(("chosen_version", U32), ("features", U64), ("limits", "limits"), ("server", ID),
                            ("software", Text(256))),
    "cancel_args": Struct(("request", U64)),
    # Names and attributes
    "path_name": Struct(("export_name", Text(64)), ("path", Text(4096))),
    "child_name": Struct(("parent", HANDLE), ("component", Text(255))),
    "name": Union("path_name", "child_name"),
    "timestamp": Struct(("seconds", I64), ("nanoseconds", U32)),
    "attributes": Struct(("kind", "file_kind"), ("mode", U32), ("links", U32), ("uid", U32), ("gid", U32),
                         ("size", U64), ("allocated", U64), ("file_id", U64), ("change", U64),
                         ("accessed", "timestamp"), ("modified", "timestamp"), ("changed", "timestamp")),
    "set_attributes": Struct(("mask", U32), ("mode", U32), ("uid", U32), ("gid", U32), ("accessed", "timestamp"),
                             ("modified", "timestamp")),
    "entry_results": Struct(("file", HANDLE), ("attributes", "attributes")),
    "replay": Struct(("number", U64), ("answered_up_to", U64)),
    "lookup_args": Struct(("name", "name"), ("follow", BOOL)),
    "create_args": Struct(("replay", "replay"), ("name", "name"), ("how", "create_mode"),
                          ("attributes", "set_attributes")),
    "create_results": Struct(("file", HANDLE), ("attributes", "attributes"), ("created", BOOL)),
    "getattr_args": Struct(("file", HANDLE)),
    "getattr_results": Struct(("attributes", "attributes")),
    "setattr_args": Struct(("replay", "replay"), ("file", HANDLE), ("attributes", "set_attributes")),
    "remove_args": Struct(("replay", "replay"), ("name", "name"), ("expected", Optional(32))),
    "rename_args": Struct(("replay", "replay"), ("from", "name"), ("to", "name"), ("expected", Optional(32))),
    "link_args": Struct(("replay", "replay"), ("file", HANDLE), ("name", "name")),
    "symlink_args": Struct(("replay", "replay"), ("name", "name"), ("target", Text(4096))),
    "readlink_args": Struct(("file", HANDLE)),
    "readlink_results": Struct(("target", Text(4096))),
    "mkdir_args": Struct(("replay", "replay"), ("name", "name"), ("mode", U32)),
    "readdir_args": Struct(("directory", HANDLE), ("cookie", U64), ("entries_max", U32)),
    "directory_entry": Struct(("name", Text(255)), ("cookie", U64), ("file", HANDLE), ("attributes", "attributes")),
    "readdir_results": Struct(("entries", List("directory_entry", 4096)), ("end", BOOL)),
    "resize_args": Struct(("replay", "replay"), ("file", HANDLE), ("size", U64), ("allocate", BOOL)),
    # Data
    "extent": Struct(("offset", U64), ("length", U64)),
    "extent_list": Struct(("extents", List("extent", 65536))),
    "view_range": Struct(("view", ID), ("layout", Opaque(16711680)), ("peer_ships", BOOL), ("displacement", U64),
                         ("offset", U64), ("length", U64)),
    "counter_range": Struct(("instance", ID), ("etype_size", U64), ("range", "view_range")),
    "target": Union("extent_list", "view_range", "counter_range"),
    "read_args": Struct(("file", HANDLE), ("flags", U32), ("target", "target"), ("replay", "replay")),
    "read_results": Struct(("count", U64), ("end_of_file", BOOL), ("counter", U64)),
    "write_args": Struct(("file", HANDLE), ("flags", U32), ("sequence", U64), ("wanted", "durability"),
                         ("target", "target"), ("replay", "replay")),
    "write_results": Struct(("count", U64), ("reached", "durability"), ("counter", U64)),
    "commit_args": Struct(("file", HANDLE), ("level", "durability")),
    "prefetch_args": Struct(("file", HANDLE), ("target", "target")),
    # Counters and locks
    "fetch_add_args": Struct(("replay", "replay"), ("file", HANDLE), ("instance", ID), ("change", "counter_change"),
                             ("value", I64)),
    "fetch_add_results": Struct(("before", U64)),
    "lock_args": Struct(("replay", "replay"), ("file", HANDLE), ("range", "extent"), ("exclusive", BOOL),
                        ("lease_ms", U32)),
    "lock_results": Struct(("fence", U64), ("lease_ms", U32)),
    "unlock_args": Struct(("replay", "replay"), ("file", HANDLE), ("fence", U64)),
})


def encode(kind, value):
    return type_of(kind).write(value)


def decode(kind, data):
    reader = Reader(data)
    value = type_of(kind).read(reader)
    require(reader.at == len(data), "bytes are left over")
    return value


# ---- Frames: spec.md, "Frames" --------------------------------------------------------------------------------------

MAGIC = 0x53545254
HELLO = 1
HEADER = struct.Struct(">IIQIIQI")
REPLY, MORE, CHECKSUMS = 1, 2, 4


def checksum(data):
    return xxhash.xxh3_64_intdigest(data)


def encode_frame(operation, request, flags, body, payload, segment_size):
    header = HEADER.pack(MAGIC, operation, request, flags, len(body), len(payload), 0)
    out = header + struct.pack(">I", checksum(header) & 0xFFFFFFFF) + body
    if not flags & CHECKSUMS:
        return out + payload
    if body:
        out += struct.pack(">Q", checksum(body))
    for at in range(0, len(payload), segment_size):
        segment = payload[at:at + segment_size]
        out += segment + struct.pack(">Q", checksum(segment))
    return out


def decode_frame(data, segment_size):
    """Of exactly one frame: its header's fields, body and payload."""
    reader = Reader(data)
    header = reader.take(HEADER.size)
    magic, operation, request, flags, body_length, payload_length, reserved = HEADER.unpack(header)
    require(magic == MAGIC, "not the Strait protocol")
    require(reader.u32() == checksum(header) & 0xFFFFFFFF, "the header's checksum is wrong")
    require(reserved == 0 and flags & ~(REPLY | MORE | CHECKSUMS) == 0, "a reserved bit is set")
    require(not flags & MORE or (flags & REPLY and body_length == 0), "MORE on a request, or with a body")
    require(operation != HELLO or flags & CHECKSUMS, "HELLO without a checksum")
    body = reader.take(body_length)
    if flags & CHECKSUMS and body:
        require(struct.unpack(">Q", reader.take(8))[0] == checksum(body), "the body was damaged")
    payload = b""
    while len(payload) < payload_length:
        left = payload_length - len(payload)
        segment = reader.take(min(left, segment_size) if flags & CHECKSUMS else left)
        if flags & CHECKSUMS:
            require(struct.unpack(">Q", reader.take(8))[0] == checksum(segment), "the payload was damaged")
        payload += segment
    require(reader.at == len(data), "bytes are left over")
    return {"operation": operation, "request": request, "flags": flags, "body": body, "payload": payload}


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "decode" and arguments[1] in TYPES:
        print(json.dumps(decode(arguments[1], bytes.fromhex(arguments[2])), indent=2))
    elif len(arguments) == 2 and arguments[0] == "frame":
        frame = decode_frame(bytes.fromhex(arguments[1]), 1 << 20)
        print(json.dumps({**frame, "body": frame["body"].hex(), "payload": frame["payload"].hex()}, indent=2))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
