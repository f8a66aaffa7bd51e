"""TC106 to TC124: files beyond a limit of `[tool.toolc.limits]`; `toolc/limits.py` says which code is whose."""

from typing import TypedDict

from toolc.codes.code import Code, Scene

_HEAD = "from orbiter.tool import tool\n\n"
_TOOL = '@tool\ndef search(query: str) -> str:\n    """Search the web."""\n    return query\n'
_SECOND = '\n@tool\ndef look_up(word: str) -> str:\n    """Look a word up."""\n    return word\n'
_NEWER = "lazy import json\n"  # syntax newer than the running Python, so that the file is read whole


class _Scenes(TypedDict):
    example: Scene
    mended: Scene


def _over(limit: str, source: str) -> _Scenes:
    """A file under a limit of its own, and the same file under the limit's default."""
    over = Scene(_HEAD + source, files={"toolc.toml": f"limits.{limit}\n"})
    return {"example": over, "mended": Scene(_HEAD + source)}


CODES = (
    Code(
        "TC106", "too-many-tools", "error",
        "Every tool takes milliseconds to compile, and no real server has thousands in one file. The first ones are kept.",
        **_over("tools = 1", _TOOL + _SECOND),
    ),
    Code(
        "TC107", "oversized-schemas", "error",
        "A small file can use one large type a thousand times. Tools are left out from where the schemas exceed the limit.",
        **_over("nodes = 10", _TOOL + _SECOND),
    ),
    Code(
        "TC108", "too-many-decorators", "error",
        "Following decorators takes time in the square of their number, and people write a handful. What so many make of a "
        "function is not known.",
        **_over("decorators = 2", "@print\n@print\n" + _TOOL),
    ),
    Code(
        "TC109", "time-out", "error",
        "Compiling the file takes more CPU time than `limits.seconds` allows; no ordinary file comes near that. Other "
        "files are not affected.",
        Scene(),
        None,
    ),
    Code(
        "TC111", "over-nested-source", "error",
        "Nesting this deep exhausts any parser; no code written by people comes near it.",
        Scene(_HEAD + _TOOL + "x = " + "(" * 150 + "1" + ")" * 150 + "\n"),
        Scene(_HEAD + _TOOL + "x = ((1))\n"),
    ),
    Code(
        "TC112", "overlong-statement", "error",
        "A statement this long takes parsers minutes. It is not read, so a tool that it declares is missing.",
        Scene(_HEAD + _TOOL.replace("query: str)", f"query: str = {'-' * 1200}1)")),
        Scene(_HEAD + _TOOL.replace("query: str)", 'query: str = "-1")')),
    ),
    Code(
        "TC114", "overweight-brackets", "error",
        "Parsers need time and memory for each bracket, times how deeply it is nested; real files stay below a third of "
        "the limit.",
        **_over("weight = 20", _TOOL.replace("query: str", "query: list[list[list[list[list[list[str]]]]]]")),
    ),
    Code(
        "TC115", "over-nested-case", "error",
        "The time a parser takes doubles with each level of a `case` pattern, so 60 bytes can take minutes. Counted only in "
        "files with syntax newer than the Python that runs toolc, such as `lazy import`.",
        **_over("case = 2", _NEWER + _TOOL + "\nmatch search:\n    case [[[word]]]:\n        pass\n"),
    ),
    Code(
        "TC116", "overlong-elif", "error",
        "Parsers recurse over the `elif` branches of a file, and crash if there are too many. Counted only in files with "
        "syntax newer than the Python that runs toolc, such as `lazy import`.",
        **_over("elif = 1", _NEWER + _TOOL + "\nif json:\n    a = 1\nelif search:\n    a = 2\nelif tool:\n    a = 3\n"),
    ),
    Code(
        "TC117", "too-many-lambdas", "error",
        "Parsers crash on lambdas nested in one another's defaults, and only a parser can tell those from many side by side.",
        **_over("lambdas = 1", _TOOL.replace("(query: str", "(query: str, key=lambda: 1, other=lambda: 2")),
    ),
    Code(
        "TC118", "overlong-module-name", "error",
        "The memory that Python needs grows with the square of the number of names that an import joins with dots.",
        **_over("dots = 3", "import one.two.three.four.five\n\n" + _TOOL),
    ),
    Code(
        "TC119", "overlarge-file", "error",
        "Definitions are read one by one; a file with tens of thousands of them would take many seconds.",
        **_over("effort = 10", _TOOL),
    ),
    Code(
        "TC124", "overdense-file", "error",
        "Parsers take kilobytes for each name, number and bracket: two megabytes of single letters would take gigabytes.",
        **_over("tokens = 10", _TOOL),
    ),
)  # fmt: skip
