"""The naming pass over types, which every typed client makes: models first, then three types for each tool.

Takes named types, tools and the names that are taken; gives identifiers in PascalCase. Who comes later gets the number.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from toolc.diagnostics import Diagnostic
from toolc.ir import NamedType, Tool
from toolc.targets.casing import numbered, pascal

ENDINGS = ("Args", "Input", "Result")
"""Of the types of one tool: what is sent, what a handler receives, what comes back."""


def type_names(
    types: Sequence[NamedType],
    tools: Sequence[Tool],
    taken: Collection[str],
    case: Callable[[str, str], str] = pascal,
    apart: Callable[[Iterable[str]], set[str]] = set,
) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """Identifiers by `NamedType.name`; and, in order of the tools, what the names of a tool's types begin with.

    `case` takes a name and what stands in front of one that is no identifier; `apart` holds what is taken (`casing.Folded`
    where letter case does not tell two names apart).
    """
    used = apart(taken)
    by_name: dict[str, str] = {}
    for named in types:
        by_name[named.name] = numbered(case(named.name, "Type"), used)
        used.add(by_name[named.name])
    blocked = apart(name.removesuffix(ending) for name in used for ending in apart(ENDINGS) if name.endswith(ending))
    stems: list[str] = []
    for tool in tools:
        stems.append(numbered(case(tool.name, "Tool"), blocked))
        blocked.add(stems[-1])
    return by_name, tuple(stems)


def renamed(tool: Tool, identifier: str, language: str) -> Diagnostic:
    """That a tool has another name in a language than callers send."""
    return Diagnostic(
        "TC505",
        f"`{tool.name}` is `{identifier}` in {language}; callers still send `{tool.name}`",
        tool.span,
        help="`call` takes the name as it is",
    )
