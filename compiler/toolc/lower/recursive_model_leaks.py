"""Metadata of one tool on a self-containing class that shows up in another tool's schema.

pydantic 2.11 to 2.14 share one object among all first uses of such a model (`_model_schema`, `unpack_definitions`), and write
metadata of `Annotated` into it. Takes the metadata of each tool, gives the doubts; known once every tool was lowered.
"""

from collections.abc import Callable, Iterable, Iterator, Set

from toolc.signature import Class, Signature, Type
from toolc.source import Span
from toolc.systems.base import NOTHING, Finding, Shared, Spelled, make_finding
from toolc.systems.shared.types import parts

_MESSAGE = "`{}` holds itself, and what `Annotated` says of it at one use pydantic shows at others too"
_HELP = "say it in the docstring, or in a class of its own"


class RecursiveModelLeaks:
    """Metadata on classes by tool; `holding` selects the classes that contain themselves."""

    def __init__(self, holding: Callable[[Iterable[str]], Set[str]]) -> None:
        self._holding = holding
        self._said: dict[object, Shared] = {}
        self._holders: Set[str] = frozenset()

    def note(self, tool: object, shared: Shared) -> None:
        """Record the metadata of one tool."""
        if shared != NOTHING:
            self._said[tool] = shared

    def settle(self) -> bool:
        """Finish after the last tool; return `True` if metadata on some class may show up in another place."""
        names = {name for one in self._said.values() for name in (*one.annotated, *(told for told, _ in one.told))}
        self._holders = self._holding(names)
        return bool(self._holders)

    def doubts(self, tool: object, signature: Signature | None, spelled: Spelled, place: Span) -> tuple[Finding, ...]:
        """Return the finding that this tool may show metadata of others, or its result that of its parameters."""
        reached = sorted(self._holders & signature.definitions.keys()) if signature is not None else []
        shown = [name for name in reached if signature is not None and self._shows(name, tool, signature, spelled)]
        return tuple(
            make_finding("TC323", _MESSAGE.format(name.rpartition(":")[2]), place, "approximate", _HELP) for name in shown[:1]
        )

    def _shows(self, name: str, tool: object, signature: Signature, spelled: Spelled) -> bool:
        own = self._said.get(tool, NOTHING)
        others = [one for key, one in self._said.items() if key != tool]
        if any(pair[0] == name and pair not in own.told for one in others for pair in one.told):
            return True
        if (
            spelled.output_schema is not None
            and any(pair[0] == name for pair in own.told)
            and name in _named_classes(signature.returns)
        ):
            return True
        if name in own.annotated:  # by a class it uses, where that is not the first use
            return any(name in _named_classes(one.type) for one in signature.parameters) or name in _named_classes(
                signature.returns
            )
        return any(name in one.annotated for one in others)


def _named_classes(type_: Type | None) -> Iterator[str]:
    """The classes written in an annotation."""
    return (one.qualname for one in (parts(type_) if type_ is not None else ()) if isinstance(one, Class))
