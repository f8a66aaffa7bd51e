"""Views of a dict: what `d.keys()`, `d.items()` and `d.values()` are to loops and operators.

They go through their parts as lists do, but compare as sets do (values: as objects), and have no items by number.
"""

from collections.abc import Iterable
from typing import Any


class View(list[Any]):
    """The parts of one view; `kind` is the method that gives it."""

    def __init__(self, kind: str, parts: Iterable[Any]) -> None:
        super().__init__(parts)
        self._kind = kind

    def _own(self) -> Any:
        """Such a view of Python's."""
        match self._kind:
            case "keys":
                return dict.fromkeys(self).keys()
            case "items":
                return dict(self).items()
            case _:
                return dict(enumerate(self)).values()

    def __eq__(self, other: object) -> bool:
        return bool(self._own() == _own(other))

    def __ne__(self, other: object) -> bool:
        return bool(self._own() != _own(other))

    def __lt__(self, other: Any) -> Any:
        return self._own() < _own(other)

    def __le__(self, other: Any) -> Any:
        return self._own() <= _own(other)

    def __gt__(self, other: Any) -> Any:
        return self._own() > _own(other)

    def __ge__(self, other: Any) -> Any:
        return self._own() >= _own(other)

    def __or__(self, other: Any) -> Any:
        return self._own() | _own(other)

    def __and__(self, other: Any) -> Any:
        return self._own() & _own(other)

    def __sub__(self, other: Any) -> Any:
        return self._own() - _own(other)

    def __rsub__(self, other: Any) -> Any:
        return other - self._own()

    def __xor__(self, other: Any) -> Any:
        return self._own() ^ _own(other)

    def __add__(self, other: Any) -> Any:
        return self._own() + _own(other)

    def __getitem__(self, index: Any) -> Any:
        return self._own()[index]

    __hash__ = None


def _own(value: Any) -> Any:
    return value._own() if isinstance(value, View) else value
