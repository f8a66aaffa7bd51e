"""Every place that takes text from a source × every target: nothing breaks out of the string or comment it stands in.

The marker `PWNED` is a word that only stands in hostile texts. In an output it may stand within strings and comments, never as a
token of the language; nothing hidden stands raw; every output is what its ending says.
"""

import ast
import hashlib
import io
import json
import os
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from attack_runs import EVERY_TARGET, OPTIONS, Runs, wrong
from lexed import LEXED, ORDERS, called, code, joined, typescript_tokens

from toolc.encoders import HIDDEN, SURROGATE

TEXTS = {
    "block comment": "*/ PWNED(); /*",
    "nested comment": "/* PWNED */ */PWNED()/*",
    "java": "\\u002a\\u002f PWNED()",
    "double quote": '"); PWNED(); ("',
    "single quote": "'); PWNED(); ('",
    "docstring": '"""\nPWNED()\n"""',
    "single docstring": "'''\nPWNED()\n'''",
    "backslash": "PWNED\\",
    "backslash quote": '\\"; PWNED(); //',
    "backslashes": "\\\\\\" + '"; PWNED(); #',
    "line": "a\nPWNED()\nb",
    "return": "a\rPWNED()\rb",
    "separators": "a\u2028PWNED()\u2029b\x85c\x0bd\x0ce\x1cf",
    "template literal": "`${PWNED()}` ${PWNED}",
    "script": "</script><script>PWNED()</script><!--",
    "jinja": "{{ PWNED() }}{% PWNED %}{# PWNED #}{{7*7}}",
    "braces": "{PWNED()} {0.PWNED} %(PWNED)s",
    "directive": "@ts-nocheck PWNED\n// @ts-ignore\n/// <reference path='PWNED'/>",
    "source map": "//# sourceMappingURL=PWNED\n//@ sourceURL=PWNED",
    "go comment": "+build PWNED\n//go:build PWNED\ngo:embed PWNED\n`PWNED()`\n\nline PWNED.go:1",
    "python comment": "# coding: utf-7\n# type: ignore PWNED\n# noqa",
    "tags": "@default PWNED\n@deprecated {@link PWNED}\n * @type {PWNED}",
    "bidi": "PWNED \u202e\u2066 x \u2069\u200f\u061c",
    "invisible": "PW\u200bNED PWNED\u2060\ufeff\u00ad\U000e0041\ufe0f\u3164",
    "terminal": "\x1b]0;PWNED\x07\x1b[2J\x9bPWNED\x08\x7f\x00",
    "surrogates": "PWNED \ud800 \udfff",
    "non-characters": "PWNED \ufffe \uffff \U0010ffff",
    "prototype": "__proto__",
    "constructor": "constructor",
    "then": "then",
    "keyword": "class",
    "shell": "$(PWNED) `PWNED` ; PWNED & PWNED | PWNED > PWNED",
    "path": "../../PWNED/..\\PWNED\0",
    "html": "<img src=x onerror=PWNED()> & \" '",
    "doctest": ">>> PWNED()\n... PWNED()",
    "markdown": "```\nPWNED\n``` [PWNED](javascript:PWNED)",
    "percent": "%0aPWNED %s %n",
    "escapes": "\\x22\\x27\\N{QUOTATION MARK}\\u0022\\u{22}PWNED",
    "long": "PWNED " * 300,
    "CDATA": "]]>PWNED<![CDATA[",
    "regular expression": "/PWNED/.test(1)//",
}
SINKS = {
    "description": "@mcp.tool(description={0})\ndef f{1}(a: int): ...\n",
    "docstring": "@mcp.tool()\ndef f{1}(a: int):\n    {0}\n",
    "documented argument": "@mcp.tool()\ndef f{1}(a: Annotated[int, Field(description={0}, title={0})]): ...\n",
    "default": "@mcp.tool()\ndef f{1}(a: str = {0}, b: Any = {{{0}: [{0}]}}): ...\n",
    "literal": "@mcp.tool()\ndef f{1}(a: Literal[{0}, 'x'], b: Literal[{0}] = {0}): ...\n",
    "enum": "import enum\nclass E(enum.Enum):\n    '''E {1}'''\n    A = {0}\n    B = 'b'\n@mcp.tool()\ndef f{1}(a: E = E.A, b: list[E] = []): ...\n",
    "alias": "class M(BaseModel):\n    a: int = Field(alias={0})\n    b: str = Field(alias={0} + 'b', default={0})\n@mcp.tool()\ndef f{1}(m: M): ...\n",
    "title": "class M(BaseModel):\n    model_config = {{'title': {0}}}\n    a: int\n@mcp.tool()\ndef f{1}(m: M, n: list[M]): ...\n",
    "pattern": "@mcp.tool()\ndef f{1}(a: Annotated[str, Field(pattern={0})]): ...\n",
    "extra": "class M(BaseModel):\n    model_config = {{'json_schema_extra': {{{0}: {0}, 'examples': [{0}]}}}}\n    a: int = Field(examples=[{0}], json_schema_extra={{{0}: {0}}})\n@mcp.tool()\ndef f{1}(m: M): ...\n",
    "tool name": "@mcp.tool(name={0}, title={0})\ndef f{1}(a: int): ...\n@mcp.tool(name={0} + '2')\ndef g{1}(a: int): ...\n",
    "server name": "m2 = FastMCP({0}, instructions={0})\n@m2.tool()\ndef f{1}(a: int): ...\n",
    "keys": "T = TypedDict('T', {{{0}: int, {0} + '2': str}})\n@mcp.tool()\ndef f{1}(a: T, b: dict[Literal[{0}], int]): ...\n",
    "model docs": "class M(BaseModel):\n    {0}\n    a: int = Field(description={0})\n@mcp.tool()\ndef f{1}(m: M) -> M: ...\n",
    "annotations": "@mcp.tool(annotations={{'title': {0}}}, meta={{{0}: {0}}})\ndef f{1}(a: int): ...\n",
    "discriminator": "class A(BaseModel):\n    k: Literal[{0}]\nclass B(BaseModel):\n    k: Literal['b']\n@mcp.tool()\ndef f{1}(x: Annotated[A | B, Field(discriminator='k')]): ...\n",
    "error": "@mcp.tool()\ndef f{1}(a: nowhere.X[{0}] = nowhere({0})): ...\n",
}  # fmt: skip
HEAD = "from mcp.server.fastmcp import FastMCP\nfrom pydantic import BaseModel, Field\nfrom typing import Annotated, Any, Generic, Literal, Optional, TypedDict, TypeVar, Union\nmcp = FastMCP('m')\n"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runs]:
    found = Runs(tmp_path_factory.mktemp("sinks"))
    yield found
    found.close()


def literal(text: str) -> str:
    """The text as Python writes it, in plain characters."""
    return ascii(text)


def python_words(text: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in (tokenize.STRING, tokenize.COMMENT):
            yield token.string
        elif token.type == tokenize.COMMENT:
            assert "PWNED" not in token.string


_SAID: dict[tuple[str, bytes], str] = {}
"""What was said of a file, by its suffix and its digest: two thirds of all files are the same as in a run before."""


def broken_out(path: Path) -> str:
    """What hostile text became in one output, beyond text."""
    content = path.read_bytes()
    known = path.suffix, hashlib.sha256(content).digest()
    if known not in _SAID:
        _SAID[known] = _broken_out(path.suffix, content.decode("utf-8"))
    return _SAID[known]


def _broken_out(suffix: str, text: str) -> str:
    layout = "\n\t" if suffix == ".go" else "\n"
    if HIDDEN.search(text.translate(dict.fromkeys(map(ord, layout)))):
        return "something hidden stands raw"
    if suffix == ".json":
        json.loads(text)
    elif suffix == ".py":
        ast.parse(text)
        return next((f"{word!r} is code" for word in python_words(text) if "PWNED" in word and not word.isidentifier()), "")
    elif suffix in (".ts", ".js", ".mjs"):
        found = typescript_tokens(text)
        assert found is not None, "no TypeScript"
        if any(
            re.search(r"</script|//[#@] ?source|(?<!\\)@ts-|/// *<", part, re.M | re.I)
            for kind, part in found
            if kind == "comment" and "PWNED" in part
        ):
            return "a comment is an order"
        # A type may be named so, and stand behind `: `; what is called, follows a dot or is a statement is no type.
        words = code(found)
        return next(
            (f"{one[0]!r} is code" for one in re.finditer(r"\.\s*PWNED\b|\bPWNED\s*[(`.]|(?<!: )\bPWNED\s*;", words)), ""
        )
    elif suffix in LEXED:
        pieces = LEXED[suffix](text)
        orders = ORDERS.get(suffix)
        if orders and any(orders.search(part) for kind, part in pieces if kind == "comment" and "PWNED" in part):
            return "a comment is an order"
        if joined(pieces):
            return "a text ends where it should not"
        return called(code(pieces), "PWNED") and f"{called(code(pieces), 'PWNED')!r} is code"
    elif suffix == ".toml":
        tomllib.loads(text)
    return ""


# Each sink with the usual outputs and one other form of them; with every form by TOOLC_ATTACKS=1.
FORMS = [
    (sink, form)
    for number, sink in enumerate(SINKS)
    for place, form in enumerate(OPTIONS)
    if os.environ.get("TOOLC_ATTACKS") or place in (0, 1 + number % (len(OPTIONS) - 1))
]


@pytest.mark.parametrize(("sink", "options"), FORMS)
def test_nothing_breaks_out(runs: Runs, sink: str, options: str) -> None:
    """One run for each sink and each form of the outputs, each text in a file of its own."""
    tree = runs.new()
    for number, text in enumerate(TEXTS.values()):
        source = HEAD + SINKS[sink].format(literal(text), number).replace("FastMCP('m')", f"FastMCP('m{number}')")
        (tree / f"t{number}.py").write_text(source, "utf-8")
    checked(runs, tree, ".", sink != "error", OPTIONS[options])


@pytest.mark.parametrize("options", OPTIONS)
def test_nothing_breaks_out_of_recorded_schemas(runs: Runs, options: str) -> None:
    def recorded(text: str) -> dict[str, object]:
        words = {
            "title": text,
            "description": text,
            "enum": [text],
            "default": text,
            "pattern": text,
            "format": text,
            "$comment": text,
        }
        own = {
            "type": "object",
            "properties": {text: {"type": "string", **words}},
            "required": [text],
            "additionalProperties": False,
        }
        return {"type": "object", "$defs": {text: own}, "properties": {text: {"$ref": "#/$defs/" + text}, "b": own}, text: text}

    tree = runs.new()
    tools = [
        {"name": f"t{n}", "description": t, "title": t, "inputSchema": recorded(t)}
        for n, t in enumerate(TEXTS.values())
        if not SURROGATE.search(t)
    ]
    (tree / "tools.json").write_text(
        json.dumps({"tools": [*tools, *({**tool, "name": tool["title"]} for tool in tools)]}), "utf-8"
    )
    checked(runs, tree, "tools.json", True, OPTIONS[options])


def checked(runs: Runs, tree: Path, path: str, writes: bool, options: tuple[str, ...]) -> None:
    out = tree.parent / "out"
    done = runs.run(tree, "generate", path, "--out", "../out", "--target", EVERY_TARGET, *options)
    assert wrong(done) == "", done.err[-2000:]
    written = [path for path in out.rglob("*") if path.is_file()]
    assert {str(path.relative_to(out)): said for path in written if (said := broken_out(path))} == {}
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+", step) for path in written for step in path.relative_to(out).parts)
    assert len(written) > 8 or not writes
    for stream in (done.out, done.err):
        assert not HIDDEN.search(stream.replace("\n", "")) and not re.search(r"^(::|##)", stream, re.M)
