"""Prompts and resources that a server holds under their names and addresses: of two with one, it has one.

Takes declarations in the order of their registration, returns those that are listed. Sources: `PromptManager.add_prompt`,
`ResourceManager.add_resource` and `add_template` of mcp 1.30.0 and 2.3.0; `LocalProvider` of fastmcp 3.4.10 and 4.1.6.
"""

from collections.abc import Callable, Sequence

from msgspec import structs

from toolc.analysis.doubts import Place
from toolc.analysis.events import Event
from toolc.analysis.models.components import facts_set
from toolc.analysis.models.servers import replaces
from toolc.analysis.values import Instance
from toolc.bind.tools.convert import Converter
from toolc.bind.tools.mounts import name_of
from toolc.bind.tools.ways_out import with_way_out
from toolc.diagnostics import Diagnostic
from toolc.program import ConstantValue, Declaration
from toolc.source import Span

UNORDERED = (
    "this is registered in a loop over a set or the files of a folder, so it may be listed in another order each time the "
    "server starts"
)


class Components:
    """Components of servers beside tools."""

    def __init__(self, convert: Converter, span: Callable[[Place | None], Span | None]) -> None:
        self._convert, self._span = convert, span
        self._found: list[tuple[Event, Declaration]] = []
        self._missing: dict[object, list[Diagnostic]] = {}

    def add(self, event: Event, fact: Declaration) -> None:
        """Take what is read off one registration."""
        self._found.append((event, fact))

    def miss(self, server: object, fact: Diagnostic) -> None:
        """Take that a server has something which is not followed."""
        if fact.code == "TC240":
            self._missing.setdefault(server, []).append(fact)

    def components_of(
        self, servers: Sequence[Instance], doubts: Callable[[Instance, Event], list[Diagnostic]]
    ) -> list[Declaration]:
        """Return what some servers hold; `doubts` are those about a server and an event."""
        held = Held()
        for event, fact in self._found:
            if isinstance(server := event.receiver, Instance) and server in servers:
                own = [with_way_out(*one, self._span(event.place)) for one in doubts_of(event, fact)]
                if fact.component == "server":
                    later = {name: self._convert.value(value) for name, value in facts_set(server).items()}
                    fact = structs.replace(fact, options={**fact.options, **later})
                    own += self._missing.get(server, [])
                every = tuple(dict.fromkeys((*fact.diagnostics, *doubts(server, event), *own)))
                held.add(structs.replace(fact, diagnostics=every), replaces=replaces(server))
        return held.declarations


class Held:
    """Components that servers hold, by server, kind and identity."""

    def __init__(self) -> None:
        self._held: dict[tuple[object, ...], Declaration] = {}

    def add(self, found: Declaration, replaces: bool) -> None:
        """Register one more; `replaces`: it takes the place of the one before, which stays otherwise."""
        key = (found.server, found.component, *_identity(found))
        kept = self._held.get(key)
        if kept is None:
            self._held[key] = found
        elif kept.diagnostics or found.diagnostics:
            self._held[(*key, len(self._held))] = found
        elif kept.options.get("version") != found.options.get("version"):
            doubt = Diagnostic("TC202", "which versions of this there are, and which is listed, is not known")
            self._held[key] = structs.replace(found, diagnostics=(doubt,))
        elif replaces or _is_template(found):
            self._held[key] = found

    @property
    def declarations(self) -> list[Declaration]:
        return list(self._held.values())


def doubts_of(event: Event, found: Declaration) -> list[tuple[str, str]]:
    """Return code and message of what is not certain of one: what it is given, and how often it is registered."""
    doubts: list[tuple[str, str]] = []
    if event.inputs:
        names = " and ".join(sorted(event.inputs))
        doubts.append(("TC222", f"what this {found.component} is given depends on {names}; the default is taken"))
    if event.unordered:
        doubts.append(("TC243", UNORDERED))
    if event.repeated:
        doubts.append(("TC212", f"how often this {found.component} is registered is not known"))
    return doubts


def _identity(found: Declaration) -> tuple[object, ...]:
    """Return the key that distinguishes components of a server: name or address if known, else the place."""
    if found.component == "server":
        return ()
    name = found.options.get("uri", found.options.get("uri_template")) if found.component == "resource" else name_of(found)
    return (name.value,) if isinstance(name, ConstantValue) else (found.scope.module, found.at)


def _is_template(found: Declaration) -> bool:
    uri = found.options.get("uri")
    return isinstance(uri, ConstantValue) and "{" in str(uri.value)
