"""The naming pass over types, which every typed client makes: models first, then two or three types for each tool.

Takes named types, tools and the names that are taken; gives identifiers in PascalCase. Who comes later gets the number.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from toolc.diagnostics import Diagnostic
from toolc.ir import NamedType, Tool
from toolc.targets import tool_types
from toolc.targets.casing import add_number, pascal, plain_characters

_SENT, _RESULT = ("Args", "Input"), "Result"
"""Endings of the types of one tool: what is sent, what a handler receives; what comes back, unless that is a model."""

Case = Callable[[str, str], str]
"""Takes a name and what stands in front of one that is no identifier; gives an identifier."""


class TypeNames(Struct, frozen=True):
    """Identifiers by `NamedType.name`; in order of the tools, what a tool's own types begin with, and the model that it gives
    back or ""; and all that is taken now."""

    by_name: Mapping[str, str]
    stems: tuple[str, ...]
    models: tuple[str, ...]
    taken: set[str]


def type_names(
    types: Sequence[NamedType],
    tools: Sequence[Tool],
    taken: Collection[str],
    case: Case = pascal,
    apart: Callable[[Iterable[str]], set[str]] = set,
) -> TypeNames:
    """`apart` holds what is taken (`text/casing.Folded` where letter case does not tell two names apart)."""
    used = apart(taken)
    by_name: dict[str, str] = {}
    for named in types:
        by_name[named.name] = add_number(case(named.name, "Type"), used)
        used.add(by_name[named.name])
    kinds = {named.name: named.type for named in types}
    given = apart(used)
    stems: list[str] = []
    models: list[str] = []
    for tool in tools:
        model = tool_types.result_model(tool, kinds)
        endings = _SENT if model else (*_SENT, _RESULT)
        stems.append(_stem(case(tool.name, "Tool"), endings, given, stems))
        models.append(by_name[model] if model else "")
        for ending in endings:
            given.add(stems[-1] + ending)
    return TypeNames(by_name, tuple(stems), tuple(models), given)


def _stem(wanted: str, endings: Sequence[str], taken: Collection[str], stems: Sequence[str]) -> str:
    """Return a prefix for the types of a tool with which all their names are free."""
    blocked = {*stems}
    while (stem := add_number(wanted, blocked)) and any(stem + ending in taken for ending in endings):
        blocked.add(stem)
    return stem


def renamed_tools(tools: Sequence[Tool], wanted: Sequence[str], given: Sequence[str], language: str) -> tuple[Diagnostic, ...]:
    """A TC505 for each tool that has another name in a language than its own, spelled as the language does."""
    return tuple(
        Diagnostic(
            "TC505",
            f"`{tool.name}` is `{name}` in {language}; callers still send `{tool.name}`",
            tool.span,
            help="`call` takes the name as it is",
        )
        for tool, usual, name in zip(tools, wanted, given, strict=True)
        if name != usual or not plain_characters(tool.name)
    )
