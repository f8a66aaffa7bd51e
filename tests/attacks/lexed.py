"""Rust, Java, Kotlin, Go and TypeScript in pieces, as far as it takes to tell code from text; each as its own specification reads it.

Takes the text of a file, gives its pieces as kind (`comment`, `string`, `code`) and text. Fails where a text does not end.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

Pieces = list[tuple[str, str]]

_GO = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>"(?:[^"\\\n]|\\.)*+"|`[^`]*`|'(?:[^'\\\n]|\\.)+')|(?P<code>[^"'`/]+|/)""",
    re.S,
)
# A lifetime (`'a`) is code; a character is one character or one escape between quotes.
_RUST = re.compile(
    r"""(?P<comment>//[^\n]*)|(?P<nested>/\*)|(?P<string>[bc]?r(?P<hashes>\#*)".*?"(?P=hashes)|[bc]?"(?:[^"\\]|\\.)*+"|b?'(?:[^'\\]|\\[^u]|\\u\{\w+\}|\\x\w\w)')"""
    r"""|(?P<code>\w+|'\w+(?!')|[^\w"'/]+|/)""",
    re.S,
)
_JAVA = re.compile(
    r'''(?P<comment>//[^\n\r]*|/\*.*?\*/)|(?P<string>"""(?:[^"\\]|\\.|"(?!""))*+"""|"(?:[^"\\\n\r]|\\[^\n\r])*+"|'(?:[^'\\\n\r]|\\[^\n\r]+?)')'''
    r"""|(?P<code>[^"'/]+|/)""",
    re.S,
)
_KOTLIN = re.compile(
    r'''(?P<comment>//[^\n\r]*)|(?P<nested>/\*)|(?P<string>\$*"""(?:.*?)"""+|\$*"(?:[^"\\\n\r]|\\[^\n\r])*+"|'(?:[^'\\\n\r]|\\[^\n\r]+?)')'''
    r"""|(?P<code>[^"'/$]+|[/$])""",
    re.S,
)
_TYPESCRIPT = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n\r\u2028\u2029]*)"""
    r"""|(?P<string>"(?:[^"\\\n\r]|\\.)*+"|'(?:[^'\\\n\r]|\\.)*+')"""
    r"""|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<tick>`)"""
    r"""|(?P<regex>(?<=[(,=:\[!&|?{};]\s)/(?![*/\s])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++/[a-z]*|(?<=[(\[!])/(?![*/\s])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++/[a-z]*)"""
    r"""|(?P<code>[^"'`/()\[\]{}]++|["'/])""",
    re.S,
)
_TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*+(?P<end>`|\$\{)", re.S)
_COMMENT = re.compile(r"/\*|\*/")
_UNICODE = re.compile(r"(\\+)u+([0-9a-fA-F]{4})")


def _pieces(text: str, pattern: re.Pattern[str]) -> Pieces:
    found, at = [], 0
    while at < len(text):
        match = pattern.match(text, at)
        assert match is not None, f"not of this language: {text[at : at + 80]!r}"
        kind, end = match.lastgroup or "", match.end()
        if kind == "hashes":
            kind = "string"
        if kind == "nested":
            kind, end = "comment", _closed(text, end)
        found.append((kind, text[at:end]))
        at = end
    return found


def _closed(text: str, at: int) -> int:
    """Where a comment ends that holds comments."""
    depth = 1
    for match in _COMMENT.finditer(text, at):
        depth += 1 if match[0] == "/*" else -1
        if not depth:
            return match.end()
    raise AssertionError(f"a comment does not end: {text[at : at + 80]!r}")


def go(text: str) -> Pieces:
    return _pieces(text, _GO)


def rust(text: str) -> Pieces:
    return _pieces(text, _RUST)


def java(text: str) -> Pieces:
    r"""javac reads `\u002a` as `*` before anything else, wherever it stands behind an even number of backslashes."""
    return _pieces(_UNICODE.sub(lambda one: one[1][:-1] + chr(int(one[2], 16)) if len(one[1]) % 2 else one[0], text), _JAVA)


def kotlin(text: str) -> Pieces:
    """What a string evaluates (`$name`, `${…}`) is code."""
    return list(_unfolded(_pieces(text, _KOTLIN)))


def _unfolded(pieces: Pieces) -> Iterator[tuple[str, str]]:
    for kind, part in pieces:
        yield kind, part
        if kind == "string" and not part.startswith("'"):
            dollars = max(len(part) - len(part.lstrip("$")), 1)
            inside = part.lstrip("$")
            plain = inside if inside.startswith('"""') else re.sub(r"\\.", "", inside)
            for found in re.finditer(rf"\${{{dollars}}}(?:\{{[^}}]*\}}?|[A-Za-z_]\w*|`[^`]*`)", plain):
                yield "code", f" {found[0]} "


def typescript_tokens(text: str) -> Pieces | None:
    """The tokens of TypeScript, as far as it takes to tell code from text; None where a string or a bracket does not end."""
    found: Pieces = []
    stack: list[str] = []  # open brackets; "`" is a field of a template literal
    at = 0
    while at < len(text):
        match = _TYPESCRIPT.match(text, at)
        if match is None:
            return None
        kind, part, at = match.lastgroup or "", match[0], match.end()
        if kind == "open":
            stack.append(part)
        elif kind == "close":
            top = stack.pop() if stack else ""
            if top == "`" and part == "}":
                kind = "tick"
            elif top != {")": "(", "]": "[", "}": "{"}[part]:
                return None
        elif kind == "code" and part in ("'", '"'):
            return None
        if kind == "tick":
            literal = _TEMPLATE.match(text, at)
            if literal is None:
                return None
            part, at, kind = part + literal[0], literal.end(), "string"
            if literal["end"] == "${":
                stack.append("`")
        found.append(("code" if kind in ("open", "close") else kind, part))
    return None if stack else found


LEXED: dict[str, Callable[[str], Pieces]] = {".go": go, ".rs": rust, ".java": java, ".kt": kotlin, ".kts": kotlin}
ORDERS = {
    ".go": re.compile(r"\A//(go:|line |export |extern |[ \t]*\+build)"),
    ".rs": re.compile(r"\A//[/!][ \t]*(?:```|~~~| {4}|>[ \t])"),  # rustdoc has `cargo test` run what is code in a comment
    ".java": re.compile(r"\{@|^[ \t*]*@(?!param\b|return\b|throws\b|see\b|since\b)", re.M),
}
"""What makes a comment more than a comment."""


def code(pieces: Pieces) -> str:
    """What is neither comment nor text."""
    return "".join(part if kind == "code" else '""' if kind == "string" else " " for kind, part in pieces)


def called(words: str, word: str) -> str:
    """Where a word of an attack stands in code as more than the name of a type, a field or a constant; "" where it does not."""
    found = re.search(rf"\.\s*{word}\s*\(|(?<![\w#`]){word}\s*[!;]|\$\{{?\s*{word}\b|`{word}`", words)
    return found[0] if found else ""


def joined(pieces: Pieces) -> bool:
    """Whether two texts stand side by side, which no generator writes: the second was meant to be in the first."""
    return any(one[0] == other[0] == "string" for one, other in pairwise(pieces))
