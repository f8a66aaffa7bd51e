"""TOML of untrusted trees: takes text, gives its table. Raises ValueError or RecursionError."""

import re
import tomllib
from typing import Any

from toolc.text.regex import late

MOST_STEPS = 100  # of one key; tomllib takes quadratic time and memory for them (CPython 3.11 to 3.14)

_STEP = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
_LONG = late(rf"(?:^|[\[{{,])[ \t]*+(?:{_STEP}){{{MOST_STEPS}}}", re.M)


def find_long_key(text: str) -> "re.Match[str] | None":
    """Return the beginning of a key of so many parts that reading it would take gigabytes."""
    return _LONG.search(text)


def toml(text: str) -> dict[str, Any]:
    """The table of a whole file, which editors on Windows begin with a byte order mark."""
    text = text.removeprefix("\ufeff")
    if (found := find_long_key(text)) is not None:
        raise ValueError(f"a key has more than {MOST_STEPS} parts (at line {text.count(chr(10), 0, found.start()) + 1})")
    return tomllib.loads(text)
