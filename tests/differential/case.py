"""The text form of a case, and the smaller cases that can be made of one."""
import dataclasses
import re

NAMED = {"BYTE", "CHAR", "SHORT", "INT", "UNSIGNED", "LONG_LONG", "INT64_T", "FLOAT", "DOUBLE", "LONG_DOUBLE", "2INT",
         "FLOAT_INT", "DOUBLE_INT", "SHORT_INT"}
ACCESS = re.compile(r"i?(read|write)(_at)?(_all(_begin)?|_shared|_ordered(_begin)?)?$")
# Calls that all ranks make together: none of them can be left out for one rank.
TOGETHER = {"open", "close", "set_view", "set_size", "preallocate", "sync", "set_atomicity", "split_end", "seek_shared"}


@dataclasses.dataclass(frozen=True)
class Type:
    maker: str
    numbers: tuple = ()
    children: tuple = ()


@dataclasses.dataclass(frozen=True)
class Step:
    call: str
    ranks: tuple  # of tuples of numbers, or None

    def type_places(self):
        """Which of the numbers name datatypes."""
        if ACCESS.match(self.call):
            return (1,)
        return {"set_view": (1, 2), "get_type_extent": (0,)}.get(self.call, ())


@dataclasses.dataclass(frozen=True)
class Case:
    seed: int
    ranks: int
    types: tuple
    steps: tuple

    def text(self, seed=None):
        lines = [f"case {self.seed if seed is None else seed} ranks {self.ranks}"]
        for index, kind in enumerate(self.types):
            words = ["type", index, kind.maker, *kind.numbers]
            lines.append(" ".join(map(str, words + (["of", *kind.children] if kind.maker not in NAMED else []))))
        for step in self.steps:
            ranks = [" -" if rank is None else "".join(f" {number}" for number in rank) for rank in step.ranks]
            lines.append(f"step {step.call}{' |'.join(ranks)}")
        return "\n".join(lines + ["end", ""])


def parse(text):
    seed, ranks, types, steps = 0, 1, [], []
    for line in text.splitlines():
        words = line.split()
        if not words or words[0] in ("#", "end"):
            continue
        if words[0] == "case":
            seed, ranks = int(words[1]), int(words[3])
        elif words[0] == "type":
            of = words.index("of") if "of" in words else len(words)
            types.append(Type(words[2], tuple(map(int, words[3:of])), tuple(map(int, words[of + 1:]))))
        elif words[0] == "step":
            parts = " ".join(words[2:]).split("|")
            steps.append(Step(words[1], tuple(None if part.strip() == "-" else tuple(map(int, part.split())) for part in parts)))
    return Case(seed, ranks, tuple(types), tuple(steps))


def without_unused_types(case):
    used = set()

    def use(index):
        if 0 <= index < len(case.types) and index not in used:
            used.add(index)
            for child in case.types[index].children:
                use(child)

    for step in case.steps:
        for rank in step.ranks:
            for place in step.type_places():
                if rank is not None and place < len(rank):
                    use(rank[place])
    order = sorted(used)
    new = {old: index for index, old in enumerate(order)}
    types = tuple(dataclasses.replace(case.types[old], children=tuple(new[c] for c in case.types[old].children)) for old in order)
    return _with_types_named(dataclasses.replace(case, types=types), lambda index: new.get(index, index))


def _with_types_named(case, name):
    steps = []
    for step in case.steps:
        places = step.type_places()
        ranks = tuple(rank if rank is None else tuple(name(n) if i in places else n for i, n in enumerate(rank))
                      for rank in step.ranks)
        steps.append(dataclasses.replace(step, ranks=ranks))
    return dataclasses.replace(case, steps=tuple(steps))


def _replaced(items, index, item):
    return items[:index] + (item,) + items[index + 1:]


def _smaller(number):
    """Numbers to try instead: the nearer to zero, the earlier."""
    tried = []
    for other in (0, 1, number // 2 if number > 0 else -(-number // 2), number - 1 if number > 0 else number + 1):
        if other not in tried and abs(other) < abs(number):
            tried.append(other)
    return tried


def smaller(case):
    """Cases with a little less in them: fewer steps first, then fewer ranks in a step, simpler types, smaller numbers."""
    steps = len(case.steps)
    for length in (8, 4, 2, 1):
        for start in range(1, steps - length, length if length > 1 else 1):
            yield dataclasses.replace(case, steps=case.steps[:start] + case.steps[start + length:])
    for index, step in enumerate(case.steps):
        if step.call in TOGETHER or "_all" in step.call or "_ordered" in step.call:
            continue
        for rank in range(case.ranks):
            if step.ranks[rank] is not None and sum(r is not None for r in step.ranks) > 1:
                fewer = dataclasses.replace(step, ranks=_replaced(step.ranks, rank, None))
                yield dataclasses.replace(case, steps=_replaced(case.steps, index, fewer))
    for index, kind in enumerate(case.types):
        for child in dict.fromkeys(kind.children):
            # Whoever uses the type uses its child instead.
            types = tuple(dataclasses.replace(t, children=tuple(child if c == index else c for c in t.children)) for t in case.types)
            yield _with_types_named(dataclasses.replace(case, types=types), lambda n, i=index, c=child: c if n == i else n)
        if kind.maker in NAMED and kind.maker != "BYTE":
            yield dataclasses.replace(case, types=_replaced(case.types, index, Type("BYTE")))
        yield from _smaller_type(case, index, kind)
    for index, step in enumerate(case.steps):
        yield from _smaller_step(case, index, step)


def _smaller_type(case, index, kind):
    if kind.maker in NAMED:
        return
    blocks = len(kind.numbers) // 2
    if kind.maker in ("indexed", "hindexed", "structure") and blocks > 1:
        for block in range(blocks):
            keep = [i for i in range(2 * blocks) if i not in (block, block + blocks)]
            children = kind.children[:block] + kind.children[block + 1:] if kind.maker == "structure" else kind.children
            fewer = Type(kind.maker, tuple(kind.numbers[i] for i in keep), children)
            yield dataclasses.replace(case, types=_replaced(case.types, index, fewer))
    for place, number in enumerate(kind.numbers):
        for other in _smaller(number):
            less = dataclasses.replace(kind, numbers=_replaced(kind.numbers, place, other))
            yield dataclasses.replace(case, types=_replaced(case.types, index, less))


def _smaller_step(case, index, step):
    same = len(set(step.ranks)) == 1
    for rank in range(1 if same else case.ranks):
        for place, number in enumerate(step.ranks[rank] or ()):
            if place in step.type_places() or step.call == "open":
                continue
            for other in _smaller(number):
                mine = _replaced(step.ranks[rank], place, other)
                ranks = (mine,) * case.ranks if same else _replaced(step.ranks, rank, mine)
                yield dataclasses.replace(case, steps=_replaced(case.steps, index, dataclasses.replace(step, ranks=ranks)))


def shrink(case, first_failing):
    """The smallest case that can be reached in small steps. `first_failing` is given a list of cases and returns the index
    of one that fails, or None."""
    while True:
        candidates = [without_unused_types(candidate) for candidate in smaller(case)]
        found = first_failing(candidates)
        if found is None:
            return case
        case = candidates[found]
