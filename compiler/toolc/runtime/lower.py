"""A live callable → `ir.Tool`: the counterpart of the stage `lower`, with the same systems behind it.

Takes a callable or a literal schema and the name of a system, gives the tool. What the system refuses is raised as a
`ToolDefinitionError`; what it warns of is a `ToolWarning`.
"""

import functools
import importlib
import importlib.metadata
import platform
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from toolc.ir import JsonSchema, Tool
from toolc.runtime.callables import Facts, facts
from toolc.runtime.errors import ToolDefinitionError, ToolWarning
from toolc.runtime.live import Live
from toolc.schema.view import Names
from toolc.signature import Signature
from toolc.source import Span
from toolc.systems.assemble import assemble_tool, literal
from toolc.systems.base import Subject, System


def lower_callable(
    function: Callable[..., Any],
    system: str,
    *,
    name: str | None = None,
    description: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Tool:
    """The tool that a system makes of a callable. `options`: what else the registration says, as the system knows it."""
    about = facts(function)
    signature = _check_signature(Live().signature(function), system, name)
    spelled = _system(system).spell(Subject(signature, name, description, options=options or {}, version=version))
    place = _place(about)
    tool = assemble_tool(
        spelled,
        signature,
        spelled.findings,
        Names(),
        qualname=_qualname(about, spelled.name),
        system=system,
        span=place,
        is_async=about.is_async,
        deprecated=_deprecation_message(function),
    )
    return check_callable(tool)


def _deprecation_message(function: Any) -> str | None:
    """Return the message of a callable's `@deprecated` (PEP 702); `None` without one."""
    told = getattr(function, "__deprecated__", None)
    return told if isinstance(told, str) else None


def _system(name: str) -> System:
    """The one system by its name; `systems.register` would import all of them."""
    found: System = importlib.import_module(f"toolc.systems.{name.replace('-', '_')}").SYSTEM
    return found


def tool_of_schema(schema: JsonSchema, system: str, name: str, description: str | None, function: Any = None) -> Tool:
    """The tool of a schema that is taken as it stands; `function` is what runs it, where that is here."""
    about = facts(function) if function is not None else None
    place = _place(about) if about is not None else Span("")
    spelled = literal(schema, name, description, place)
    qualname = _qualname(about, name) if about is not None else f":{name}"
    is_async = about is not None and about.is_async
    return assemble_tool(
        spelled, None, spelled.findings, Names(), qualname=qualname, system=system, span=place, is_async=is_async
    )


def with_output(tool: Tool, schema: JsonSchema | None) -> Tool:
    """Return the tool with the schema of its results, as it stands."""
    wrapped = schema is not None and schema.get("x-fastmcp-wrap-result") is True
    return tool if schema is None else replace(tool, output_schema=schema, unwrap="result" if wrapped else "")


def check_callable(tool: Tool) -> Tool:
    """The tool, if there is one to call: errors are raised, warnings given."""
    if not tool.is_written:
        raise ToolDefinitionError("; ".join(one.message for one in tool.diagnostics) or f"`{tool.name}` has no schema")
    for one in tool.diagnostics:
        if one.severity == "warning":
            warnings.warn(ToolWarning(one.message), stacklevel=4)
    return tool


@functools.cache
def version(distribution: str) -> str | None:
    """The version that runs here: of Python, or of an installed distribution."""
    if distribution == "python":
        return platform.python_version()
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def _check_signature(signature: Signature, system: str, name: str | None) -> Signature:
    """The signature, if a tool can be made of it; tinyagent has its own words for classes."""
    if not signature.name and name is None:
        raise ToolDefinitionError(
            "a lambda or callable object has no name of its own: give the tool a name, or wrap it in a function"
        )
    if signature.callable == "class" and system != "tinyagent":
        raise ToolDefinitionError(f"`{signature.name}` is a class: a tool is made of a function")
    return signature


def _place(about: Facts) -> Span:
    code = getattr(about.behind, "__code__", None)
    return Span("") if code is None else Span(code.co_filename, code.co_firstlineno, 1, code.co_firstlineno, 1)


def _qualname(about: Facts, name: str) -> str:
    module = getattr(about.behind, "__module__", None) or "builtins"
    return f"{module}:{getattr(about.behind, '__qualname__', name)}"
