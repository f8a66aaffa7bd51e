"""Docstrings as plain text.

Takes the value of a string constant, gives what a `Module` can hold.
"""

from toolc.regex import late

_SURROGATE = late("[\ud800-\udfff]")


def clean(doc: str) -> str:
    """The docstring itself (not dedented); a lone surrogate, which no encoder writes, becomes U+FFFD."""
    return doc if doc.isascii() else _SURROGATE.sub("\ufffd", doc)
