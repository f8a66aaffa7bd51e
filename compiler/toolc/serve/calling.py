"""One call of one tool: takes a file, or a server by its command or address, and the arguments; gives the outcome.

Arguments are held to the tool before anything is called. A file is imported for it.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from toolc.diagnostics import Diagnostic, has_errors
from toolc.runtime.checking import by_schema
from toolc.runtime.errors import ArgumentError
from toolc.serve.app import gather_tools
from toolc.serve.loading import importing
from toolc.serve.server import call_by_name
from toolc.serve.sessions import Session, ask_server
from toolc.text.suggestions import did_you_mean


class Answer(Struct, frozen=True):
    """Outcome of a call: a result of MCP, unless it failed, and diagnostics."""

    result: dict[str, Any] | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


def called_in_file(target: str, name: str, arguments: dict[str, Any], search: Sequence[str], system: str | None) -> Answer:
    """Return what a tool answers that a file makes."""
    with importing() as standins:
        _, tools, found = gather_tools(target, standins, search, system)
        if has_errors(found):
            return Answer(diagnostics=tuple(found))
        by_name = {one.name: one for one in tools}
        if name not in by_name:
            return Answer(diagnostics=(*found, _unknown_tool(name, list(by_name))))
        try:
            by_name[name].validate(arguments)
        except ArgumentError as error:
            return Answer(diagnostics=(*found, *_unfitting_arguments(name, error)))
        return Answer(asyncio.run(call_by_name(by_name, name, arguments)), tuple(found))


def called_on_server(target: str, name: str, arguments: dict[str, Any], seconds: float) -> Answer:
    """Return what a tool of a server answers, which is asked for its tools first."""

    async def ask(session: Session) -> Answer:
        listed = {one["name"]: one for one in await session.tools()}
        if name not in listed:
            return Answer(diagnostics=(_unknown_tool(name, list(listed)),))
        try:
            by_schema(listed[name]["inputSchema"], name)(arguments)
        except ArgumentError as error:
            return Answer(diagnostics=_unfitting_arguments(name, error))
        return Answer(await session.call(name, arguments))

    made = ask_server(target, seconds, ask)
    return Answer(diagnostics=(made,)) if isinstance(made, Diagnostic) else made


def _unknown_tool(name: str, names: Sequence[str]) -> Diagnostic:
    help_ = did_you_mean(name, names, "tools are") or f"tools are: {', '.join(names) or 'none'}"
    return Diagnostic("TC607", f'no tool "{name}"', help=help_)


def _unfitting_arguments(name: str, error: ArgumentError) -> tuple[Diagnostic, ...]:
    problems = [line.removeprefix("- ") for line in str(error).splitlines()[1:]]
    return tuple(Diagnostic("TC661", f"arguments of `{name}`: {one}") for one in problems or [str(error)])
