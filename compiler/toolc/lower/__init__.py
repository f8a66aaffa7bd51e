"""From a linked program to the intermediate representation; no Python syntax goes past this stage.

Takes a `Program` and the systems, gives an `ir.Bundle` and diagnostics.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from toolc.diagnostics import Diagnostic
from toolc.ir import Bundle, JsonSchema, TypeReport
from toolc.lower.annotations.cached_order import note_program
from toolc.lower.annotations.resolve import Annotations
from toolc.lower.bundle import bundle
from toolc.lower.definitions import Definitions
from toolc.lower.functions import Functions
from toolc.lower.reports import type_reports
from toolc.lower.tools import Tools
from toolc.program import Declaration, Program, Value
from toolc.schema.view import Names
from toolc.systems.base import System
from toolc.systems.shared.versions import numbers

__all__ = ["lower", "lower_types"]


def lower(program: Program, systems: Mapping[str, System]) -> tuple[Bundle, tuple[Diagnostic, ...]]:
    """Every declared tool, spelled as its framework reports it. The diagnostics are those of the tools."""
    program.called_schema = partial(_called_schema, program)
    program.tool_fact = partial(_tool_fact, program, systems)
    annotations = Annotations(program)
    functions = Functions(annotations, Definitions(annotations))
    lowered = Tools(program, functions, systems)
    made = bundle(program, lowered, systems)
    clashing = lowered.generic_order.settle()
    note_program(program, annotations.orders, annotations.resolve)
    if lowered.sharing.settle() or clashing or annotations.orders.across:  # what clashes is known once everything was read
        made = bundle(program, lowered, systems)
    tools = [tool for package in made.packages for server in package.servers for tool in server.tools]
    others = [one for _, _, one in made.components]
    return made, (
        *_newer_frameworks(made, systems),
        *(diagnostic for one in (*tools, *others) for diagnostic in one.diagnostics),
    )


def _newer_frameworks(made: Bundle, systems: Mapping[str, System]) -> Iterator[Diagnostic]:
    """Say which frameworks are newer than their rules here, each at the first of its tools."""
    said = set[str]()
    for server in (server for package in made.packages for server in package.servers):
        system = systems[server.system]
        newest, version = system.versions.get(system.distribution, ""), server.version or ""
        if newest and server.tools and system.distribution not in said and numbers(version) > numbers(newest):
            said.add(system.distribution)
            message = f"{system.distribution} {version} is newer than {newest}, the newest that toolc knows"
            yield Diagnostic("TC335", message, server.tools[0].span)


def _called_schema(program: Program, call: Value) -> JsonSchema | None:
    """Return the JSON Schema that a call gives, None where that is not certain. Nothing is kept of it: a program asks while it
    is executed, and may define more afterwards."""
    annotations = Annotations(program)
    spelled = Functions(annotations, Definitions(annotations)).called_schema(call, program.version("pydantic"))
    return spelled.schema if spelled is not None and spelled.fidelity == "exact" else None


def _tool_fact(program: Program, systems: Mapping[str, System], declaration: Declaration, fact: str) -> tuple[bool, Any]:
    """Return whether what a framework makes of a tool is exact, and a fact of it: its `input_schema`, its `description`."""
    annotations = Annotations(program)
    tool = Tools(program, Functions(annotations, Definitions(annotations)), systems).tool(declaration, Names())
    return tool.fidelity == "exact", getattr(tool, fact)


def lower_types(program: Program, mode: str = "validation", trusted: bool = True) -> tuple[TypeReport, ...]:
    """Every class and alias of the project that has a schema, as pydantic reports it in the mode given.

    `trusted`: somebody vouches for the files, so that long ones may take longer.
    """
    annotations = Annotations(program)
    return type_reports(program, annotations, Definitions(annotations), mode, trusted)
