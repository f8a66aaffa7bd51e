"""Tools that each server lists after servers are mounted on others and tools are removed.

Takes all declarations and what happens to servers, gives the declarations as the servers show them. A server that is mounted
is listed where it is mounted, once for each mount, and not by itself.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, structs

from toolc.bind.links import Links
from toolc.bind.tools.ways_out import with_way_out
from toolc.bind.values.call_arguments import entries
from toolc.diagnostics import Diagnostic
from toolc.module import Func
from toolc.program import OWN, ConstantValue, Declaration, SequenceValue, ServerKey, Unknown, Value
from toolc.python_versions import minor_version
from toolc.server_effects import Mount, Unregister, VisibilityRule

MAX_SHOWN = 5_000
"""Tools that mounts of one program may add: servers that mount each other twice double with every level."""


_SHADOWS = "fastmcp"
"""The system in which servers may be mounted that have tools of the same names."""


class Mounted(Struct, frozen=True):
    """A mount with the server that is mounted, and the doubt that there is whether it is.

    `copied`: its tools are among the outer server's own already.
    """

    mount: Mount
    child: ServerKey
    doubt: tuple[Diagnostic, ...] = ()
    copied: bool = False


class AppliedRule(Struct, frozen=True):
    """A rule of visibility. `certain`: it is in force, `doubt` says that it may be."""

    rule: VisibilityRule
    certain: bool
    doubt: Diagnostic


class Taken(Struct, frozen=True):
    """A removal. `certain`: it happens, and behind the registrations above it; otherwise `doubt` says that it may."""

    removal: Unregister
    certain: bool
    doubt: Diagnostic


def mounted_declarations(
    found: Iterable[Declaration],
    mounts: Iterable[Mounted],
    taken: Iterable[Taken],
    rules: Iterable[AppliedRule],
    altered: Mapping[ServerKey, tuple[Diagnostic, ...]],
    links: Links,
) -> list[Declaration]:
    """The declarations of all servers that are not part of another. `altered` says which servers change what they show."""
    own: dict[ServerKey, list[Declaration]] = {}
    for declaration in found:
        own.setdefault(declaration.server, []).append(declaration)
    for one in taken:
        own[one.removal.server] = list(_without_removed(own.get(one.removal.server, ()), one))
    ruled: dict[ServerKey, list[AppliedRule]] = {}
    for each in rules:
        ruled.setdefault(each.rule.server, []).append(each)
    below: dict[ServerKey, list[Mounted]] = {}
    for mounted in mounts:
        below.setdefault(mounted.mount.server, []).append(mounted)
    shows = _Shows(own, below, ruled, altered, links)
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
        ruled: Mapping[ServerKey, list[AppliedRule]],
        altered: Mapping[ServerKey, tuple[Diagnostic, ...]],
        links: Links,
    ) -> None:
        self.reached: set[ServerKey] = set()
        self._own = own
        self._below = below
        self._ruled = ruled
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
            further = (one for one in inner if one.component is not None or not mounted.copied)
            found.extend(_under(mounted, one) for one in further if one.component not in OWN)
        if server.system == _SHADOWS and self._below.get(server):
            found = self._one_of_a_name(server, found)
        if rules := self._ruled.get(server):
            found = [one for declaration in found if (one := _visible(declaration, rules)) is not None]
        doubts = self._altered.get(server, ())
        return [structs.replace(one, diagnostics=_union(one.diagnostics, doubts)) if doubts else one for one in found]

    def _one_of_a_name(self, server: ServerKey, found: list[Declaration]) -> list[Declaration]:
        """Of tools of one name, mounted ones among them, only one is listed: the first, before fastmcp 3 the last."""
        numbers = minor_version(self._links.version(_SHADOWS))
        ranked = list(reversed(found)) if numbers is not None and numbers < (3, 0) else found
        certain = [one for one in ranked if one.component is None and all(each.code != "TC214" for each in one.diagnostics)]
        first: dict[object, Declaration] = {}
        for one in certain:
            name = name_of(one)
            if not isinstance(name, ConstantValue):
                continue
            kept = first.setdefault(name.value, one)
            if kept is not one and kept.definition != one.definition:
                message = f"server `{server.name}` already has a tool named `{name.value}`"
                note = with_way_out("TC401", message, self._links.span(one.scope, one.at, one.end))
                if note not in self._links.library.diagnostics:
                    self._links.library.diagnostics.append(note)
        left = {id(one) for one in certain if isinstance(name := name_of(one), ConstantValue) and first[name.value] is not one}
        return [one for one in found if id(one) not in left]

    def _say_lost(self, mount: Mount) -> None:
        """Report once that tools are missing; servers that mount this one lack them too."""
        if self._left > -MAX_SHOWN:
            self._left = -2 * MAX_SHOWN
            span = self._links.unit(mount.scope).source.span(mount.at, mount.end)
            message = "too many servers are mounted on each other: the tools of this one are missing"
            if all(one.message != message for one in self._links.library.diagnostics):  # of tools, it is said of the rest too
                self._links.library.diagnostics.append(Diagnostic("TC219", message, span))


def _union(known: tuple[Diagnostic, ...], more: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    return tuple(dict.fromkeys((*known, *more)))


def _under(mounted: Mounted, declaration: Declaration) -> Declaration:
    """A tool as the server shows it that another one is mounted on."""
    mount = mounted.mount
    diagnostics = (*declaration.diagnostics, *mounted.doubt)
    declaration = structs.replace(declaration, options={**declaration.options, **mount.options})
    if declaration.component is not None:
        return _component_under(mount, structs.replace(declaration, server=mount.server, diagnostics=diagnostics))
    if mount.renamed is None and mount.before == ConstantValue(""):
        return structs.replace(declaration, server=mount.server, diagnostics=diagnostics)
    name = prefix_name(mount.before, _rename(name_of(declaration), mount.renamed))
    return structs.replace(declaration, server=mount.server, name=name, diagnostics=diagnostics)


def _component_under(mount: Mount, declaration: Declaration) -> Declaration:
    """A prompt or resource of a mounted server: its system says what prefixes make of an address, the innermost first."""
    if mount.before == ConstantValue(""):
        return declaration
    if declaration.component == "prompt":
        return structs.replace(declaration, name=prefix_name(mount.before, name_of(declaration)))
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


def _rename(name: Value, renamed: Value | None) -> Value:
    if renamed is None or not isinstance(name, ConstantValue):
        return name
    inside = entries(renamed)
    return Unknown("the mount renames tools") if inside is None else dict(inside).get(name.value, name)


def prefix_name(front: Value, name: Value) -> Value:
    """One text in front of another, where both are known."""
    for part in (front, name):
        if not isinstance(part, ConstantValue) or not isinstance(part.value, str):
            return part if isinstance(part, Unknown) else Unknown("it is computed while the program runs")
    assert isinstance(front, ConstantValue) and isinstance(name, ConstantValue)
    return ConstantValue(front.value + name.value)


def _concerns(removal: Unregister, declaration: Declaration) -> bool:
    kind = declaration.component or "tool"
    return kind not in OWN and removal.of == kind


def _address(declaration: Declaration) -> Value | None:
    """The address of a resource, or the template of one."""
    if declaration.component != "resource":
        return None
    return declaration.options.get("uri", declaration.options.get("uri_template"))


def _without_removed(declarations: Iterable[Declaration], taken: Taken) -> Iterator[Declaration]:
    """Yield the declarations left after a removal; a later registration stays."""
    removal = taken.removal
    for declaration in declarations:
        name = _address(declaration) or name_of(declaration)
        told = isinstance(name, ConstantValue) and isinstance(removal.name, ConstantValue)
        later = declaration.scope.module == removal.scope.module and declaration.at > removal.at
        if later or not _concerns(removal, declaration) or (told and removal.name != name):
            yield declaration
        elif not (told and taken.certain):
            yield structs.replace(declaration, diagnostics=(*declaration.diagnostics, taken.doubt))


def _visible(declaration: Declaration, rules: Iterable[AppliedRule]) -> Declaration | None:
    """A tool, prompt or resource as the rules of its server leave it: None where they certainly hide it."""
    if declaration.component in OWN:
        return declaration
    shows, doubts = True, list[Diagnostic]()
    for one in rules:
        matches = _matches(one.rule, declaration)
        if matches and one.certain:
            shows, doubts = one.rule.shows, []
        elif matches is not False and one.rule.shows != shows:
            doubts.append(one.doubt)
    if not shows and not doubts:
        return None
    return structs.replace(declaration, diagnostics=(*declaration.diagnostics, *doubts)) if doubts else declaration


def _matches(rule: VisibilityRule, declaration: Declaration) -> bool | None:
    """Return whether a rule concerns a declaration; `None` where that is not known. One without criteria concerns nothing.

    Source: `Visibility._matches` of fastmcp 3.4.10 and 4.1.6.
    """
    kind = _kind(declaration)
    name, address, version = name_of(declaration), _address(declaration), declaration.options.get("version", ConstantValue(""))
    called = [name] if address is None else [name, address]
    pairs: list[tuple[Value | None, list[Value]]] = [
        (rule.names, called),
        (
            rule.keys,
            [
                prefix_name(
                    prefix_name(prefix_name(kind, ConstantValue(":")), called[-1]), prefix_name(ConstantValue("@"), version)
                )
            ],
        ),
        (rule.kinds, [kind]),
        (rule.tags, _tags(declaration)),
    ]
    answers = [_meets(criterion, own) for criterion, own in pairs if criterion is not None]
    if rule.every or not (answers or rule.unread):
        return rule.every
    if False in answers:
        return False
    return None if None in answers or rule.unread else True


def _kind(declaration: Declaration) -> Value:
    """The word for a component: a resource whose address, or function, has parameters is a template."""
    if declaration.component != "resource":
        return ConstantValue(declaration.component or "tool")
    address = _address(declaration)
    if not isinstance(address, ConstantValue) or not isinstance(address.value, str):
        return Unknown("the address is not known")
    if "{" in address.value:
        return ConstantValue("template")
    function = declaration.definition.stmt if declaration.definition is not None else None
    taken = isinstance(function, Func) and function.params
    return Unknown("whether it is a template depends on its parameters") if taken else ConstantValue("resource")


def _tags(declaration: Declaration) -> list[Value]:
    tags = declaration.options.get("tags", ConstantValue(()))
    if isinstance(tags, ConstantValue) and isinstance(tags.value, (set, frozenset, list, tuple, type(None))):
        return [ConstantValue(one) for one in tags.value or ()]
    return [tags]


def _meets(criterion: Value, own: list[Value]) -> bool | None:
    """Return whether a set of texts holds one of some values; `None` where that is not known."""
    if not isinstance(criterion, ConstantValue) or not isinstance(criterion.value, (set, frozenset, list, tuple)):
        return None
    if any(isinstance(one, ConstantValue) and one.value in criterion.value for one in own):
        return True
    return False if all(isinstance(one, ConstantValue) for one in own) else None
