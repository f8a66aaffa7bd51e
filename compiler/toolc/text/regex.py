"""Regular expressions of modules, compiled when they are first used: a small run uses a tenth of them.

`late` takes and gives what `re.compile` does. A wrong one raises `re.error` when it is used; a test uses all.
"""

import re
from typing import Any, AnyStr, cast


class _Late:
    """Stands for a pattern. Each attribute that is asked for is kept: asking again takes no longer than of a pattern."""

    def __init__(self, text: Any, flags: int) -> None:
        self._asked = text, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(*self._asked)  # in the cache of `re`, or soon among our attributes
        self.__dict__[name] = found = getattr(compiled, name)
        return found


def late(pattern: AnyStr, flags: int = 0) -> "re.Pattern[AnyStr]":
    """Return a pattern that is compiled when it is first used."""
    return cast("re.Pattern[AnyStr]", _Late(pattern, flags))
