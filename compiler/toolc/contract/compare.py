"""Comparison of two bundles: takes them and the intended renames, gives every `Change`, tool by tool."""

from collections.abc import Iterator, Mapping, Set
from typing import Any

from msgspec import structs

from toolc.contract.change import Change, Place
from toolc.contract.components import component_changes
from toolc.contract.deprecations import deprecation
from toolc.contract.hints import hint_changes, sent_changes
from toolc.contract.models import model_changes
from toolc.contract.pairs import pair_tools, tools
from toolc.contract.renames import candidate
from toolc.contract.schemas import Role, differences
from toolc.contract.texts import describe_change
from toolc.contract.words import signature
from toolc.ir import Bundle, JsonSchema, Tool
from toolc.source import Span


def compare(
    old: Bundle, new: Bundle, renamed: Mapping[str, str], sent: bool = False, unknown_results: Set[Place] = frozenset()
) -> tuple[Change, ...]:
    """All changes, in order of the tools. `renamed`: new name → old name.

    `sent`: compare the schemas that servers send; what is recorded of these does not say what results look like. No more do the
    tools of `unknown_results`.
    """
    before, after = tools(old, sent), tools(new, sent)
    pairs = pair_tools(before, after, renamed)
    changes = [
        *(change for one, other in pairs.both for change in _tool(one, other, before[one], after[other])),
        *(
            change
            for one, other in pairs.both
            if not sent and one not in unknown_results and other not in unknown_results
            for change in _results_as_sent(one, before[one], after[other])
        ),
        *_removed_tool(before, after, pairs.gone, pairs.new),
        *(_added_tool(place, after[place]) for place in pairs.new),
        *component_changes(old, new),
    ]
    told = (_without_nowhere(change) for change in changes)
    return tuple(sorted(told, key=lambda change: (change.place, change.code, change.at, change.message)))


def _without_nowhere(change: Change) -> Change:
    """A lock does not say where in the sources its tools stand."""
    old, new = (span if span is not None and span.path else None for span in (change.old, change.new))
    return structs.replace(change, old=old, new=new)


def _removed_tool(
    before: Mapping[Place, Tool], after: Mapping[Place, Tool], gone: tuple[Place, ...], new: tuple[Place, ...]
) -> Iterator[Change]:
    taken: set[Place] = set()
    for place in gone:
        found = candidate(place, before[place], {other: after[other] for other in new if other not in taken})
        if found is None:
            tool = before[place]
            said = deprecation(tool)
            told = f"is gone; it was {signature(tool)}" if said is None else f"is gone, as it said: {said}"
            yield Change("TD101" if said is None else "TD106", place, told, old=tool.span, before=_whole(tool))
            continue
        taken.add(found.place)
        help_ = f'if it is: renamed = {{"{found.place.tool}" = "{place.tool}"}} under [tool.toolc.diff]'
        told = f"is gone; `{found.place.tool}` is new and {found.because}"
        yield Change("TD102", place, told, old=before[place].span, new=after[found.place].span, help=help_)


def _added_tool(place: Place, tool: Tool) -> Change:
    """A tool that is new, with everything that models are told of it."""
    return Change("TD104", place, f"is new: {signature(tool)}", new=tool.span, after=_whole(tool))


def _whole(tool: Tool) -> dict[str, Any]:
    """Return the parts of a tool that callers and models see."""
    told = {
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
        "annotations": tool.annotations,
        "icons": tool.icons,
        "execution": tool.execution,
        "_meta": tool.meta,
    }
    return {key: value for key, value in told.items() if value is not None}


def _tool(place: Place, now: Place, old: Tool, new: Tool) -> Iterator[Change]:
    spans = (old.span, new.span)
    if now.tool != place.tool:
        yield Change("TD103", place, f"is `{now.tool}` now", old=old.span, new=new.span)
    for what, before, after in (("description", old.description, new.description), ("title", old.title, new.title)):
        if (before or "") != (after or ""):
            code = "TD150" if what == "description" else "TD151"
            words = describe_change(before or None, after or None)
            yield Change(code, place, f"{what}: {words}", old=old.span, new=new.span, before=before, after=after)
    if old.deprecated is not None and old.deprecated != new.deprecated:
        words = describe_change(old.deprecated, new.deprecated)
        yield Change("TD151", place, f"deprecated: {words}", old=old.span, new=new.span)
    if (said := deprecation(new)) is not None and deprecation(old) is None:
        yield Change("TD105", place, f"is deprecated now: {said}", old=old.span, new=new.span)
    yield from hint_changes(place, old, new)
    yield from sent_changes(place, old, new)
    yield from model_changes(place, old, new)
    placed = bool(old.span.path and new.span.path)
    if placed and old.qualname != new.qualname and old.system == new.system:
        yield Change("TD190", place, f"was {old.qualname}, is {new.qualname}", old=old.span, new=new.span)
    yield from _schemas(place, _without_own_description(old), _without_own_description(new), "input", spans)
    yield from _order(place, old, new)
    if old.output_schema is not None and new.output_schema is None:
        yield Change("TD130", place, "what comes back has no schema any more", "result", old=old.span, new=new.span)
    elif new.output_schema is not None and old.output_schema is None:
        yield Change("TD133", place, "what comes back has a schema now", "result", old=old.span, new=new.span)
    else:
        yield from _schemas(place, old.output_schema, new.output_schema, "output", spans)


def _results_as_sent(place: Place, old: Tool, new: Tool) -> Iterator[Change]:
    """The changes of results that the reported schemas do not show, since these are of what a model accepts.

    Both count: callers hold results to the reported schema, and read what is sent.
    """
    before, after = (tool.result_schema or tool.output_schema for tool in (old, new))
    if before is None or after is None or (old.result_schema is None and new.result_schema is None):
        return
    spans = (old.span, new.span)
    reported = {(one.code, one.at) for one in _schemas(place, old.output_schema, new.output_schema, "output", spans)}
    for one in _schemas(place, before, after, "output", spans):
        if one.code in _VALUES and (one.code, one.at) not in reported:
            yield structs.replace(one, message=f"{one.message} (in results as they are sent)")


_VALUES = frozenset({"TD130", "TD131", "TD132", "TD199"})
"""Changes of the values that come back; texts and the spelling of a schema are those of the reported one."""


def _without_own_description(tool: Tool) -> JsonSchema | None:
    """The input schema without the description that the tool itself has: one docstring that changes is one change."""
    schema = tool.input_schema
    if schema is None or schema.get("description") != tool.description:
        return schema
    return {key: inside for key, inside in schema.items() if key != "description"}


def _schemas(
    place: Place, old: JsonSchema | None, new: JsonSchema | None, role: Role, spans: tuple[Span, Span]
) -> Iterator[Change]:
    """The differences of one of the two schemas of a tool."""
    if old is None and new is None:
        if role == "input":
            yield Change("TD199", place, "its schema is not known on either side", old=spans[0], new=spans[1])
    elif old is None or new is None:
        side = "before" if old is None else "now"
        yield Change("TD199", place, f"its schema is not known {side}", old=spans[0], new=spans[1])
    else:
        for one in differences(old, new, role):
            at = one.at if role == "input" else f"result{'' if not one.at or one.at.startswith('[') else '.'}{one.at}"
            yield Change(one.code, place, one.message, at, one.example, *spans, before=one.before, after=one.after)


def _order(place: Place, old: Tool, new: Tool) -> Iterator[Change]:
    """Parameters that both have, in another order."""
    before, after = ((tool.input_schema or {}).get("properties") or {} for tool in (old, new))
    common = [name for name in before if name in after]
    now = [name for name in after if name in before]
    if common != now:
        told = f"the order of parameters was {', '.join(common)}, is {', '.join(now)}"
        yield Change("TD114", place, told, old=old.span, new=new.span)
