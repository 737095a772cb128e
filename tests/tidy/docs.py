"""The documentation: links that lead somewhere, and make targets that exist."""

import posixpath
import re

from tree import Finding

FENCE = re.compile(r"^\s*(?:```|~~~)")
CODE_SPAN = re.compile(r"`[^`]*`")
INLINE_LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^()\s]+(?:\([^()\s]*\))?)(?:\s+\"[^\"]*\")?\)")
REFERENCE_LINK = re.compile(r"^\s{0,3}\[[^\]]+\]:\s*(?P<target>\S+)")
ELSEWHERE = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)
HEADING = re.compile(r"^#{1,6}\s+(?P<title>.*?)\s*#*\s*$")

MAKEFILE_TARGET = re.compile(r"^(?P<names>[A-Za-z][\w -]*):(?!=)", re.MULTILINE)
MAKE_COMMAND = re.compile(r"(?:^|[;&|(]|\$)\s*make(?P<words>(?:\s+[\w.=/$~-]+)*)")


def split_lines(text):
    """(number, line, in_code): lines of fenced blocks and others; the fences themselves are left out."""
    in_code = False
    for number, line in enumerate(text.splitlines(), start=1):
        if FENCE.match(line):
            in_code = not in_code
        else:
            yield number, line, in_code


def slug(title):
    """The anchor that GitHub gives a heading."""
    title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).replace("`", "")
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def anchors(text):
    found, seen = set(), {}
    for _, line, in_code in split_lines(text):
        match = None if in_code else HEADING.match(line)
        if match:
            name = slug(match.group("title"))
            count = seen.get(name, 0)
            seen[name] = count + 1
            found.add(name if count == 0 else f"{name}-{count}")
    found.update(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))
    return found


def links(text):
    for number, line, in_code in split_lines(text):
        if in_code:
            continue
        line = CODE_SPAN.sub("", line)
        for pattern in (INLINE_LINK, REFERENCE_LINK):
            for match in pattern.finditer(line):
                yield number, match.group("target").strip("<>")


def check_links(tree):
    for path in tree.with_suffix(".md"):
        for number, target in links(tree.text(path)):
            if ELSEWHERE.match(target):
                continue
            file, _, anchor = target.partition("#")
            if file.startswith("/"):
                yield Finding(path, number, "broken-link", f"{target}: links are relative")
                continue
            where = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
            if where.startswith("..") or not tree.exists(where):
                yield Finding(path, number, "broken-link", f"{target}: there is no {where}")
            elif anchor and where.endswith(".md") and anchor not in anchors(tree.text(where)):
                yield Finding(path, number, "broken-link", f"{target}: {where} has no such heading")


def make_commands(text):
    """(number, words after make) of fenced blocks and code spans."""
    for number, line, in_code in split_lines(text):
        pieces = [line.split(" #")[0]] if in_code else [span.strip("`") for span in CODE_SPAN.findall(line)]
        for piece in pieces:
            for match in MAKE_COMMAND.finditer(piece):
                yield number, match.group("words").split()


def check_make_targets(tree):
    if not tree.exists("Makefile"):
        return
    known = {name for match in MAKEFILE_TARGET.finditer(tree.text("Makefile")) for name in match.group("names").split()}
    for path in tree.with_suffix(".md"):
        for number, words in make_commands(tree.text(path)):
            for word in words:
                if re.fullmatch(r"[a-z][\w-]*", word) and word not in known:
                    yield Finding(path, number, "make-target", f"the Makefile has no target '{word}'")


CHECKS = (check_links, check_make_targets)
