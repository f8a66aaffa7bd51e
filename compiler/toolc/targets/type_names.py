"""The naming pass over types, which every typed client makes: models first, then three types for each tool.

Takes named types, tools and the names that are taken; gives identifiers in PascalCase. Who comes later gets the number.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from toolc.diagnostics import Diagnostic
from toolc.ir import NamedType, Tool
from toolc.targets.casing import numbered, pascal, plain_characters

_ENDINGS = ("Args", "Input", "Result")
"""Of the types of one tool: what is sent, what a handler receives, what comes back."""

Case = Callable[[str, str], str]
"""Takes a name and what stands in front of one that is no identifier; gives an identifier."""


class TypeNames(Struct, frozen=True):
    """Identifiers by `NamedType.name`; in order of the tools, what a tool's types begin with; and all that is taken now."""

    by_name: Mapping[str, str]
    stems: tuple[str, ...]
    taken: set[str]


def type_names(
    types: Sequence[NamedType],
    tools: Sequence[Tool],
    taken: Collection[str],
    case: Case = pascal,
    apart: Callable[[Iterable[str]], set[str]] = set,
) -> TypeNames:
    """`apart` holds what is taken (`casing.Folded` where letter case does not tell two names apart)."""
    used = apart(taken)
    by_name: dict[str, str] = {}
    for named in types:
        by_name[named.name] = numbered(case(named.name, "Type"), used)
        used.add(by_name[named.name])
    blocked = apart(name.removesuffix(ending) for name in used for ending in apart(_ENDINGS) if name.endswith(ending))
    stems: list[str] = []
    for tool in tools:
        stems.append(numbered(case(tool.name, "Tool"), blocked))
        blocked.add(stems[-1])
    return TypeNames(
        by_name, tuple(stems), apart((*taken, *by_name.values(), *(one + ending for one in stems for ending in _ENDINGS)))
    )


def renamed(tools: Sequence[Tool], wanted: Sequence[str], given: Sequence[str], language: str) -> tuple[Diagnostic, ...]:
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
