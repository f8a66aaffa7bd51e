"""Code that a target has spelled, told apart from text of a source by its type.

Takes and gives text. `Code` is made of encoded parts by the target itself; a template prints it by `code`, which takes no other
text.
"""


class Code(str):
    """Text that is code already."""

    __slots__ = ()


def code(text: str) -> str:
    """Lets finished code through, and nothing else: text from a source raises."""
    if not isinstance(text, Code):
        raise TypeError(f"not spelled by a target: {text[:40]!r}")
    return text
