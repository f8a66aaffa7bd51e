"""`toolc serve`: the tools of a module as an MCP server. The one command that runs the code it is given."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any, Literal

from toolc.cli import declare, stages
from toolc.cli.options import Common
from toolc.cli.report import Color, Report
from toolc.cli.run import Run, counted
from toolc.diagnostics import Diagnostic, has_errors
from toolc.discover import discover

_LISTENING = "Where it listens"
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
        help="Every public function of the module is a tool of this system. `toolc systems` lists them.", metavar="NAME"
    ),
]
SearchPath = Annotated[list[str], declare.option(help="Also import modules from this folder. Repeatable.", metavar="DIR")]
ConfigFile = Annotated[
    str | None, declare.option(help="Use this file instead of the nearest toolc.toml or pyproject.toml.", metavar="FILE")
]
Quiet = Annotated[bool, declare.option("--quiet", "-q", help="Show errors only: no warnings, notes, summary.")]
Colored = Annotated[Color, declare.option(help="Color findings. NO_COLOR switches colors off.")]


def serve(
    target: Target,
    transport: Transport = "stdio",
    host: Host = "127.0.0.1",
    port: Port = 8000,
    system: System = None,
    search_path: SearchPath = [],  # noqa: B006 - it is shown, nobody changes it
    config: ConfigFile = None,
    quiet: Quiet = False,
    color: Colored = "auto",
) -> int:
    """**Import a module, which runs its code**, and serve its tools over MCP. No other command runs the code it is given.

    Needs the MCP SDK: `pip install "toolc[mcp]"`. What the code prints goes to standard error when the transport is stdio.

    Examples: `toolc serve tools.py` · `toolc serve shop.tools --transport http --port 9000`
    """
    serving: Any = stages.serving()
    if isinstance(serving, Diagnostic):
        Report(color).show([serving])
        return 2
    if target == "-" or (Path(target).is_dir() and serving.is_file(target)):
        raise declare.BadValue("one file or module is served, no folder and not standard input", hint="MODULE_OR_FILE")
    paths = [target] if serving.is_file(target) else []
    run = Run(
        paths, Common(search_path=tuple(search_path), system=system, config=config, quiet=quiet, verbose=True, color=color)
    )
    with serving.importing() as standins, serving.claimed() if transport == "stdio" else nullcontext() as wire:
        made = serving.offer(target, standins, run.config.search_path, _declared(run, paths))
        if made.server is None:
            run.stop(made.diagnostics)
        listener = None if wire else _listener(run, serving, host, port)
        where = "stdio" if listener is None else _shown(serving, listener)
        run.finish(made.diagnostics, f"serving {counted(made.tools, 'tool')} on {where}")
        if listener is None:
            serving.over_stdio(made.server, wire)
        else:
            serving.over_http(made.server, listener)
    return 0


def _declared(run: Run, paths: list[str]) -> str | None:
    """The system that the command line or the configuration names for the file; ends the run when it cannot be read."""
    if not paths:
        return run.config.systems.get("**")
    project, found = discover(paths, run.config)
    systems = [system for _, system in project.declared()]
    if has_errors((*found, *project.diagnostics)):
        run.stop((*found, *project.diagnostics))
    return systems[0] if systems else None


def _listener(run: Run, serving: Any, host: str, port: int) -> Any:
    made = serving.listener(host, port)
    if isinstance(made, Diagnostic):
        run.stop([made])
    return made


def _shown(serving: Any, listener: Any) -> str:
    return str(serving.address(listener)) + ("" if serving.is_local(listener) else ", open to everybody who reaches it")
