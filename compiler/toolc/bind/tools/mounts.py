"""Tools that each server lists after servers are mounted on others and tools are removed.

Takes all declarations and what happens to servers, gives the declarations as the servers show them. A server that is mounted
is listed where it is mounted, once for each mount, and not by itself.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, structs

from toolc.bind.links import Links
from toolc.bind.values.passing import entries
from toolc.diagnostics import Diagnostic
from toolc.program import OWN, ConstantValue, Declaration, SequenceValue, ServerKey, Unknown, Value
from toolc.server_effects import Mount, Unregister

MAX_SHOWN = 5_000
"""Tools that mounts of one program may add: servers that mount each other twice double with every level."""


class Mounted(Struct, frozen=True):
    """A mount with the server that is mounted, and the doubt that there is whether it is."""

    mount: Mount
    child: ServerKey
    doubt: tuple[Diagnostic, ...] = ()


class Taken(Struct, frozen=True):
    """A removal. `certain`: it happens, and behind the registrations above it; otherwise `doubt` says that it may."""

    removal: Unregister
    certain: bool
    doubt: Diagnostic


def shown(
    found: Iterable[Declaration],
    mounts: Iterable[Mounted],
    taken: Iterable[Taken],
    altered: Mapping[ServerKey, tuple[Diagnostic, ...]],
    links: Links,
) -> list[Declaration]:
    """The declarations of all servers that are not part of another. `altered` says which servers change what they show."""
    own: dict[ServerKey, list[Declaration]] = {}
    for declaration in found:
        own.setdefault(declaration.server, []).append(declaration)
    hidden: dict[ServerKey, list[Taken]] = {}
    for one in taken:
        if one.removal.of == "any":
            hidden.setdefault(one.removal.server, []).append(one)
        else:
            own[one.removal.server] = list(_left(own.get(one.removal.server, ()), one))
    below: dict[ServerKey, list[Mounted]] = {}
    for mounted in mounts:
        below.setdefault(mounted.mount.server, []).append(mounted)
    shows = _Shows(own, below, hidden, altered, links)
    inner = {mounted.child for several in below.values() for mounted in several}
    outer = [server for server in (*own, *(one for one in below if one not in own)) if server not in inner]
    told = [declaration for server in outer for declaration in shows.of(server, ())]
    circular = [server for server in own if server not in shows.reached]  # each mounted on the other
    return [*told, *(declaration for server in circular for declaration in own[server])]


class _Shows:
    """Tools listed by servers, computed server by server."""

    def __init__(
        self,
        own: Mapping[ServerKey, list[Declaration]],
        below: Mapping[ServerKey, list[Mounted]],
        hidden: Mapping[ServerKey, list[Taken]],
        altered: Mapping[ServerKey, tuple[Diagnostic, ...]],
        links: Links,
    ) -> None:
        self.reached: set[ServerKey] = set()
        self._own = own
        self._below = below
        self._hidden = hidden
        self._altered = altered
        self._links = links
        self._left = MAX_SHOWN

    def of(self, server: ServerKey, above: tuple[ServerKey, ...]) -> list[Declaration]:
        """Its own tools, and those of the servers that are mounted on it."""
        self.reached.add(server)
        found = list(self._own.get(server, ()))
        for mounted in self._below.get(server, ()):
            if mounted.child == server or mounted.child in above:
                continue
            inner = self.of(mounted.child, (*above, server)) if self._left > 0 else []
            self._left -= 1 + len(inner)
            if self._left <= 0:
                self._say_lost(mounted.mount)
                break
            found.extend(_under(mounted, one) for one in inner if one.component not in OWN)
        for taken in self._hidden.get(server, ()):
            found = list(_left(found, taken))
        doubts = self._altered.get(server, ())
        return [structs.replace(one, diagnostics=(*one.diagnostics, *doubts)) if doubts else one for one in found]

    def _say_lost(self, mount: Mount) -> None:
        """Report once that tools are missing; servers that mount this one lack them too."""
        if self._left > -MAX_SHOWN:
            self._left = -2 * MAX_SHOWN
            span = self._links.unit(mount.scope).source.span(mount.at, mount.end)
            message = "too many servers are mounted on each other: the tools of this one are missing"
            if all(one.message != message for one in self._links.library.diagnostics):  # of tools, it is said of the rest too
                self._links.library.diagnostics.append(Diagnostic("TC219", message, span))


def _under(mounted: Mounted, declaration: Declaration) -> Declaration:
    """A tool as the server shows it that another one is mounted on."""
    mount = mounted.mount
    diagnostics = (*declaration.diagnostics, *mounted.doubt)
    declaration = structs.replace(declaration, options={**declaration.options, **mount.options})
    if declaration.component is not None:
        return _component_under(mount, structs.replace(declaration, server=mount.server, diagnostics=diagnostics))
    if mount.renamed is None and mount.before == ConstantValue(""):
        return structs.replace(declaration, server=mount.server, diagnostics=diagnostics)
    name = joined(mount.before, _renamed(name_of(declaration), mount.renamed))
    return structs.replace(declaration, server=mount.server, name=name, diagnostics=diagnostics)


def _component_under(mount: Mount, declaration: Declaration) -> Declaration:
    """A prompt or resource of a mounted server: its system says what prefixes make of an address, the innermost first."""
    if mount.before == ConstantValue(""):
        return declaration
    if declaration.component == "prompt":
        return structs.replace(declaration, name=joined(mount.before, name_of(declaration)))
    inner = declaration.options.get("prefixes", SequenceValue("tuple", ()))
    assert isinstance(inner, SequenceValue)
    prefixes = SequenceValue("tuple", (*inner.items, mount.before))
    return structs.replace(declaration, options={**declaration.options, "prefixes": prefixes})


def name_of(declaration: Declaration) -> Value:
    """The name of a tool; an empty one counts as none."""
    if declaration.name is not None and declaration.name not in (ConstantValue(None), ConstantValue("")):
        return declaration.name
    if declaration.definition is not None:
        return ConstantValue(declaration.definition.stmt.name)
    return Unknown("it comes from a function that is not known")


def _renamed(name: Value, renamed: Value | None) -> Value:
    if renamed is None or not isinstance(name, ConstantValue):
        return name
    inside = entries(renamed)
    return Unknown("the mount renames tools") if inside is None else dict(inside).get(name.value, name)


def joined(front: Value, name: Value) -> Value:
    """One text in front of another, where both are known."""
    for part in (front, name):
        if not isinstance(part, ConstantValue) or not isinstance(part.value, str):
            return part if isinstance(part, Unknown) else Unknown("it is computed while the program runs")
    assert isinstance(front, ConstantValue) and isinstance(name, ConstantValue)
    return ConstantValue(front.value + name.value)


def _concerns(removal: Unregister, declaration: Declaration) -> bool:
    kind = declaration.component or "tool"
    return kind not in OWN and removal.of in ("any", kind)


def _names_of(removal: Unregister, declaration: Declaration) -> list[Value]:
    """Return the values with which a removal's name is compared: the name or, for a resource, its address."""
    uri = declaration.options.get("uri", declaration.options.get("uri_template"))
    if declaration.component != "resource" or uri is None:
        return [name_of(declaration)]
    return [uri, name_of(declaration)] if removal.of == "any" else [uri]


def _left(declarations: Iterable[Declaration], taken: Taken) -> Iterator[Declaration]:
    """Yield the declarations left after a removal; a later registration stays, unless its name is hidden."""
    removal = taken.removal
    for declaration in declarations:
        names = _names_of(removal, declaration)
        told = all(isinstance(name, ConstantValue) for name in (*names, removal.name))
        later = declaration.scope.module == removal.scope.module and declaration.at > removal.at and removal.of != "any"
        if later or not _concerns(removal, declaration) or (told and removal.name not in names):
            yield declaration
        elif not (told and taken.certain):
            yield structs.replace(declaration, diagnostics=(*declaration.diagnostics, taken.doubt))
