"""Attacks by bytes, by what stands in a folder and by code that wants to be run: each costs itself, and nothing runs.

Every case stands beside a good file, whose tool must come out; nothing is written but below `out`, and no secret is shown.
"""

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from attack_runs import MODES, Runs, wrong

GOOD = "from orbiter.tool import tool\n\n\n@tool\ndef search(query: str) -> str:\n    '''Search.'''\n"
TOOL = GOOD.replace("search", "bad").encode()
SECRET = "def secret_of_others(): ...\nKEY = 'hunter2'\n"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    found = Runs(tmp_path_factory.mktemp("files"))
    yield found
    found.close()


def checked(runs: Runs, tree: Path, *words: str) -> str:
    """What `toolc list` and `toolc generate` of the tree did wrong."""
    (tree / "good.py").write_text(GOOD, "utf-8")
    for command in (
        ["list", ".", "--format", "json"],
        ["generate", ".", "--out", "../out", "--target", "mcp,typescript,python"],
    ):
        done = runs.run(tree, *command, *words)
        if said := wrong(done):
            return said
        if "search" not in done.out + "".join(path.name for path in (tree.parent / "out").rglob("*")) and command[0] == "list":
            return f"the good file is lost: {done.err[-500:]}"
        if "hunter2" in done.out + done.err or "secret_of_others" in done.out + done.err:
            return "a file outside was read"
        if any(ord(char) < 32 and char != "\n" for char in done.err) or any(
            line.startswith(("::", "##")) for line in lines(done)
        ):
            return f"raw characters: {done.err!r}"
    return ""


def lines(done: object) -> list[str]:
    return f"{getattr(done, 'out', '')}\n{getattr(done, 'err', '')}".split("\n")


COOKIES = ("utf-7", "unicode_escape", "raw_unicode_escape", "rot13", "zlib", "hex", "base64", "idna", "punycode", "undefined", "utf-16",
           "utf-32", "cp037", "shift_jis", "mbcs", "nothing", "utf-8-sig", "latin-1", "utf\0-8", "../x", "unicode-escape", "koi8-r",
           "UTF-7", "utf_7", "u7", "string_escape", "bz2", "uu", "quopri", "oem", "charmap", "cp65001", "hz", "iso2022_jp")  # fmt: skip
BYTES: dict[str, bytes] = {
    **{f"cookie {name}": f"# coding: {name}\n".encode() + TOOL for name in COOKIES},
    **{f"second cookie {name}": f"#!x\n# vim: set fileencoding={name} :\n".encode() + TOOL for name in COOKIES[:6]},
    "hidden line": b"# coding: unicode_escape\n# \\u000aimport os\n" + TOOL,
    "hidden line 7": b"# coding: utf-7\n# +AAo-import os\n" + TOOL,
    "mark": b"\xef\xbb\xbf" + TOOL,
    "two marks": b"\xef\xbb\xbf" * 2 + TOOL,
    "mark and cookie": b"\xef\xbb\xbf# coding: latin-1\n" + TOOL,
    "mark 16": b"\xff\xfe" + TOOL.decode().encode("utf-16-le"),
    "mark 16 big": b"\xfe\xff" + TOOL.decode().encode("utf-16-be"),
    "no mark 16": TOOL.decode().encode("utf-16-le"),
    "mark 32": TOOL.decode().encode("utf-32"),
    "NUL": TOOL + b"x = '\0'\n",
    "NUL in a comment": b"# \0\n" + TOOL,
    "only NUL": b"\0" * 1000,
    "returns": TOOL.replace(b"\n", b"\r"),
    "return in a comment": b"# a\rimport os\n" + TOOL,
    "returns and feeds": TOOL.replace(b"\n", b"\r\n").replace(b"\r\n", b"\n", 1),
    "form feeds": b"\x0c\n\x0c" + TOOL.replace(b"@tool", b"\x0c@tool"),
    "vertical tab": b"\x0b" + TOOL,
    "escape": TOOL + b"# \x1b]0;x\x07\n\x1b",
    "end of file": TOOL + b"\x1a import os\n",
    "latin": b"# coding: latin-1\n" + TOOL + b"x = '\xe9'\n",
    "latin without cookie": TOOL + b"x = '\xe9'\n",
    "surrogate": TOOL + b"x = '\xed\xa0\x80'\n",
    "overlong": TOOL + b"x = '\xc0\xaf'\n",
    "beyond": TOOL + b"x = '\xf5\x80\x80\x80'\n",
    "cut": TOOL + b"x = '\xe2\x82",
    "surrogate escape": TOOL.replace(b"query: str", b"query: str = '\\ud800\\udfff'"),
    "surrogate name": TOOL.replace(b"Search.", b"\\ud800 \\x00 \\N{NULL}"),
    "bad name": TOOL.replace(b"query: str", b"query: str = '\\N{no such}'"),
    "line separators": TOOL.replace(b"'''Search", "'''Sea\u2028r\u2029c\u0085h".encode()),
    "bidi": "# \u202e\u2066\u2069\n".encode() + TOOL.replace(b"bad", "b\u0430d".encode()),
    "bidi in code": TOOL.replace(b"query: str", "query: str = '\u202e'".encode()),
    "mathematical": TOOL.replace(b"def bad", "def \U0001d41f".encode()),
    "tags": TOOL.replace(b"bad.", "bad.\U000e0041\U000e0042".encode()),
    "other digits": TOOL + "x = '\u0661' + \u0661\n".encode(),
    "no-break space": TOOL.replace(b"def ", "def\u00a0".encode()),
    "empty": b"",
    "spaces": b" " * 100_000,
    "tabs and spaces": b"if 1:\n\tx = 1\n        y = 2\n" + TOOL,
    "backslash at the end": TOOL + b"\\",
    "quote at the end": TOOL + b"'''",
    "noise": bytes(range(256)) * 40,
    "program": b"\x7fELF" + bytes(500),
    "too large": TOOL + b"#" * 2_100_000,
    "one long line": TOOL + b"x = '" + b"a" * 1_500_000 + b"'\n",
    "percent command": TOOL + b"# %0A::error::x\n::error::y\n",
    "command": b"::error::x\n##vso[task.setvariable variable=a]b\n" + TOOL,
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", BYTES)
def test_bytes(runs: Runs, name: str, mode: str) -> None:
    tree = runs.new()
    (tree / "bad.py").write_bytes(BYTES[name])
    assert checked(runs, tree, *MODES[mode]) == ""


def fifo(tree: Path) -> None:
    os.mkfifo(tree / "bad.py")


def unix_socket(tree: Path) -> None:
    here = Path.cwd()
    os.chdir(tree)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("bad.py")
    os.chdir(here)


def linked(target: str) -> Callable[[Path], None]:
    def make(tree: Path) -> None:
        (tree.parent / "secret.py").write_text(SECRET)
        (tree.parent / "secrets").mkdir()
        (tree.parent / "secrets/secret.py").write_text(SECRET)
        (tree / "bad.py").symlink_to(target)
        (tree / "folder").symlink_to(target)
        (tree / "importing.py").write_text(
            "from bad import *\nfrom folder.secret import KEY\n" + GOOD.replace("search", "other")
        )

    return make


def sparse(tree: Path) -> None:
    with (tree / "bad.py").open("wb") as file:
        file.truncate(1 << 40)
    for name in ("pyproject.toml", "toolc.toml.py", ".gitignore"):
        with (tree / name).open("wb") as file:
            file.truncate(1 << 36)


def deep(tree: Path) -> None:
    here = Path.cwd()
    os.chdir(tree)
    for _ in range(70):
        Path("d" * 50).mkdir()
        os.chdir("d" * 50)
    Path("bad.py").write_text(GOOD.replace("search", "bad"))
    os.chdir(here)


def names(*found: str | bytes) -> Callable[[Path], None]:
    def make(tree: Path) -> None:
        for name in found:
            place = os.path.join(os.fsencode(tree), os.fsencode(name))  # noqa: PTH118 - names that are no text
            with open(place, "wb") as file:  # noqa: PTH123
                file.write(TOOL.replace(b"bad", b"bad%d" % len(name)) + b"\nx = (\n" * (len(name) % 2))

    return make


def files(**contents: str) -> Callable[[Path], None]:
    """Files by path; `__` stands for a dot, `_s_` for a slash."""

    def make(tree: Path) -> None:
        for name, text in contents.items():
            path = tree / name.replace("_s_", "/").replace("__", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")

    return make


RUN = "open('../ran', 'w').write('x')\n"
FOLDERS: dict[str, Callable[[Path], None]] = {
    "fifo": fifo, "socket": unix_socket, "sparse": sparse, "deep": deep,
    "link to secret": linked("../secret.py"), "link to secrets": linked("../secrets"), "link to root": linked("/"),
    "link to itself": linked("bad.py"), "link to nothing": linked("nowhere"), "link to here": linked("."),
    "link up": linked(".."), "link to device": linked("/dev/zero"), "link to terminal": linked("/dev/tty"),
    "link to process": linked("/proc/self/mem"), "link to input": linked("/dev/stdin"), "link to random": linked("/dev/urandom"),
    "names of commands": names("::error::x.py", "a\n::error file=x::y.py", "##vso[task.complete]x.py", " ::add-mask::x.py"),
    "names that act": names("\x1b[31mred.py", "\x1b]0;title\x07.py", "\r\r.py", "a\tb.py", "\x08\x08.py", "\u202egnp.py", "\x9b31m.py"),
    "names that are none": names(b"\xff\xfe.py", b"caf\xe9.py", "-.py", "--help.py", "-rf.py", "...py", ".py", "con.py", "nul.py"),
    "twins": names("Shop.py", "shop.py", "SHOP.py", "caf\u00e9.py", "cafe\u0301.py", "\uff53hop.py", "str\u00dfe.py", "STRASSE.py"),
    "markup": names("<script>.py", "{{7*7}}.py", "${x}.py", "`id`.py", "$(id).py", "a;b.py", "a'b.py", 'a"b.py', "a\\b.py", "*.py", "%0a.py"),
    "long": names("n" * 250 + ".py", "\U0001f600" * 60 + ".py"),
    "folder as file": lambda tree: (tree / "bad.py").mkdir(),
    "python in the way": files(json__py=RUN, typing__py=RUN, re__py=RUN, toolc__py=RUN, libcst__py=RUN, msgspec__py=RUN, jinja2__py=RUN,
                               sitecustomize__py=RUN, usercustomize__py=RUN, conftest__py=RUN, setup__py=RUN, __main____py=RUN),
    "pth": files(x__pth=f"import os; {RUN}", easy_install__pth=f"import os; {RUN}"),
    "module side effects": files(bad__py=RUN + GOOD.replace("search", "bad") + RUN, imports__py="from bad import *\nimport bad\n"),
    "class side effects": files(bad__py=f"class A:\n    def __init_subclass__(c): {RUN}    def __set_name__(a, b, c): {RUN}class B(A):\n    x = A()\n"
                                f"class M(type):\n    def __new__(*a): {RUN}class C(metaclass=M): ...\n" + GOOD.replace("search", "bad")),
    "decorator": files(bad__py=f"def d(f):\n    {RUN}    return f\n" + GOOD.replace("@tool", "@d\n@tool").replace("search", "bad")),
    "defaults": files(bad__py=GOOD.replace("query: str", "query: str = open('../ran', 'w')").replace("search", "bad")),
    "computed": files(bad__py=f"def g():\n    {RUN}    return 'x'\nN = g()\nE = eval(\"open('../ran', 'w')\")\n" + GOOD.replace("@tool", "@tool(name=g())").replace("search", "bad")),
    "getattr": files(bad__py=f"def __getattr__(n):\n    {RUN}    return n\n", other__py="from bad import tool\n@tool\ndef a(): ...\n"),
    "string annotation": files(bad__py=GOOD.replace("query: str", "query: \"__import__('os').system('touch ../ran')\"").replace("search", "bad")),
    "format": files(bad__py="X = '{0.__class__.__mro__[1].__subclasses__}'.format(1)\nY = '%s' % open('../ran', 'w')\n" + GOOD.replace("@tool", "@tool(name=X + Y)").replace("search", "bad")),
    "template": files(bad__py=GOOD.replace("Search.", "{{ ''.__class__.__mro__[1].__subclasses__() }}{% for a in range(9**9) %}a{% endfor %}").replace("search", "bad")),
    "remote schema": lambda tree: (tree / "bad.py").write_text(
        "from mcp.types import Tool\nt = Tool(name='t', inputSchema={'type': 'object', 'properties': {'a': {'$ref': 'http://127.0.0.1:9/x'}, 'b': {'$ref': 'file:///etc/passwd'}}})\n"),
    "plug-ins": files(pyproject__toml="[project]\nname = 'x'\n[build-system]\nrequires = []\nbuild-backend = 'evil'\nbackend-path = ['.']\n[project.entry-points.toolc]\nx = 'evil:run'\n", evil__py=RUN),
    "broken project": files(pyproject__toml="[project\n" * 50),
    "deep project": files(pyproject__toml="[project]\nname = " + "[" * 5000 + "]" * 5000),
    "hostile project": files(pyproject__toml='[project]\nname = "../../../x\\n::error::\\u202e"\n'),
    "ignoring all": files(__gitignore="\n".join(["!" * 50, "[" * 500, "**/" * 300 + "x", "\\", "(a+)+$", "[a-", "?" * 500])),
    "environment": files(__venv_s_pyvenv__cfg="home = /\n", __venv_s_lib_s_python3__11_s_site_packages_s_x__pth=f"import os; {RUN}"),
    "git": files(sub_s___git="gitdir: /etc\n"),
}  # fmt: skip


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", FOLDERS)
def test_folders(runs: Runs, name: str, mode: str) -> None:
    tree = runs.new()
    FOLDERS[name](tree)
    assert checked(runs, tree, *MODES[mode]) == ""
    assert not list(tree.parent.rglob("ran"))
    assert {path.name for path in tree.parent.iterdir()} <= {"tree", "out", "cache", "stdout", "stderr", "secret.py", "secrets"}


def test_unreadable(runs: Runs) -> None:
    tree = runs.new()
    (tree / "bad.py").write_bytes(TOOL)
    (tree / "bad.py").chmod(0)
    (tree / "shut").mkdir(mode=0)
    assert checked(runs, tree) == ""
    (tree / "shut").chmod(0o700)


LEGITIMATE = {
    "emoji and scripts": GOOD.replace("Search.", "Suche 🔎 👩‍👩‍👧 日本語 العربية עברית हिन्दी 한국어 ✌️ naïve."),
    "match": GOOD + "match search:\n    case [1, (2, 3), {'a': [4]}] | None:\n        pass\n",
    "form feed": "\x0c\n" + GOOD,
    "latin": "# coding: latin-1\n" + GOOD,
    "windows": GOOD.replace("\n", "\r\n"),
    "long chain": GOOD + "x = " + " + ".join(["a"] * 900) + "\n",
    "long table": GOOD + "x = {" + ", ".join(f"{n}: [{n}, ({n},)]" for n in range(20_000)) + "}\n",
    "f-strings": GOOD + "x = f'{a!r:>{width}} {b[\"c\"]} {{}}'\n",
    "deep but human": GOOD + "x = " + "[" * 30 + "]" * 30 + "\n",
    "many branches": GOOD + "if a: pass\n" + "elif b: pass\n" * 300,
    "many strings": GOOD + "x = (" + "'a'\n" * 800 + ")\n",
    "shebang": "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n" + GOOD,
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", LEGITIMATE)
def test_legitimate_files_give_no_diagnostic(runs: Runs, name: str, mode: str) -> None:
    tree = runs.new()
    (tree / "fine.py").write_bytes(LEGITIMATE[name].encode("latin-1" if name == "latin" else "utf-8"))
    done = runs.run(tree, "list", ".", *MODES[mode])
    assert wrong(done, (0,)) == "" and "0 errors, 0 warnings" in done.err, done.err
