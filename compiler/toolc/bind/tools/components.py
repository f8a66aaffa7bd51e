"""Prompts and resources that a server holds under their names and addresses: of two with one, it has one.

Takes declarations in the order of their registration, returns those that are listed. Sources: `PromptManager.add_prompt`,
`ResourceManager.add_resource` and `add_template` of mcp 1.30.0 and 2.3.0; `LocalProvider` of fastmcp 3.4.10 and 4.1.6.
"""

from msgspec import structs

from toolc.analysis.events import Event
from toolc.bind.tools.mounts import name_of
from toolc.diagnostics import Diagnostic
from toolc.program import Declaration, Known

UNORDERED = "this is registered in a loop over a set, so it is listed in another order each time the server starts"


class Held:
    """What servers hold."""

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
    said: list[tuple[str, str]] = []
    if event.inputs:
        names = " and ".join(sorted(event.inputs))
        said.append(("TC222", f"what this {found.component} is given depends on {names}; the default is taken"))
    if event.unordered:
        said.append(("TC243", UNORDERED))
    if event.repeated:
        said.append(("TC212", f"how often this {found.component} is registered is not known"))
    return said


def _identity(found: Declaration) -> tuple[object, ...]:
    """What tells components of a server apart, where it is known."""
    if found.component == "server":
        return ()
    name = found.options.get("uri", found.options.get("uri_template")) if found.component == "resource" else name_of(found)
    return (name.value,) if isinstance(name, Known) else (found.scope.module, found.at)


def _is_template(found: Declaration) -> bool:
    uri = found.options.get("uri")
    return isinstance(uri, Known) and "{" in str(uri.value)
