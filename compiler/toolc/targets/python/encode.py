"""Foreign text in Python: one encoder for each context it can stand in.

Takes any text, gives text that is safe in a string literal, in a docstring or as an identifier. Foreign text never stands in a
comment, where tools would read orders (`type: ignore`, `noqa`).
"""

import re
from keyword import iskeyword

from toolc.targets.code import Code, code
from toolc.targets.prose import lines, show_invisible

WIDTH = 88
"""The line length of ruff and black."""


_NAMED = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = re.compile(r"[^ !#-&(-\[\]-~\"']")
_SEEN = (range(0x1F300, 0x1FB00), range(0x20000, 0x323B0))
"""Symbols and ideographs of 17 bits, which everybody sees (Unicode 16). pyright 1.1.414 reads escapes of them wrongly."""


def string(text: str) -> Code:
    """A string literal in the quotes that need fewer escapes, double ones if in doubt (as ruff has them).

    ASCII but for emoji and rare ideographs.
    """
    quote = "'" if text.count('"') > text.count("'") else '"'
    body = _ESCAPED.sub(lambda found: _escape(found[0]), str(text)).replace(quote, "\\" + quote)
    return Code(f"{quote}{body}{quote}")


def _escape(char: str) -> str:
    point = ord(char)
    if any(point in seen for seen in _SEEN):
        return char
    if char in _NAMED:
        return _NAMED[char]
    return f"\\x{point:02x}" if point < 0x100 else f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def plain(text: str) -> bool:
    """Return `True` if text is an identifier as it stands: ASCII, since Python normalises other letters, and not a keyword."""
    return bool(_IDENTIFIER.match(text)) and not iskeyword(text)


def identifier(text: str) -> Code:
    """Lets a plain identifier through; the naming pass has made it one."""
    if not plain(text):
        raise ValueError(f"not an identifier: {text[:40]!r}")
    return Code(text)


_EXAMPLE = re.compile(r"^(\s*)>>>")
_QUOTES = re.compile(r'^\s*"+|"{2,}|"$')


def prose(text: str) -> list[str]:
    """Text as the lines of a docstring: nothing in it ends the string, hides, or is an example that doctest would run."""
    shown = [_line(line) for line in lines(text.replace("\t", "    "))]
    while shown and not shown[0].strip():
        del shown[0]
    while shown and not shown[-1]:
        del shown[-1]
    further = [len(line) - len(line.lstrip()) for line in shown[1:] if line]
    margin = min(further, default=0)
    return [shown[0].lstrip(), *(line[margin:] for line in shown[1:])] if shown else []


def _line(line: str) -> str:
    plain = show_invisible(line).replace("\\", "\\\\")
    plain = _QUOTES.sub(lambda found: found[0].replace('"', '\\"'), plain.rstrip())
    return _EXAMPLE.sub(r"\1\\\\>>>", "".join(" " if char.isspace() else char for char in plain)).rstrip()


def docstring(lines: list[str], indent: int = 0) -> Code:
    """A docstring with its line end, out of lines of `prose`; "" when there is nothing to say."""
    if not lines:
        return Code("")
    first, margin = lines[0], " " * indent
    if len(lines) == 1:
        return Code(f'{margin}"""{first}"""\n')
    rest = "".join(f"{margin}{line}\n" if line else "\n" for line in lines[1:])
    return Code(f'{margin}"""{first}\n{rest}{margin}"""\n')


ENCODERS = {"py_code": code, "py_string": string, "py_name": identifier}
