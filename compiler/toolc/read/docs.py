"""Docstrings as plain text.

Takes the value of a string constant, gives what a `Module` can hold.
"""

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def clean(doc: str) -> str:
    """The docstring itself (not dedented); a lone surrogate, which no encoder writes, becomes U+FFFD."""
    return doc if doc.isascii() else _SURROGATE.sub("\ufffd", doc)
