"""Names that a statement of LibCST binds in its scope: the counterpart of `names` for `ast`.

Takes statements, gives names in the order of the source. Walks with a stack, so that depth does not matter.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import libcst as cst

from toolc.read.constants import identifier
from toolc.read.names import distinct
from toolc.read.statements import dotted_name


def bound_names(node: Any) -> tuple[str, ...]:
    """The names a statement itself binds; for `global` and `nonlocal` the names they carry."""
    return distinct((*_direct(node), *_walruses(_own(node))))


def _direct(node: Any) -> Iterable[str]:
    match node:
        case cst.Import():
            return [
                dotted_name(alias.asname.name) if alias.asname else dotted_name(alias.name).partition(".")[0]
                for alias in node.names
            ]
        case cst.ImportFrom():
            if isinstance(node.names, cst.ImportStar):
                return ("*",)
            return [dotted_name(alias.asname.name if alias.asname else alias.name) for alias in node.names]
        case cst.FunctionDef() | cst.ClassDef() | cst.TypeAlias():
            return (identifier(node.name.value),)
        case cst.Assign():
            return [name for part in node.targets for name in targets(part.target)]
        case cst.AnnAssign() | cst.AugAssign() | cst.For():
            return targets(node.target)
        case cst.With():
            return [name for item in node.items if item.asname for name in targets(item.asname.name)]
        case cst.Global() | cst.Nonlocal():
            return [identifier(item.name.value) for item in node.names]
        case _:
            return ()


def targets(target: Any) -> list[str]:
    """The names in an assignment target; attributes and items bind none."""
    found = []
    stack = [target]
    while stack:
        part = stack.pop()
        if isinstance(part, cst.Name):
            found.append(identifier(part.value))
        elif isinstance(part, cst.Tuple | cst.List):
            stack.extend(element.value for element in reversed(part.elements))
    return found


def handler(node: Any) -> tuple[str, ...]:
    """The names bound on entering an `except`."""
    name = [identifier(node.name.name.value)] if node.name is not None else []
    return (*name, *_walruses([node.type]))


def case(node: cst.MatchCase) -> tuple[str, ...]:
    """The names bound on entering a `case`."""
    return distinct((*_captures(node.pattern), *_walruses([node.guard])))


def _captures(pattern: Any) -> Iterator[str]:
    """The captures of a pattern in the order of the source, which is the order of a pattern's children."""
    stack = [pattern]
    while stack:
        part = stack.pop()
        match part:
            case cst.MatchAs():
                # `pattern as name`: the name comes last, so it waits on the stack as a plain name.
                stack += [entry for entry in (part.name, part.pattern) if entry is not None]
            case cst.MatchStar():
                stack += [part.name] if part.name is not None else []
            case cst.MatchMapping():
                stack += [part.rest] if part.rest is not None else []
                stack += [element.pattern for element in reversed(part.elements)]
            case cst.MatchClass():
                stack += [element.pattern for element in reversed(part.kwds)]
                stack += [element.value for element in reversed(part.patterns)]
            case cst.MatchList() | cst.MatchTuple():
                stack += reversed(part.patterns)
            case cst.MatchOr():
                stack += [element.pattern for element in reversed(part.patterns)]
            case cst.MatchSequenceElement():
                stack.append(part.value)
            case cst.Name():
                yield identifier(part.value)


def _own(node: Any) -> list[Any]:
    """The parts of a statement that are not its suites."""
    if isinstance(node, cst.Try | cst.TryStar):
        return []
    suites = {id(getattr(node, name, None)) for name in ("body", "orelse")} | {id(c) for c in getattr(node, "cases", ())}
    return [child for child in node.children if id(child) not in suites]


def _walruses(parts: Iterable[Any]) -> list[str]:
    """The names that `:=` binds in expressions; the body of a `lambda` is a scope of its own."""
    found: list[str] = []
    stack = [part for part in reversed(list(parts)) if part is not None]
    while stack:
        part = stack.pop()
        if isinstance(part, cst.NamedExpr):
            found.append(identifier(part.target.value))  # type: ignore[attr-defined]  # its grammar allows names only
        stack.extend(reversed([part.params] if isinstance(part, cst.Lambda) else part.children))
    return found
