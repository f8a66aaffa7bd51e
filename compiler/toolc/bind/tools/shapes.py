"""What the walk looks for in text and trees: words, the statements of a loop, the calls in an expression."""

from collections.abc import Iterator

from toolc.bind.flow import Guard, Site, guards
from toolc.bind.instances import assigned
from toolc.bind.library import ITSELF, Unit
from toolc.module import (
    Ann,
    Assign,
    Attr,
    Aug,
    Await,
    Call,
    Comp,
    Dict,
    Do,
    Expr,
    For,
    IfExp,
    Node,
    Op,
    Opaque,
    Return,
    Seq,
    Star,
    Stmt,
    Sub,
    With,
)


def mentions(unit: Unit, node: Node, words: frozenset[str]) -> bool:
    """Whether the text of a node holds one of the words, or a decorator, which may be anything."""
    return "@" in unit.text(node) or not words.isdisjoint(unit.words(node))


def members(node: Node, unit: Unit, words: frozenset[str]) -> frozenset[str]:
    """`.name` of the methods of a class that mention a word, of those that call them, and of what they store that does.

    A class that mentions one is also handed on as `self`.
    """
    found = frozenset[str]() if words.isdisjoint(unit.words(node)) else frozenset({ITSELF})
    methods = [site.node for site in unit.block(node).sites if site.node.kind == "def"]
    stored = [(name, site.node) for name, sites in assigned(node, unit).items() for _, site in sites]
    for _ in range(3):
        known = words | found
        more = {f".{name}" for one in methods for name in one.names if mentions(unit, one, known)}
        more |= {f".{name}" for name, one in stored if mentions(unit, one, known)}
        if more <= found:
            break
        found |= more
    return found


def inside(loop: Node, sites: tuple[Site, ...], position: int) -> tuple[Site, ...]:
    """The statements of a loop, which follow it."""
    end = position
    while end < len(sites) and _within(sites[end].guard, loop):
        end += 1
    return sites[position:end]


def _within(guard: Guard | None, loop: Node) -> bool:
    return any(one.node.at == loop.at for one in guards(guard))


def expressions(statement: Stmt) -> Iterator[Expr]:
    """What a statement evaluates, but for tests; of a loop what it goes through."""
    match statement:
        case Assign() | Ann() | Aug() | Do() | Return() if statement.value is not None:
            yield statement.value
        case For():
            yield statement.iter
        case With():
            yield from (item for item, _ in statement.items)


def inner_calls(expr: Expr) -> Iterator[Call | Comp | IfExp | Op | Opaque]:
    """The calls in an expression, outermost first, through displays and arguments; as they are comprehensions, what only one
    part of runs, and what is not read yet."""
    pending: list[Expr] = [expr]
    while pending:
        item = pending.pop()
        match item:
            case Call(_, _, func, args):
                yield item
                pending.extend(arg.value for arg in reversed(args))
                pending.append(func)
            case Attr(_, _, value) | Sub(_, _, value, _):  # `Tool(f).to_schema()`, `tool(M)["function"]`
                pending.append(value)
            case Await(_, _, value) | Star(_, _, value):
                pending.append(value)
            case Comp() | IfExp() | Op(kind="bool") | Opaque():
                yield item
            case Op(_, _, "binary", _, items):  # `[Tool(f)] + others`
                pending.extend(reversed(items))
            case Seq(_, _, _, items):
                pending.extend(reversed(items))
            case Dict(_, _, pairs):
                pending.extend(pair.value for pair in reversed(pairs))
            case _:
                pass


_PARTS = frozenset(
    """args args_schema description fn fn_schema func function function_schema input_schema inputs name parameters
    params_json_schema""".split()
)
"""Attributes of tools that are no tool themselves, as a whole declaration (`openai_tool_schema`, `metadata`) is to a model."""


def only_read(expr: Expr) -> frozenset[int]:
    """Where the calls end of which an expression reads a part and nothing else: `Tool(f).function_schema`."""
    found: set[int] = set()
    pending: list[Expr] = [expr]
    while pending:
        item = pending.pop()
        match item:
            case Call(_, _, Attr(_, _, value), args):
                pending.extend((value, *(arg.value for arg in args)))
            case Call(_, _, func, args):
                pending.extend((func, *(arg.value for arg in args)))
            case Attr(_, _, value, attr):
                if isinstance(value, Call) and attr in _PARTS:
                    found.add(value.end)
                pending.append(value)
            case Sub(_, _, value):
                pending.append(value)
            case Seq(_, _, _, items):
                pending.extend(items)
            case Dict(_, _, pairs):
                pending.extend(pair.value for pair in pairs)
            case _:
                pass
    return frozenset(found)
