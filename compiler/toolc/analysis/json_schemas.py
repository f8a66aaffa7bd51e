"""JSON Schemas that frameworks make of models and tools, as dicts of the heap."""

from collections.abc import Callable

from toolc.analysis.doubts import Doubt
from toolc.analysis.values import Dict, LibraryObject, Value


class JsonSchema(Dict):
    """The schema of a model or of a tool: a dict whose content is computed when it is first read.

    `origin` is the call that gives it, None for the schema of a tool. `read` gives the dict, None where there is no schema, or
    the doubt because of which nobody knows it.
    """

    __slots__ = ("_common", "_doubt", "_held", "_nothing", "_read", "origin")

    def __init__(self, origin: LibraryObject | None, read: Callable[[], dict[Value, Value] | Doubt | None]) -> None:
        self._held: dict[Value, Value] | None = {}
        self._doubt: Doubt | None = None
        self._nothing: bool | None = None
        self._common: list[dict[Value, Value] | Doubt | None] = []
        super().__init__({})
        self.origin, self._read, self._held = origin, read, None

    @property
    def whole(self) -> bool:
        """Return whether its content has not been read yet, nor what it has in common with a shallow copy of it."""
        return self._held is None and self._doubt is None and not self._common

    @property
    def is_none(self) -> bool:
        """Return whether it is certain that there is no schema; asks for the schema if nothing has."""
        if self._nothing is None and self._held is None:
            found = self._read()
            self._nothing = found is None
            if found is not None:
                self._keep(found)
        return self._nothing is True

    def again(self) -> "JsonSchema":
        """Return another dict with the same contents, if this one has not been read."""
        return JsonSchema(self.origin, self._read)

    def shallow_copy(self) -> "JsonSchema":
        """Return a shallow copy, if this one has not been read: a dict of its own, with the very elements of this one."""
        other, read, common = self.again(), self._read, self._common

        def read_once() -> dict[Value, Value] | Doubt | None:
            if not common:
                common.append(read())
            return dict(found) if isinstance(found := common[0], dict) else found

        self._read = other._read = read_once
        other._common = common
        return other

    def copy_elements(self) -> "JsonSchema":
        """Return another dict with the elements that this one has when the copy is read."""
        return JsonSchema(None, lambda: None if self.is_none else dict(self.items) if self.taint is None else self.taint)

    def _look(self) -> dict[Value, Value]:
        if self._held is None:
            self._keep(self._read())
        assert self._held is not None
        return self._held

    def _keep(self, found: dict[Value, Value] | Doubt | None) -> None:
        self._held = found if isinstance(found, dict) else {}
        self._doubt = self._doubt or (found if isinstance(found, Doubt) else None)

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
