"""The JSON Schemas of models as dicts of the heap."""

from collections.abc import Callable

from toolc.analysis.doubts import Doubt
from toolc.analysis.values import Dict, LibraryObject, Value


class ModelSchema(Dict):
    """What `Model.model_json_schema()` gives: a dict that is read when somebody looks into it. `origin` is the call.

    `read` gives the dict, or the doubt because of which nobody knows it.
    """

    __slots__ = ("_doubt", "_held", "_read", "origin")

    def __init__(self, origin: LibraryObject, read: Callable[[], dict[Value, Value] | Doubt]) -> None:
        self._held: dict[Value, Value] | None = {}
        self._doubt: Doubt | None = None
        super().__init__({})
        self.origin, self._read, self._held = origin, read, None

    @property
    def whole(self) -> bool:
        """Whether nobody has looked into it."""
        return self._held is None and self._doubt is None

    def again(self) -> "ModelSchema":
        """Another dict of the same content, if nobody has looked into this one."""
        return ModelSchema(self.origin, self._read)

    def _look(self) -> dict[Value, Value]:
        if self._held is None:
            found = self._read()
            self._held = found if isinstance(found, dict) else {}
            self._doubt = self._doubt or (None if isinstance(found, dict) else found)
        return self._held

    @property
    def items(self) -> dict[Value, Value]:
        return self._look()

    @items.setter
    def items(self, items: dict[Value, Value]) -> None:
        self._held = items

    @property
    def taint(self) -> Doubt | None:
        self._look()
        return self._doubt

    @taint.setter
    def taint(self, doubt: Doubt | None) -> None:
        self._doubt = doubt
