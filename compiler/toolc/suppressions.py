"""Suppression comments in sources: `# toolc: ignore[TC203] reason`.

Takes nothing, gives the values that `read` finds in a file and `selection` follows.
"""

from msgspec import Struct

from toolc.source import Span


class Suppression(Struct, frozen=True):
    """One comment. `codes` are as they stand between the brackets, numbers or names; empty where the comment cannot be read.

    `span` is the comment, `covers` the line whose findings it is about: its own, or the next line of code when it stands alone.
    """

    span: Span
    covers: int
    codes: tuple[str, ...] = ()
    reason: str = ""
