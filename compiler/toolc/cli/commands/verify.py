"""`toolc verify`: what was compiled, held to what a live server says of its tools. Starts the server that it is given."""

import json
from typing import Annotated, Any

from msgspec.structs import replace

from toolc.cli import changes, declare, stages
from toolc.cli.commands.call import Timeout
from toolc.cli.options import Common
from toolc.cli.run import Run, count_noun
from toolc.diagnostics import Diagnostic
from toolc.ir import Bundle, Package, Server
from toolc.source import Span


def verify(
    common: Common,
    path: Annotated[
        str | None,
        declare.argument(
            help="The source; default: the root of the configuration found, else the current folder.", metavar="PATH"
        ),
    ] = None,
    against: Annotated[
        str,
        declare.option(
            help="The command that starts the server, **which is run**, or its address. It speaks MCP over standard input and "
            "output, or over HTTP.",
            metavar="COMMAND",
            show_default=False,
        ),
    ] = "",
    server: Annotated[
        str | None,
        declare.option(
            help="Which server of the source it is, by the name that `toolc list` shows; default: the one with the most tools.",
            metavar="NAME",
            show_default=False,
        ),
    ] = None,
    timeout: Timeout = 60,
) -> int:
    """**Start a server**, and show how its tools differ from the source. Exit status 1 if they do.

    Needs the MCP SDK: `pip install "toolc[mcp]"`. The source itself is only read.

    Examples: `toolc verify src --against "uv run server"` · `toolc verify --against http://127.0.0.1:8000/mcp --server shop`
    """
    if not against:
        raise declare.BadValue("name the server: a command that starts it, or its address", hint="--against")
    run = Run([path] if path is not None else None, common)
    serving: Any = stages.serving_module("verify")
    if isinstance(serving, Diagnostic):
        run.stop([serving])
    with run.busy("Compiling …"):
        front = run.compile()
    said = serving.ask_server(against, float(timeout), lambda session: session.tools())
    if isinstance(said, Diagnostic):
        run.stop([said])
    document, wrong = stages.read_tools_list("live", json.dumps({"tools": said}))
    if wrong:
        run.stop(wrong, 1)
    package, compiled = _alone(front.bundle, server, {one["name"] for one in said}, run)
    live = tuple(replace(tool, span=Span("")) for _, _, tool in document.tools)
    with run.busy("Comparing …"):
        was, is_ = (Bundle((replace(package, servers=(replace(compiled, tools=tools),)),)) for tools in (live, compiled.tools))
        judged = [changes.Judged(one, "error") for one in stages.compare(was, is_, {}, sent=True)]
    if judged:
        print("was: what the server lists; is: what is compiled\n")
    for line in changes.as_text(judged):
        print(line)
    counts = f"{count_noun(len(said), 'tool')} of the server, {changes.summary(judged)}"
    return max(run.finish(front.diagnostics, counts), int(bool(judged)))


def _alone(bundle: Bundle, name: str | None, live: set[str], run: Run) -> tuple[Package, Server]:
    """The one server of a bundle that is meant, without what is no tool; ends the run when none is."""
    every = [(package, one) for package in bundle.packages for one in package.servers]
    names = ", ".join(sorted({one.name for _, one in every})) or "none"
    chosen = [pair for pair in every if name is None or pair[1].name == name]
    if not chosen:
        words = f'no server "{name}"' if name is not None else "there is no server to compare"
        run.stop([Diagnostic("TC607", words, help=f"servers are: {names}")])
    shared = [len({tool.name for tool in one.tools} & live) for _, one in chosen]
    best = [pair for pair, count in zip(chosen, shared, strict=True) if count == max(shared)]
    if len(best) > 1:
        help_ = f"name one with --server, or its file; servers are: {names}"
        run.stop([Diagnostic("TC607", "several servers have as many of the tools", help=help_)])
    package, server = best[0]
    return package, replace(server, info=None, prompts=(), resources=())
