"""Reduction of a package whose outputs take too long: its largest file is dropped.

Takes a package and the `CpuBudgetExceeded`, gives a smaller package and the diagnostic that names the file.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from toolc.diagnostics import Diagnostic, internal
from toolc.ir import NamedType, Package, Ref, Server
from toolc.limits import CpuBudgetExceeded
from toolc.schema_budget import size
from toolc.source import Span


def drop_heaviest_file(package: Package, exceeded: CpuBudgetExceeded) -> tuple[Package, Diagnostic]:
    """The package without the tools of its heaviest file, which are refused. Raises `CpuBudgetExceeded` if no tool is left."""
    weights: Counter[str] = Counter()
    for server in package.servers:
        for tool in server.tools:
            if tool.is_written:
                weights[tool.span.path] += size([tool.input_schema, tool.output_schema, tool.description])
    if not weights:
        raise exceeded
    path = max(sorted(weights), key=weights.__getitem__)
    servers = tuple(_without(server, path) for server in package.servers)
    return replace(package, servers=servers, types=_used_types(package, servers)), internal(exceeded, Span(path))


def _without(server: Server, path: str) -> Server:
    tools = (replace(one, fidelity="refused") if one.span.path == path and one.is_written else one for one in server.tools)
    return replace(server, tools=tuple(tools))


def _used_types(package: Package, servers: tuple[Server, ...]) -> tuple[NamedType, ...]:
    """The named types that the tools still to be written lead to."""
    named = {one.name: one for one in package.types}
    kept = [tool for server in servers for tool in server.tools if tool.is_written]
    found: set[str] = set()
    todo = [name for tool in kept for name in _names((tool.parameters, tool.arguments, tool.result))]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += _names(named[name].type)
    return tuple(one for one in package.types if one.name in found)


def _names(value: Any) -> Iterator[str]:
    """The names of the types that a value refers to, named types themselves not followed."""
    todo = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, Ref):
            yield one.name
        elif isinstance(one, Struct):
            todo += astuple(one)
        elif isinstance(one, tuple):
            todo += one
