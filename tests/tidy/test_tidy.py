"""Small trees that must fail for the right reason, and none other."""

import pytest

import exceptions
import tidy
from tree import Tree

HEADER = "// What it is for.\n#pragma once\n"

# A tree with which nothing is wrong; each test changes what it is about.
SOUND = {
    "Makefile": "all:\n\ttrue\ntest check: all\n\ttrue\nPREFIX ?= /usr\nX := 1\n",
    "README.md": "# Strait\n\nSee [the rooms](src/README.md#the-rooms).\n",
    "src/README.md": "# The rooms\n\n| room | level | for |\n|---|---|---|\n| `base/` | 0 | x |\n| `sys/` | 1 | x |\n"
                     "| `layout/` | 1 | x |\n| `server/` | 5 | x |\n| `client/` | 5 | x |\n",
    "src/base/CMakeLists.txt": "strait_room(base LEVEL 0)\n",
    "src/base/error.h": HEADER,
    "src/sys/CMakeLists.txt": "strait_room(sys LEVEL 1 USES base)\n",
    "src/sys/file.h": HEADER + '#include <unistd.h>\n\n#include "base/error.h"\n',
    "src/layout/CMakeLists.txt": "strait_room(layout LEVEL 1 USES base TEST_USES sys)\n",
    "src/layout/view.h": HEADER + '#include "base/error.h"\n',
    "src/layout/view_test.cc": '#include "sys/file.h"\n#include <thread>\n',
    "src/server/CMakeLists.txt": "strait_room(server LEVEL 5 USES base\n  LINKS OpenSSL::Crypto)\n",
    "src/server/session.h": HEADER + '#include "base/error.h"\n',
    "src/client/CMakeLists.txt": "# A room. strait_room(ignored LEVEL 9)\nstrait_room(client LEVEL 5 USES base)\n",
    "src/client/file.h": HEADER + '#include "base/error.h"\n',
    "apps/daemon/options.h": HEADER,
    "apps/daemon/main.cc": '#include "daemon/options.h"\n#include "server/session.h"\n#include <unistd.h>\n',
}


@pytest.fixture
def found(tmp_path):
    """Findings, as 'path:line rule', of the sound tree with these files changed (None: removed)."""

    def look(changes=None, fatal=True):
        for path, text in {**SOUND, **(changes or {})}.items():
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                file.unlink(missing_ok=True)
            else:
                file.write_text(text)
        return [f"{f.path}:{f.line} {f.rule}" for f in tidy.findings(Tree(tmp_path)) if f.fatal == fatal]

    return look


def test_a_sound_tree_has_no_findings(found):
    assert found() == []
    assert found(fatal=False) == []


# ---- rooms


def test_an_include_that_is_not_declared(found):
    assert found({"src/client/file.h": HEADER + '#include "sys/file.h"\n#include "base/error.h"\n'}) == [
        "src/client/file.h:3 undeclared-room"]


def test_test_uses_are_for_tests_only(found):
    assert found({"src/layout/view.cc": '#include "sys/file.h"\n'}) == [
        "src/layout/view.cc:1 pure-room", "src/layout/view.cc:1 undeclared-room"]


def test_a_declared_room_that_is_never_included_is_a_warning(found):
    changed = {"src/client/CMakeLists.txt": "strait_room(client LEVEL 5 USES base sys)\n"}
    assert found(changed) == []
    assert found(changed, fatal=False) == ["src/client/CMakeLists.txt:1 unused-room"]


@pytest.mark.parametrize("level", ["1", "0"])
def test_a_room_uses_lower_levels_only(found, level):
    readme = SOUND["src/README.md"].replace("`client/` | 5", f"`client/` | {level}")
    assert found({"src/README.md": readme,
                  "src/client/CMakeLists.txt": f"strait_room(client LEVEL {level} USES base sys)\n",
                  "src/client/file.h": HEADER + '#include "sys/file.h"\n#include "base/error.h"\n'}) == [
        "src/client/CMakeLists.txt:1 room-level"] * (1 if level == "1" else 2)


def test_a_folder_without_a_declaration(found):
    assert "src/cache:0 room-declaration" in found({"src/cache/block.h": HEADER})


def test_a_declaration_of_another_name_or_of_an_unknown_room(found):
    assert found({"src/client/CMakeLists.txt": "strait_room(klient LEVEL 5 USES base nobody)\n"}) == [
        "src/client/CMakeLists.txt:1 room-declaration"] * 2


def test_a_room_whose_name_says_nothing(found):
    assert "src/util:0 room-name" in found({"src/util/CMakeLists.txt": "strait_room(util LEVEL 1)\n"})


def test_an_include_by_its_bare_name(found):
    assert found({"src/client/file.cc": '#include "file.h"\n'}) == ["src/client/file.cc:1 include-path"]


def test_nobody_includes_a_program(found):
    assert found({"src/client/file.cc": '#include "daemon/options.h"\n',
                  "apps/cli/main.cc": '#include "daemon/options.h"\n'}) == [
        "apps/cli/main.cc:1 apps-private", "src/client/file.cc:1 apps-private"]


def test_a_program_is_not_called_like_a_room(found):
    assert "apps/server:0 apps-private" in found({"apps/server/main.cc": "int main() {}\n"})


def test_the_client_side_never_includes_the_data_side(found):
    changed = {"src/client/CMakeLists.txt": "strait_room(client LEVEL 6 USES base server)\n",
               "src/README.md": SOUND["src/README.md"].replace("`client/` | 5", "`client/` | 6"),
               "src/client/file.cc": '#include "server/session.h"\n'}
    assert found(changed) == ["src/client/CMakeLists.txt:1 client-side", "src/client/file.cc:1 client-side"]


def test_a_test_of_the_client_may_run_a_server(found):
    assert found({"src/client/CMakeLists.txt": "strait_room(client LEVEL 5 USES base TEST_USES server)\n",
                  "src/client/file_test.cc": '#include "server/session.h"\n'}) == []


@pytest.mark.parametrize("header", ["unistd.h", "sys/socket.h", "netinet/tcp.h", "poll.h", "csignal"])
def test_only_sys_includes_system_headers(found, header):
    assert found({"src/server/session.cc": f"#include <{header}>\n"}) == ["src/server/session.cc:1 system-header"]
    assert found({"src/server/session.cc": None, "src/server/session_test.cc": f"#include <{header}>\n"}) == []


def test_an_exception_is_for_its_folder_and_header_and_does_not_outlive_its_need(found, monkeypatch):
    monkeypatch.setattr("rooms.SYSTEM_HEADER_EXCEPTIONS", (("src/server/", "poll.h", "why"),))
    assert found({"src/server/session.cc": "#include <poll.h>\n#include <fcntl.h>\n"}) == [
        "src/server/session.cc:2 system-header"]
    assert found({"src/server/session.cc": "\n"}, fatal=False) == ["src/server/:0 stale-exception"]


def test_every_exception_has_a_reason():
    for exception in exceptions.SYSTEM_HEADER_EXCEPTIONS + exceptions.SLEEP_EXCEPTIONS:
        assert len(exception[-1].split()) >= 3, exception


def test_only_sys_calls_the_operating_system(found):
    assert found({"src/server/session.cc": "int a = ::open(path, 0);\nint b = file::open(path);\n"
                                           "auto c = std::getenv(name);\n// ::open(path)\n"}) == [
        "src/server/session.cc:1 system-call", "src/server/session.cc:3 system-call"]


@pytest.mark.parametrize("header", ["<thread>", "<chrono>", "<fstream>", '"base/clock.h"'])
def test_pure_rooms_know_no_time_threads_or_files(found, header):
    assert found({"src/layout/view.cc": f"#include {header}\n"}) == ["src/layout/view.cc:1 pure-room"]


def test_the_readme_lists_each_room_at_its_level(found):
    rows = SOUND["src/README.md"].replace("| `client/` | 5 | x |\n", "").replace("`sys/` | 1", "`sys/` | 2")
    assert found({"src/README.md": rows}) == ["src/README.md:0 room-readme", "src/README.md:6 room-readme"]


# ---- files


@pytest.mark.parametrize("path, aim, limit", [("src/base/x.cc", 300, 500), ("src/base/x.h", 150, 250), ("include/x.h", 300, 500),
                                              ("src/base/x_test.cc", 500, 700), ("tests/x.py", 500, 700)])
def test_long_files_are_listed_and_very_long_ones_fail(found, path, aim, limit):
    def lines(count):
        return HEADER + "\n" * (count - 2)

    assert found({path: lines(aim)}, fatal=False) == []
    assert found({path: lines(aim + 1)}, fatal=False) == [f"{path}:0 file-size"]
    assert found({path: lines(limit)}) == []
    assert found({path: lines(limit + 1)}) == [f"{path}:0 file-size"]


def test_a_header_that_only_tests_include_has_the_size_of_a_test(found):
    peer = "// A peer. Long.\n#pragma once\n" + "int x;\n" * 298
    client = "// A client. Short.\n#pragma once\n#include \"base/peer.h\"\n"
    tests = {"src/base/peer.h": peer, "src/base/client.h": client, "src/base/a_test.cc": "#include \"base/client.h\"\n"}
    assert found(tests) == []
    assert found({**tests, "src/base/a.cc": "#include \"base/client.h\"\n"}) == ["src/base/peer.h:0 file-size"]


def test_a_public_header_may_have_a_guard_instead_of_the_pragma(found):
    guarded = "/* A sentence. */\n#ifndef STRAIT_X_H\n#define STRAIT_X_H\n#endif\n"
    assert found({"include/strait/x.h": guarded}) == []
    assert found({"src/base/x.h": guarded}) == ["src/base/x.h:0 header-once"]


@pytest.mark.parametrize("text, rules", [
    ("#pragma once\n", ["1 header-opening"]),
    ("// no sentence\n#pragma once\n", ["1 header-opening"]),
    ("// A sentence.\nint x;\n", ["0 header-once"]),
    ("/* A sentence of C. */\n#pragma once\n", []),
])
def test_headers_open_with_a_paragraph(found, text, rules):
    assert found({"src/base/x.h": text}) == [f"src/base/x.h:{rule}" for rule in rules]


def test_public_headers_may_be_guarded_and_are_included_from_rooms(found):
    guarded = "/* A sentence. */\n#ifndef STRAIT_STRAIT_H\n"
    assert found({"include/strait/strait.h": guarded, "src/base/x.h": HEADER + '#include "strait/strait.h"\n'}) == []
    assert found({"src/base/x.h": guarded}) == ["src/base/x.h:0 header-once"]


@pytest.mark.parametrize("line", ["// TODO: later", "// FIXME", "/* XXX */", "// a HACK", 'fail("not implemented");',
                                  'fail("Not yet implemented");'])
def test_work_left_for_later(found, line):
    assert found({"src/base/x.cc": line + "\n"}) == ["src/base/x.cc:1 left-behind"]


@pytest.mark.parametrize("line", ['mkstemp("/tmp/XXXXXX");', "// hackers send anything", "// todos los archivos"])
def test_words_that_only_look_like_it(found, line):
    assert found({"src/base/x.cc": line + "\n"}) == []


@pytest.mark.parametrize("line", ["// return value;", "// close(fd);", "//  x = 1;", "// int x = f(y);", "// } else {",
                                  "// #include <map>", "// if (x > 0) {", "  // file->close(a, b(c));"])
def test_code_that_was_commented_out(found, line):
    assert found({"src/base/x.cc": line + "\n"}) == ["src/base/x.cc:1 commented-out"]


@pytest.mark.parametrize("line", ["// Everything that is done; what is not, waits;", "// see close(2);", "//   x = 1;  stands further in",
                                  "//   x = 1;",
                                  "//     example(of, use);", "// returns early; then goes on",
                                  "// a = b holds for all", "// (what follows a call to f();"])
def test_sentences_that_only_look_like_code(found, line):
    assert found({"src/base/x.cc": line + "\n"}) == []


def test_merge_markers_and_disabled_tests(found):
    assert found({"docs/x.md": "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n"}) == [
        "docs/x.md:1 merge-marker", "docs/x.md:5 merge-marker"]
    assert found({"docs/x.md": None, "src/base/x_test.cc": "TEST(A, DISABLED_B) {}\n"}) == [
        "src/base/x_test.cc:1 disabled-test"]


def test_tests_do_not_sleep(found, monkeypatch):
    changed = {"src/base/x_test.cc": "std::this_thread::sleep_for(1s);\n// never sleep_for(x)\n"}
    assert found(changed) == ["src/base/x_test.cc:1 sleep"]
    monkeypatch.setattr("files.SLEEP_EXCEPTIONS", (("src/base/x_test.cc", "a real process"),))
    assert found(changed) == []
    assert found({"src/base/x_test.cc": "\n"}, fatal=False) == ["src/base/x_test.cc:0 stale-exception"]


def test_white_space(found):
    assert found({"src/base/x.cc": "int x; \n\tint y;\nint z;"}) == [
        "src/base/x.cc:0 white-space", "src/base/x.cc:1 white-space", "src/base/x.cc:2 white-space"]


def test_what_the_build_and_the_fuzzers_make_is_not_looked_at(found):
    assert found({"build/x.cc": "// TODO \n", "src/base/x_fuzz_corpus/1": "TODO \t"}) == []


# ---- docs


@pytest.mark.parametrize("link", ["[x](nowhere.md)", "![x](picture.svg)", "[x](#nowhere)", "[x](../outside.md)",
                                  "[x](/README.md)", "[x](src/README.md#nowhere)", "[x]: nowhere.md"])
def test_broken_links(found, link):
    assert found({"README.md": f"# Strait\n\n{link}\n"}) == ["README.md:3 broken-link"]


@pytest.mark.parametrize("link", ["[x](src/README.md)", "[x](src)", "[x](https://example.org/x)", "[x](#a-tour-1)",
                                  "[x](#what-mpi_file_open-does)", "`[x](nowhere.md)`", "```\n[x](nowhere.md)\n```",
                                  "[x](mailto:me@example.org)"])
def test_sound_links(found, link):
    assert found({"README.md": f"# A tour\n\n# A tour\n\n## What `MPI_File_open` does?\n\n{link}\n"}) == []


@pytest.mark.parametrize("text, bad", [("`make nothing`", True), ("```\nmake demo\n```", True), ("`make test`", False),
                                       ("`make PRESET=tsan check -j2`", False), ("    make sense", False),
                                       ("```\ncd x && make X=1 all  # make nothing of it\n```", False),
                                       ("`make`", False), ("`make PREFIX`", False)])
def test_make_targets(found, text, bad):
    assert found({"README.md": text + "\n"}) == (["README.md:%d make-target" % (2 if "```" in text else 1)] if bad else [])


# ---- the program


def test_it_ends_with_1_only_where_there_is_an_error(found, tmp_path, capsys):
    found()
    assert tidy.main([str(tmp_path)]) == 0
    found({"src/client/CMakeLists.txt": "strait_room(client LEVEL 5 USES base sys)\n"})
    assert tidy.main([str(tmp_path)]) == 0
    found({"src/base/x.cc": "// TODO\n"})
    assert tidy.main([str(tmp_path)]) == 1
    assert "src/base/x.cc:1: error: work that was left for later [left-behind]" in capsys.readouterr().out
