#!/usr/bin/python3
"""The reference reader of layouts on the vectors, and on the examples of layout.md."""
import json
import pathlib
import re
import unittest

import reference_layout as layouts

HERE = pathlib.Path(__file__).parent
REFUSED_AS = {28: layouts.Malformed, 8: layouts.NotAllowed}  # STATUS_PROTOCOL, STATUS_INVALID_ARGUMENT


def rows(name):
    return json.loads((HERE / "vectors" / f"{name}.json").read_text(encoding="utf-8"))


class Layouts(unittest.TestCase):
    def test_layouts_give_their_bytes_and_bytes_their_layouts(self):
        for row in rows("layouts"):
            with self.subTest(row["name"]):
                data = bytes.fromhex(row["hex"])
                self.assertEqual(layouts.encode(row["layout"]), data)
                self.assertEqual(layouts.decode(data), row["layout"])
                self.assertEqual(layouts.view_id(data).hex(), row["id"])

    def test_their_streams_lie_where_the_vectors_say(self):
        for row in rows("layouts"):
            with self.subTest(row["name"]):
                layouts.check_view(row["layout"])
                self.assertEqual(layouts.runs(row["layout"]), row["two_tiles"])
                if row["writable"]:
                    layouts.check_view(row["layout"], writing=True)
                else:
                    with self.assertRaises(layouts.NotAllowed):
                        layouts.check_view(row["layout"], writing=True)

    def test_what_must_be_refused_is(self):
        for row in rows("refused_layouts"):
            with self.subTest(row["name"]), self.assertRaises(REFUSED_AS[row["status"]]):
                layouts.check_view(layouts.decode(bytes.fromhex(row["hex"])))

    def test_layouts_cut_short_are_refused(self):
        for row in rows("layouts"):
            data = bytes.fromhex(row["hex"])
            for size in range(len(data)):
                with self.assertRaises(layouts.Malformed):
                    layouts.decode(data[:size])

    def test_the_examples_of_the_text_are_among_the_vectors(self):
        text = (HERE / "layout.md").read_text(encoding="utf-8")
        known = {row["hex"] for row in rows("layouts")}
        examples = re.findall(r"(?:^    [0-9a-f]{8}\b.*\n|^    [0-9a-f]{16}\b.*\n)+", text, flags=re.M)
        self.assertEqual(len(examples), 2)
        for example in examples:
            words = re.findall(r"^    ((?:[0-9a-f]{8,16} *)+)", example, flags=re.M)
            self.assertIn("".join(words).replace(" ", ""), known)


if __name__ == "__main__":
    unittest.main()
