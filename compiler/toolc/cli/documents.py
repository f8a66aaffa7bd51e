"""JSON output of commands.

Takes values of the compiler, gives JSON text and the plain dictionaries that go into it.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from toolc.cli.terminal_text import is_hidden
from toolc.codes import Code
from toolc.diagnostics import Diagnostic, in_order
from toolc.ir import Component, Package, Prompt, Resource, Server, ServerInfo, Tool, TypeReport
from toolc.source import Span
from toolc.text.regex import late

if TYPE_CHECKING:
    from toolc.contract.rules import Rule

_UNUSUAL = late(r"[^\x00-~]|##(?=\w*\[)")  # the last is what build servers take for a command in a log


def json_text(value: Any, indent: int = 2) -> str:
    """JSON as people read it, on one line with an indent of 0; what a terminal would obey or not show is escaped, which changes
    no value."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, default=msgspec.to_builtins)
    except ValueError:
        text = json.dumps(_plain(msgspec.to_builtins(value)), ensure_ascii=False, allow_nan=False)
    return msgspec.json.format(_UNUSUAL.sub(_escape_match, text), indent=indent)


def json_pieces(entries: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """The JSON text of an object, entry by entry: of a large one, no more than an entry is held as text."""
    opened = False
    for key, value in entries:
        inside = json_text({key: value})[1:-2]
        yield ("," if opened else "{") + inside
        opened = True
    yield "\n}" if opened else "{}"


def tool_document(package: Package, server: Server, tool: Tool) -> dict[str, Any]:
    """One tool as `toolc list --format json` tells it."""
    return {
        "name": tool.name,
        "qualname": tool.qualname,
        "system": tool.system,
        "server": server.name,
        "package": package.name,
        "path": tool.span.path,
        "line": tool.span.line,
        "title": tool.title,
        "description": tool.description,
        "input_schema": tool.input_schema,
        "output_schema": tool.output_schema,
        "annotations": tool.annotations,
        "icons": tool.icons,
        "_meta": tool.meta,
        "execution": tool.execution,
        "fidelity": tool.fidelity,
        "diagnostics": diagnostic_documents(tool.diagnostics),
    }


def component_kind(one: Component) -> str:
    """Return what a component is: prompt, resource or server."""
    return "prompt" if isinstance(one, Prompt) else "resource" if isinstance(one, Resource) else "server"


def component_name(server: Server, one: Component) -> str:
    """Return what people call a component: the address of a resource, the name of anything else."""
    return one.uri if isinstance(one, Resource) else one.name if isinstance(one, Prompt) else server.name


def component_document(package: Package, server: Server, one: Component) -> dict[str, Any]:
    """A prompt, a resource or what a server says of itself, as `toolc list --kind … --format json` prints it."""
    facts: dict[str, Any] = msgspec.to_builtins(one)
    for place in ("span", "diagnostics", "meta"):
        facts.pop(place, None)
    if isinstance(one, Prompt):
        told = [{"name": it.name, "description": it.description, "required": it.required} for it in one.arguments]
        facts["arguments"] = told
    return {
        **{name: getattr(one, name) for name in ("name", "title", "description")},
        **facts,
        **({"system": server.system, "_meta": one.meta} if not isinstance(one, ServerInfo) else {"system": server.system}),
        "server": server.name,
        "package": package.name,
        "path": one.span.path,
        "line": one.span.line,
        "fidelity": one.fidelity,
        "diagnostics": diagnostic_documents(one.diagnostics),
    }


def type_documents(reports: Iterable[TypeReport]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each type as `toolc types --format json` tells it, with its qualified name."""
    for report in reports:
        yield (
            report.qualname,
            {
                "kind": report.kind,
                "path": report.span.path,
                "line": report.span.line,
                **({} if report.schema is None else {"schema": report.schema}),
                "fidelity": report.fidelity,
                "diagnostics": diagnostic_documents(report.diagnostics),
            },
        )


def diagnostic_documents(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Diagnostics in order."""
    return [
        {
            "code": diagnostic.code,
            "slug": diagnostic.slug,
            "severity": diagnostic.severity,
            "message": diagnostic.message,
            **_place(diagnostic.span),
            "labels": [{"text": label.text, **_place(label.span)} for label in diagnostic.labels],
            "help": diagnostic.help,
        }
        for diagnostic in in_order(diagnostics)
    ]


def code_document(code: Code) -> dict[str, Any]:
    """One code as `toolc explain --format json` tells it."""
    scenes = (("example", code.example), ("mended", code.mended))
    return {
        "code": code.number,
        "slug": code.slug,
        "severity": code.severity,
        "why": code.why,
        **{name: scene and {"files": scene.all_files(), "run": code.command(scene)} for name, scene in scenes},
    }


def rule_document(rule: "Rule") -> dict[str, Any]:
    """One kind of change as `toolc explain --format json` tells it."""
    from toolc.contract.examples import example  # nobody else here needs the contract

    scene = example(rule)
    return {
        "code": rule.number,
        "slug": rule.slug,
        "breaks": rule.breaks,
        "severity": rule.severity,
        "why": rule.why,
        "example": {"files": scene.all_files(), "run": scene.run},
    }


def _place(span: Span | None) -> dict[str, Any]:
    if span is None:
        return {"path": None}
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _plain(value: Any) -> Any:
    """JSON has no infinity and no NaN; null says that a number is not told."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _escape_match(found: re.Match[str]) -> str:
    char = found[0]
    if char == "##":
        return "\\u0023#"
    return json.dumps(char)[1:-1] if is_hidden(char) else char
