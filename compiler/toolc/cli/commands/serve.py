"""`toolc serve`: the tools of a module as an MCP server. It runs the code it is given, but with `--mock`."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any, Literal

from toolc.cli import declare, stages
from toolc.cli.options import Common
from toolc.cli.report import Color, Report
from toolc.cli.run import Run, count_noun
from toolc.diagnostics import Diagnostic, Label, has_errors
from toolc.discover import discover
from toolc.ir import Tool

_LISTENING = "Where it listens"
_MOCK = "Answers without the program"
Target = Annotated[
    str,
    declare.argument(
        help="A Python file, or the dotted name of a module. **It is imported: its code runs.**", metavar="MODULE_OR_FILE"
    ),
]
Transport = Annotated[
    Literal["stdio", "http"],
    declare.option(help="Standard input and output, or streamable HTTP at /mcp.", rich_help_panel=_LISTENING),
]
Host = Annotated[
    str,
    declare.option(
        help="With `--transport http`: the address. Everybody who reaches one that is not local can call the tools.",
        metavar="HOST",
        rich_help_panel=_LISTENING,
    ),
]
Port = Annotated[
    int,
    declare.option(
        help="With `--transport http`: the port; 0 is any that is free.",
        min=0,
        max=65535,
        metavar="PORT",
        rich_help_panel=_LISTENING,
    ),
]
System = Annotated[
    str | None,
    declare.option(
        help="Take all public functions as tools of this system. `toolc systems` lists the systems.",
        metavar="NAME",
    ),
]
SearchPath = Annotated[list[str], declare.option(help="Also import modules from this folder. Repeatable.", metavar="DIR")]
ConfigFile = Annotated[
    str | None, declare.option(help="Use this file instead of the nearest toolc.toml or pyproject.toml.", metavar="FILE")
]
Mock = Annotated[
    bool,
    declare.option(
        "--mock",
        help="Run nothing: compile the file or folder, and answer calls with values drawn from the output schemas.",
        rich_help_panel=_MOCK,
    ),
]
Seed = Annotated[
    int,
    declare.option(help="With `--mock`: other answers for another number.", metavar="NUMBER", rich_help_panel=_MOCK),
]
Quiet = Annotated[bool, declare.option("--quiet", "-q", help="Show errors only: no warnings, notes, summary.")]
Colored = Annotated[Color, declare.option(help="Color findings. NO_COLOR switches colors off.")]


def serve(
    target: Target,
    transport: Transport = "stdio",
    host: Host = "127.0.0.1",
    port: Port = 8000,
    system: System = None,
    mock: Mock = False,
    seed: Seed = 0,
    search_path: SearchPath = [],  # noqa: B006 - it is shown, nobody changes it
    config: ConfigFile = None,
    quiet: Quiet = False,
    color: Colored = "auto",
) -> int:
    """**Import a module, which runs its code**, and serve its tools over MCP. With `--mock` it is only read.

    Needs the MCP SDK: `pip install "toolc[mcp]"`. What the code prints goes to standard error when the transport is stdio.

    Examples: `toolc serve tools.py` · `toolc serve shop.tools --transport http --port 9000` · `toolc serve --mock src`
    """
    serving: Any = stages.serving_module("serve")
    if isinstance(serving, Diagnostic):
        Report(color).show([serving])
        return 2
    common = Common(search_path=tuple(search_path), system=system, config=config, quiet=quiet, verbose=True, color=color)
    if mock:
        return _serve_mock(Run([target], common), serving, seed, transport, host, port)
    if target == "-" or (Path(target).is_dir() and serving.is_file(target)):
        raise declare.BadValue("one file or module is served, no folder and not standard input", hint="MODULE_OR_FILE")
    paths = [target] if serving.is_file(target) else []
    run = Run(paths, common)
    with serving.importing() as standins, serving.claimed() if transport == "stdio" else nullcontext() as wire:
        made = serving.offer(target, standins, run.config.search_path, declared_system(run, paths))
        if made.server is None:
            run.stop(made.diagnostics)
        listener = None if wire else _listener(run, serving, host, port)
        where = "stdio" if listener is None else _startup_text(serving, listener)
        run.finish(made.diagnostics, f"serving {count_noun(made.tools, 'tool')} on {where}")
        _serve_until_stopped(serving, made.server, wire, listener)
    return 0


def _serve_mock(run: Run, serving: Any, seed: int, transport: str, host: str, port: int) -> int:
    """Serve what is compiled. Names of tools are unique on a server, so that those of several servers must be, too."""
    with run.busy("Compiling …"):
        front = run.compile()
    tools = [tool for _, _, tool in front.bundle.tools if tool.is_written]
    if not tools:
        run.stop([*front.diagnostics, Diagnostic("TC610", "there are no tools here to answer for")])
    first: dict[str, Tool] = {}
    for tool in tools:
        if (other := first.setdefault(tool.name, tool)) is not tool:
            help_ = "name the file of one of them"
            message = f"two tools are named `{tool.name}`"
            run.stop([Diagnostic("TC611", message, tool.span, (Label(other.span, "the other one"),), help_)])
    with serving.claimed() if transport == "stdio" else nullcontext() as wire:
        made = serving.mock_server("mock", tools, seed)
        listener = None if wire else _listener(run, serving, host, port)
        where = "stdio" if listener is None else _startup_text(serving, listener)
        found = [one for one in front.diagnostics if one.severity != "note"]
        run.finish(found, f"serving {count_noun(len(tools), 'tool')} on {where} with answers that are made up")
        _serve_until_stopped(serving, made, wire, listener)
    return 0


def _serve_until_stopped(serving: Any, server: Any, wire: Any, listener: Any) -> None:
    if listener is None:
        serving.over_stdio(server, wire)
    else:
        serving.over_http(server, listener)


def declared_system(run: Run, paths: list[str]) -> str | None:
    """The system that the command line or the configuration names for the file; ends the run when it cannot be read."""
    if not paths:
        return run.config.systems.get("**")
    project, found = discover(paths, run.config)
    systems = [system for _, system in project.declared_files()]
    if has_errors((*found, *project.diagnostics)):
        run.stop((*found, *project.diagnostics))
    return systems[0] if systems else None


def _listener(run: Run, serving: Any, host: str, port: int) -> Any:
    made = serving.listener(host, port)
    if isinstance(made, Diagnostic):
        run.stop([made])
    return made


def _startup_text(serving: Any, listener: Any) -> str:
    return str(serving.address(listener)) + ("" if serving.is_local(listener) else ", open to everybody who reaches it")
