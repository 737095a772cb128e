#!/usr/bin/python3
"""The reference codec on the vectors, and its messages against those of strait.x."""
import json
import pathlib
import re
import unittest

import reference_codec as codec

HERE = pathlib.Path(__file__).parent
GROUPS = ["heads", "hello", "names", "directories", "data", "locks"]


def rows(group):
    return json.loads((HERE / "vectors" / f"{group}.json").read_text(encoding="utf-8"))


class Messages(unittest.TestCase):
    def test_values_give_their_bytes_and_bytes_their_values(self):
        for row in (row for group in GROUPS for row in rows(group)):
            with self.subTest(row["type"] + ", " + row["name"]):
                self.assertEqual(codec.encode(row["type"], row["value"]).hex(), row["hex"])
                self.assertEqual(codec.decode(row["type"], bytes.fromhex(row["hex"])), row["value"])

    def test_messages_cut_short_or_with_more_behind_are_refused(self):
        for row in (row for group in GROUPS for row in rows(group)):
            data = bytes.fromhex(row["hex"])
            for wrong in [data[:size] for size in range(len(data))] + [data + bytes(4)]:
                with self.assertRaises(codec.Malformed):
                    codec.decode(row["type"], wrong)


def payload_of(row):
    return bytes((i * 7 + 3) & 255 for i in range(row["payload_size"]))


class Frames(unittest.TestCase):
    def test_frames_give_their_bytes_and_bytes_their_frames(self):
        for row in rows("frames"):
            with self.subTest(row["name"]):
                fields = {name: row[name] for name in ("operation", "request", "flags")}
                body, payload = bytes.fromhex(row["body"]), payload_of(row)
                data = codec.encode_frame(*fields.values(), body, payload, row["segment_size"])
                self.assertEqual(data.hex(), row["hex"])
                self.assertEqual(codec.decode_frame(data, row["segment_size"]),
                                 {**fields, "body": body, "payload": payload})

    def test_every_damaged_byte_is_found(self):
        for row in rows("frames"):
            if not row["flags"] & codec.CHECKSUMS:
                continue
            data = bytearray.fromhex(row["hex"])
            for at in range(len(data)):
                data[at] ^= 1
                with self.assertRaises(codec.Malformed):
                    codec.decode_frame(bytes(data), row["segment_size"])
                data[at] ^= 1


class Schema(unittest.TestCase):
    """The names of members and their order are those of strait.x."""

    def setUp(self):
        source = (HERE / "strait.x").read_text(encoding="utf-8")
        source = re.sub(r"/\*.*?\*/", "", source, flags=re.S)
        self.structs = {}
        for name, body in re.findall(r"struct (\w+)\s*\{(.*?)\};", source, flags=re.S):
            members = re.findall(r"(\w+)\s*(?:<\w+>|\[\w+\])?\s*;", body)
            self.structs[name] = members

    def test_members(self):
        ours = {name: [member for member, _ in kind.fields] for name, kind in codec.TYPES.items()
                if isinstance(kind, codec.Struct) and name != "extent_list"}
        self.assertEqual(ours, self.structs)


if __name__ == "__main__":
    unittest.main()
