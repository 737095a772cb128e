"""Tests of the text form and of the shrinking, without MPI."""
import unittest

import case as cases

TEXT = """case 7 ranks 2
type 0 INT
type 1 vector 4 1 2 of 0
type 2 structure 1 2 0 -8 of 1 0
step open 12 0 0 | 12 0 0
step set_view 8 0 1 0 | 40 0 1 0
step write_at 3 0 5 | -
step get_position |
step close |
end
"""


class TextTest(unittest.TestCase):
    def test_text_is_printed_as_it_was_read(self):
        self.assertEqual(cases.parse(TEXT).text(), TEXT)

    def test_numbers_of_types_are_kept_apart_from_children(self):
        self.assertEqual(cases.parse(TEXT).types[2], cases.Type("structure", (1, 2, 0, -8), (1, 0)))

    def test_a_rank_that_takes_no_part_is_not_one_without_numbers(self):
        case = cases.parse(TEXT)
        self.assertIsNone(case.steps[2].ranks[1])
        self.assertEqual(case.steps[3].ranks[1], ())


class ShrinkTest(unittest.TestCase):
    def test_unused_types_go_and_the_others_are_named_anew(self):
        case = cases.parse(TEXT)
        case = cases._with_types_named(case, lambda n: 2 if n == 0 else n)
        case = cases.without_unused_types(case)
        self.assertEqual([t.maker for t in case.types], ["INT", "vector", "structure"])
        case = cases.parse(TEXT.replace("40 0 1 0", "40 0 0 0").replace("8 0 1 0", "8 0 0 0"))
        self.assertEqual(cases.without_unused_types(case).types, (cases.Type("INT"),))

    def test_shrinking_keeps_what_makes_it_fail_and_little_else(self):
        def first_failing(candidates):
            for index, candidate in enumerate(candidates):
                if any(step.call == "write_at" and step.ranks[0] and step.ranks[0][2] >= 2 for step in candidate.steps):
                    return index
            return None

        small = cases.shrink(cases.parse(TEXT), first_failing)
        self.assertEqual([step.call for step in small.steps], ["open", "write_at", "close"])
        self.assertEqual(small.steps[1].ranks[0], (0, 0, 2))
        self.assertEqual(small.types, (cases.Type("BYTE"),))


if __name__ == "__main__":
    unittest.main()
