"""Foreign text in TypeScript: one encoder for each context it can stand in.

Takes any text, gives text that is safe in a comment, a string literal, a property key or as an identifier.
"""

import json
import re
from collections.abc import Mapping
from functools import lru_cache

from toolc.encoders import Encoder
from toolc.targets.code import Code, code
from toolc.targets.prose import lines, show_invisible


@lru_cache(maxsize=4096)
def string(text: str) -> str:
    """A string literal: JSON in ASCII, which JavaScript reads alike; `<` escaped, so no `</script>` can arise.

    In single quotes where that saves escapes, as formatters have it.
    """
    literal = json.dumps(str(text)).replace("<", "\\u003c").replace("\x7f", "\\u007f")
    if text.count('"') <= text.count("'"):
        return Code(literal)
    inside = literal[1:-1].replace('\\"', '"').replace("'", "\\'")
    return Code(f"'{inside}'")


_BARE_KEY = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*\Z")


def key(text: str) -> str:
    """A property key in a type: bare where that is plain, else a string literal."""
    return Code(text) if _BARE_KEY.match(text) else string(text)


@lru_cache(maxsize=4096)
def value_key(text: str) -> str:
    """A property key in an object literal, where `__proto__` must be computed or it would set the prototype."""
    return Code('["__proto__"]') if text == "__proto__" else key(text)


def identifier(text: str) -> str:
    """Lets a plain identifier through; the naming pass has made it one."""
    if not _BARE_KEY.match(text):
        raise ValueError(f"not an identifier: {text[:40]!r}")
    return Code(text)


# What tools read in comments wherever it stands: source maps, references, switches of the type checker, ends of scripts.
_ORDER = re.compile(r"(?<=/)/(?=[#@/])|(?<=<)[/!](?=script|--)|@(?=ts-)", re.IGNORECASE)
_TAG = re.compile(r"^(\s*)@|(?<=\{)@")


def comment(text: str) -> str:
    """Text inside a block comment, its lines parted by LF. It cannot end the comment, hide, or be read as a tag."""
    return Code("\n".join(map(_comment_line, lines(text))))


@lru_cache(maxsize=4096)
def _comment_line(line: str) -> str:
    plain = _ORDER.sub(lambda found: f"\\{found[0]}", show_invisible(line.replace("\t", " ").rstrip()))
    return _TAG.sub(r"\1\\@", plain).replace("*/", "*\\/")


ENCODERS: Mapping[str, Encoder] = {
    "ts_code": code,
    "ts_string": string,
    "ts_key": key,
    "ts_name": identifier,
    "ts_comment": comment,
}
