"""Declared room dependencies against the real includes.

A room is a folder of src/; its CMakeLists.txt declares a level and the rooms it uses (cmake/rooms.cmake).
"""

import re
from dataclasses import dataclass, field

from exceptions import SYSTEM_CALL_EXCEPTIONS, SYSTEM_HEADER_EXCEPTIONS
from tree import CPP_SUFFIXES, Finding, is_test

CLIENT_SIDE = ("client", "staging", "mpiio")
NEVER_ON_THE_CLIENT_SIDE = ("server/", "storage/posix/")
NAMES_THAT_SAY_NOTHING = {"common", "util", "utils", "misc", "helpers", "helper", "shared", "impl", "core"}

# Only sys/ calls the operating system; tests and programs may.
SYSTEM_HEADERS = {
    "aio.h", "csignal", "dirent.h", "dlfcn.h", "fcntl.h", "fts.h", "ftw.h", "glob.h", "grp.h", "ifaddrs.h", "libgen.h",
    "mqueue.h", "netdb.h", "poll.h", "pthread.h", "pwd.h", "sched.h", "semaphore.h", "signal.h", "spawn.h", "syslog.h",
    "termios.h", "unistd.h", "utime.h",
}
SYSTEM_FOLDERS = ("sys/", "linux/", "asm/", "net/", "netinet/", "arpa/")

# Their headers may be excepted for constants and types; the calls themselves may not.
SYSTEM_CALL = re.compile(r"(?<![\w>:])::(?:open(?:at)?|close|p?readv?|p?writev?|[fl]?stat|fsync|fdatasync|f?truncate|unlink(?:at)?|"
                         r"rename(?:at)?|mkdir(?:at)?|fcntl|ioctl|poll|socket|bind|listen|accept4?|connect|send(?:msg|to)?|"
                         r"recv(?:msg|from)?|mmap|fork|kill)\s*\(")

# Bytes in, values out: no time, threads, files or randomness.
PURE_ROOMS = ("layout", "wire")
IMPURE_HEADERS = {
    "chrono", "condition_variable", "ctime", "filesystem", "fstream", "future", "iostream", "mutex", "random",
    "shared_mutex", "thread", "time.h", "base/clock.h", "base/executor.h", "base/random.h", "base/log.h",
}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"(?P<quoted>[^"]+)"|<(?P<angled>[^>]+)>)')
DECLARATION = re.compile(r"\bstrait_(?:mpi_)?room\s*\(([^)]*)\)")
README_ROW = re.compile(r"^\|\s*`(?P<name>\w+)/`\s*\|\s*(?P<level>\d+)\s*\|")


@dataclass
class Room:
    name: str
    path: str  # of its CMakeLists.txt
    line: int
    level: int = -1
    uses: list = field(default_factory=list)
    test_uses: list = field(default_factory=list)


def parse_declaration(words, path, line):
    room = Room(name=words[0], path=path, line=line)
    target = None
    for word in words[1:]:
        if word in ("LEVEL", "USES", "LINKS", "TEST_USES"):
            target = word
        elif target == "LEVEL":
            room.level = int(word)
        elif target == "USES":
            room.uses.append(word)
        elif target == "TEST_USES":
            room.test_uses.append(word)
    return room


def folders_of(tree, parent):
    prefix = parent + "/"
    return sorted({p.split("/")[1] for p in tree.under(parent) if p.count("/") >= 2 and p.startswith(prefix)})


def declared_rooms(tree):
    """{folder: Room} for the folders that declare one."""
    rooms = {}
    for folder in folders_of(tree, "src"):
        path = f"src/{folder}/CMakeLists.txt"
        if not tree.exists(path):
            continue
        text = re.sub(r"#[^\n]*", "", tree.text(path))
        match = DECLARATION.search(text)
        if match and match.group(1).split():
            line = text.count("\n", 0, match.start()) + 1
            rooms[folder] = parse_declaration(match.group(1).split(), path, line)
    return rooms


def includes(tree, path):
    for number, line in tree.lines(path):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group("quoted"), match.group("angled")


def check_declarations(tree):
    rooms = declared_rooms(tree)
    for folder in folders_of(tree, "src"):
        if folder in NAMES_THAT_SAY_NOTHING:
            yield Finding(f"src/{folder}", 0, "room-name", f"'{folder}' does not say what the room is for")
        if folder not in rooms:
            yield Finding(f"src/{folder}", 0, "room-declaration", "CMakeLists.txt has no strait_room(...)")
            continue
        room = rooms[folder]
        if room.name != folder:
            yield Finding(room.path, room.line, "room-declaration", f"room '{room.name}' in folder '{folder}'")
        for used in room.uses + room.test_uses:
            if used not in rooms:
                yield Finding(room.path, room.line, "room-declaration", f"uses '{used}', which is no room")
        for used in room.uses:
            if used in rooms and rooms[used].level >= room.level:
                yield Finding(room.path, room.line, "room-level",
                              f"{folder} (level {room.level}) uses {used} (level {rooms[used].level}): only lower levels")


def closure(rooms, name):
    seen, pending = set(), [name]
    while pending:
        room = rooms.get(pending.pop())
        for used in room.uses if room else ():
            if used not in seen:
                seen.add(used)
                pending.append(used)
    return seen


def check_includes(tree):
    rooms = declared_rooms(tree)
    apps = set(folders_of(tree, "apps"))
    for folder, room in rooms.items():
        really_used = set()
        for path in tree.under(f"src/{folder}", CPP_SUFFIXES):
            for number, quoted, _ in includes(tree, path):
                if quoted is None:
                    continue
                target = quoted.split("/")[0] if "/" in quoted else ""
                if target in apps and target not in rooms:
                    yield Finding(path, number, "apps-private", f'"{quoted}" belongs to a program: nobody includes those')
                    continue
                if target not in rooms and tree.exists(f"include/{quoted}"):
                    continue  # the public interface
                if target not in rooms:
                    yield Finding(path, number, "include-path", f'"{quoted}": write it as "room/header.h"')
                    continue
                really_used.add(target)
                allowed = {folder, *room.uses, *(room.test_uses if is_test(path) else ())}
                if target not in allowed:
                    what = "TEST_USES" if is_test(path) else "USES"
                    yield Finding(path, number, "undeclared-room",
                                  f'"{quoted}": {room.path} does not declare {target} under {what}')
        for used in room.uses:
            if really_used and used not in really_used:
                yield Finding(room.path, room.line, "unused-room", f"declares {used} and never includes it", fatal=False)


def check_client_side(tree):
    rooms = declared_rooms(tree)
    for folder in CLIENT_SIDE:
        if folder in rooms and "server" in closure(rooms, folder):
            yield Finding(rooms[folder].path, rooms[folder].line, "client-side", f"{folder} leads to server through USES")
        for path in tree.under(f"src/{folder}", CPP_SUFFIXES):
            if is_test(path):
                continue
            for number, quoted, _ in includes(tree, path):
                if quoted and quoted.startswith(NEVER_ON_THE_CLIENT_SIDE):
                    yield Finding(path, number, "client-side", f'"{quoted}" belongs to the data side')


def is_system_header(name):
    return name in SYSTEM_HEADERS or name.startswith(SYSTEM_FOLDERS)


def check_system_calls(tree):
    used_exceptions = set()
    for path in tree.under("src", CPP_SUFFIXES):
        if path.startswith("src/sys/") or is_test(path):
            continue
        for number, _, angled in includes(tree, path):
            if angled is None or not is_system_header(angled):
                continue
            excepted = [e for e in SYSTEM_HEADER_EXCEPTIONS if path.startswith(e[0]) and angled == e[1]]
            if excepted:
                used_exceptions.update(excepted)
            else:
                yield Finding(path, number, "system-header", f"<{angled}>: only sys/ calls the operating system; "
                              "where there is a reason, it stands in tests/tidy/exceptions.py")
        for number, line in tree.lines(path):
            code = line.split("//")[0]
            if re.search(r"\bgetenv\s*\(", code):
                yield Finding(path, number, "system-call", "the environment is handed in (sys/environment.h)")
            if SYSTEM_CALL.search(code) and not path.startswith(SYSTEM_CALL_EXCEPTIONS):
                yield Finding(path, number, "system-call", "only sys/ calls the operating system")
    for exception in SYSTEM_HEADER_EXCEPTIONS:
        if exception not in used_exceptions and tree.exists(exception[0]):
            yield Finding(exception[0], 0, "stale-exception", f"no longer includes <{exception[1]}>: remove the exception", fatal=False)


def check_pure(tree):
    for room in PURE_ROOMS:
        for path in tree.under(f"src/{room}", CPP_SUFFIXES):
            if is_test(path):
                continue
            for number, quoted, angled in includes(tree, path):
                name = quoted or angled
                if name in IMPURE_HEADERS or name.startswith("sys/") or is_system_header(name):
                    yield Finding(path, number, "pure-room", f"{name}: {room} is pure, no time, threads, files or chance")


def check_readme(tree):
    """src/README.md lists each room, with its level."""
    rooms = declared_rooms(tree)
    path = "src/README.md"
    if not tree.exists(path):
        yield Finding(path, 0, "room-readme", "is missing")
        return
    listed = {}
    for number, line in tree.lines(path):
        match = README_ROW.match(line)
        if match:
            listed[match.group("name")] = (number, int(match.group("level")))
    for folder, room in rooms.items():
        if folder not in listed:
            yield Finding(path, 0, "room-readme", f"does not list {folder}/")
        elif listed[folder][1] != room.level:
            yield Finding(path, listed[folder][0], "room-readme",
                          f"{folder}/ has level {room.level}, not {listed[folder][1]}")
    for name, (number, _) in listed.items():
        if name not in rooms:
            yield Finding(path, number, "room-readme", f"there is no room {name}/", fatal=False)


def check_programs(tree):
    """Programs include rooms and themselves, never one another."""
    apps = set(folders_of(tree, "apps"))
    rooms = declared_rooms(tree)
    for app in apps & set(rooms):
        yield Finding(f"apps/{app}", 0, "apps-private", "a program and a room share a name: includes become ambiguous")
    for path in tree.under("apps", CPP_SUFFIXES):
        own = path.split("/")[1]
        for number, quoted, _ in includes(tree, path):
            target = quoted.split("/")[0] if quoted and "/" in quoted else ""
            if target in apps and target != own:
                yield Finding(path, number, "apps-private", f'"{quoted}" belongs to another program')


CHECKS = (check_declarations, check_includes, check_client_side, check_system_calls, check_pure, check_readme,
          check_programs)
