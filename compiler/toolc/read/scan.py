"""Finding ends in Python text without parsing it: logical lines, header colons, f-strings.

Takes text and an offset, gives offsets. The text is Python that some parser accepts; on anything else the answers are
harmless but meaningless. Knows f-strings as Python 3.12 reads them, whatever the running version.
"""

import re
from collections.abc import Iterator

from toolc.text.regex import late

# One whole string literal that is no f-string; prefixes need no mention, they are letters before it.
_STRING = (
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"""'
    r"|'''(?:[^'\\]++|\\.|'(?!''))*+'''"
    r'|"(?!"")(?:[^"\\\n]++|\\.)*+"'
    r"|'(?!'')(?:[^'\\\n]++|\\.)*+'"
)
# The opening quotes of an f-string or t-string. Its prefix is looked back at, so that every token of these patterns begins
# with one of a few characters and the search in between is fast.
_FORMATTED = (
    r"""["'](?:(?<=[fFtT]["'])(?<!\w[fFtT]["'])|(?<=[fFtT][rR]["']|[rR][fFtT]["'])(?<!\w..["']))"""
    r"""(?:(?<=")""|(?<=')'')?"""
)

# Pieces of token patterns; flags: DOTALL. `quote` is a quotation mark that no other piece explains: an unclosed string.
ATOMS = rf"(?P<formatted>{_FORMATTED})|(?P<string>{_STRING})|(?P<comment>#[^\n]*)|(?P<joined>\\\n)|(?P<quote>[\"'])"
BRACKETS = r"(?P<open>[(\[{])|(?P<close>[)\]}])"

TOKEN = late(rf"{ATOMS}|{BRACKETS}|(?P<stop>[;:\n])|(?P<lambda>\blambda\b)", re.S)

# In the literal part of an f-string: what may end it, and what only looks as if it did.
_LITERAL = {
    quote: late(rf"(?P<end>{quote})|(?P<skip>\\N\{{[\w -]*\}}|\\[^{{}}]|\{{\{{|\}}\}})|(?P<field>\{{)" + line, re.S)
    for quote, line in (('"""', ""), ("'''", ""), ('"', r"|(?P<line>\n)"), ("'", r"|(?P<line>\n)"))
}
_SPEC = {
    quote: late(r"(?P<field>\{)|(?P<close>\})" + line)
    for quote, line in (('"""', ""), ("'''", ""), ('"', r"|(?P<line>\n)"), ("'", r"|(?P<line>\n)"))
}

_DEEPEST = 400  # far beyond the limits of `guard`

_GAP = late(r"(?:[\s\\]|#[^\n]*)*+")
_BETWEEN = late(r"(?:[\s\\;]|#[^\n]*)*+")


def skip(text: str, at: int) -> int:
    """The offset of the next token: white space, comments and continuations passed over."""
    return _GAP.match(text, at).end()  # type: ignore[union-attr]  # the pattern matches the empty text


def next_statement(text: str, at: int) -> int:
    """The same from the end of one statement to the start of the next: semicolons passed over as well."""
    return _BETWEEN.match(text, at).end()  # type: ignore[union-attr]


def formatted_end(text: str, at: int, quote: str) -> tuple[int, int]:
    """Return the end of an f-string whose literal part begins at `at`, and its depth; -1 if it does not end, or is nested
    deeper than the limit."""
    stack = [quote]  # a quote: literal part; "F": replacement field; ":" + quote: format spec; else an open bracket
    deepest = 0
    while stack:
        deepest = max(deepest, len(stack))
        found = _within(stack, TOKEN).search(text, at) if deepest < _DEEPEST else None
        if found is None or found.lastgroup in ("line", "quote"):
            return -1, deepest
        at = found.end()
        _step(stack, found)
    return at, deepest


def tokens(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    """The kind and offset of every match of a token pattern, those inside the fields of f-strings included.

    The braces of a field are `open` and `close`. A pattern must have the pieces above, and a colon as `stop`. Where an f-string
    does not end, neither does the text go on.
    """
    stack: list[str] = []
    at = 0
    while (found := (_within(stack, pattern) if stack else pattern).search(text, at)) is not None:
        at = found.end()
        kind = found.lastgroup or ""
        if kind == "formatted":
            stack.append(found.group())
            continue
        if stack:
            if kind in ("line", "quote"):
                return
            _step(stack, found)
        if kind not in ("end", "skip"):
            yield "open" if kind == "field" else kind, found.start()


def _within(stack: list[str], code: re.Pattern[str]) -> re.Pattern[str]:
    """Return the pattern to search for in the innermost part of an f-string."""
    top = stack[-1]
    return _LITERAL[top] if top in _LITERAL else _SPEC[top[1:]] if top[0] == ":" else code


def _step(stack: list[str], found: re.Match[str]) -> None:
    """One token of an f-string: what is open behind it."""
    match found.lastgroup:
        case "end":
            stack.pop()
        case "field":
            stack.append("F")
        case "formatted":
            stack.append(found.group())
        case "open":
            stack.append(found.group())
        case "close":
            if stack[-1][0] == ":":  # the field's brace ends its format spec too
                stack.pop()
            stack.pop()
        case "stop" if found.group() == ":" and stack[-1] == "F":
            quote = next(entry for entry in reversed(stack) if entry in _LITERAL)
            stack.append(":" + quote)


def stop(text: str, at: int, stops: str) -> int:
    """The offset of the first character of `stops` (of `;:` and the line end) outside brackets and strings.

    Colons that belong to a `lambda` do not count. A comment before a line end is part of the line end.
    """
    depth = lambdas = 0
    while (found := TOKEN.search(text, at)) is not None:
        at = found.end()
        kind = found.lastgroup
        if kind == "formatted":
            at, _ = formatted_end(text, at, found.group())
            if at < 0:
                break
        elif kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
        elif depth == 0:
            char = found.group()
            if kind == "lambda":
                lambdas += 1
            elif char == ":" and text[at : at + 1] == "=":
                continue  # a walrus
            elif char == ":" and lambdas:
                lambdas -= 1
            elif (kind == "stop" and char in stops) or (kind == "comment" and "\n" in stops):
                return found.start()
    return len(text)


def statement_end(text: str, at: int) -> int:
    """The end of the last token of the simple statement (or decorator line) at `at`."""
    return trim_end(text, at, stop(text, at, ";\n"))


def header_end(text: str, at: int) -> int:
    """The offset behind the colon of the compound statement's header at `at`."""
    return min(stop(text, at, ":") + 1, len(text))


def trim_end(text: str, at: int, end: int) -> int:
    """`end` moved back over white space and line continuations, not before `at`."""
    while end > at and (text[end - 1].isspace() or text[end - 2 : end] == "\\\n" or text[end - 1 : end + 1] == "\\\n"):
        end -= 1
    return end
