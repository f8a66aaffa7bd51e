"""Comparison of prompts, resources and server information: takes two bundles, gives every `Change`.

Sides that hold tools alone, such as recorded lists of tools, have no such parts, and nothing is compared.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs

from toolc.contract.change import Change, Place
from toolc.contract.texts import describe_change
from toolc.contract.values import value
from toolc.ir import Bundle, Component, Prompt, Resource, ServerInfo

_INFO = ("name", "version", "title", "description", "website_url", "icons")


def component_changes(old: Bundle, new: Bundle) -> Iterator[Change]:
    """All changes; none where one side does not know what servers have beside tools."""
    if not (_tells(old) and _tells(new)):
        return
    before, after = _by_place(old), _by_place(new)
    for place, one in before.items():
        other = after.get(place)
        if other is not None:
            yield from _component(place, one, other)
        elif not isinstance(one, ServerInfo):
            code = "TD201" if isinstance(one, Prompt) else "TD211"
            yield Change(code, place, f"the {place.kind} is gone", old=one.span, before=one.description)
    for place, one in after.items():
        if place not in before and not isinstance(one, ServerInfo):
            code = "TD202" if isinstance(one, Prompt) else "TD212"
            yield Change(code, place, f"the {place.kind} is new", new=one.span, after=one.description)


def _tells(bundle: Bundle) -> bool:
    return any(server.info is not None for package in bundle.packages for server in package.servers)


def _by_place(bundle: Bundle) -> Mapping[Place, Component]:
    found: dict[Place, Component] = {}
    for package, server, one in bundle.components:
        match one:
            case Prompt():
                place = Place(package.name, server.name, one.name, "prompt")
            case Resource():
                place = Place(package.name, server.name, one.uri, "resource")
            case ServerInfo():
                place = Place(package.name, server.name, server.name, "server")
        found.setdefault(place, one)
    return found


def _component(place: Place, old: Component, new: Component) -> Iterator[Change]:
    known = [one.fidelity in ("exact", "approximate") for one in (old, new)]
    if not all(known):
        if any(known):
            side = "now" if known[0] else "before"
            yield Change("TD199", place, f"the {place.kind} is not known {side}", old=old.span, new=new.span)
        return
    match old, new:
        case ServerInfo(), ServerInfo():
            yield from _info(place, old, new)
        case Prompt(), Prompt():
            yield from _texts(place, old, new)
            yield from _arguments(place, old, new)
        case Resource(), Resource():
            yield from _texts(place, old, new)
            yield from _content(place, old, new)


def _texts(place: Place, old: Prompt | Resource, new: Prompt | Resource) -> Iterator[Change]:
    """Texts that models and people read, icons and `_meta`."""
    spans: dict[str, Any] = {"old": old.span, "new": new.span}
    for what, code, before, after in (
        ("description", "TD150", old.description, new.description),
        ("title", "TD151", old.title, new.title),
        ("text", "TD207", old.text, new.text),
    ):
        known = what != "text" or (before is not None and after is not None)
        if known and (before or "") != (after or ""):
            told = describe_change(before or None, after or None)
            yield Change(code, place, f"{what}: {told}", **spans, before=before, after=after)
    if old.icons != new.icons:
        yield Change("TD155", place, "the icons changed", **spans, before=old.icons, after=new.icons)
    if old.meta != new.meta:
        yield Change("TD156", place, "`_meta` changed", **spans, before=old.meta, after=new.meta)


def _arguments(place: Place, old: Prompt, new: Prompt) -> Iterator[Change]:
    """Arguments by name: a caller gives those that are required, and maybe the others."""
    before, after = ({one.name: one for one in side.arguments} for side in (old, new))
    spans: dict[str, Any] = {"old": old.span, "new": new.span}
    for name, one in before.items():
        other = after.get(name)
        if other is None:
            yield Change("TD204", place, f"argument `{name}` is gone", name, **spans)
            continue
        if bool(one.required) != bool(other.required):
            code, told = ("TD203", "must be given") if other.required else ("TD206", "may be left out")
            yield Change(code, place, f"argument `{name}` {told} now", name, **spans)
        if (one.description or "") != (other.description or ""):
            told = describe_change(one.description or None, other.description or None)
            yield Change("TD151", place, told, name, **spans, before=one.description, after=other.description)
    for name, other in after.items():
        if name not in before:
            code, told = ("TD203", "is new and must be given") if other.required else ("TD205", "is new")
            yield Change(code, place, f"argument `{name}` {told}", name, **spans)


def _content(place: Place, old: Resource, new: Resource) -> Iterator[Change]:
    spans: dict[str, Any] = {"old": old.span, "new": new.span}
    if old.mime_type != new.mime_type:
        yield Change("TD213", place, f"mimeType: was {value(old.mime_type)}, is {value(new.mime_type)}", **spans)
    for what, before, after in (("name", old.name, new.name), ("annotations", old.annotations, new.annotations)):
        if before != after:
            yield Change("TD214", place, f"{what}: was {value(before)}, is {value(after)}", **spans)


def _info(place: Place, old: ServerInfo, new: ServerInfo) -> Iterator[Change]:
    spans: dict[str, Any] = {"old": old.span, "new": new.span}
    if (old.instructions or "") != (new.instructions or ""):
        told = describe_change(old.instructions or None, new.instructions or None)
        yield Change("TD221", place, f"instructions: {told}", **spans, before=old.instructions, after=new.instructions)
    for name, before in structs.asdict(old).items():
        after = getattr(new, name)
        if name in _INFO and before != after:
            yield Change("TD222", place, f"{name}: was {value(before)}, is {value(after)}", **spans)
    if old.capabilities is None or new.capabilities is None:
        return  # on one side they are not known
    for name in sorted({*old.capabilities, *new.capabilities}):
        before, after = old.capabilities.get(name), new.capabilities.get(name)
        if before is not None and after is None:
            yield Change("TD223", place, f"capability `{name}` is gone", **spans)
        elif before != after:
            told = "is new" if before is None else f"was {value(before)}, is {value(after)}"
            yield Change("TD224", place, f"capability `{name}` {told}", **spans)
