"""The commands of toolc, as typer shows them.

Takes nothing, gives `app`. Each command is one function of a module of its own; here they get their names and their order.
"""

from typing import Annotated

import typer

from toolc import __version__
from toolc.cli.commands import (
    check,
    config,
    diff,
    doctor,
    explain,
    generate,
    init,
    ir,
    lock,
    schema,
    serve,
    stats,
    systems,
    tools,
    types,
    watch,
    worker,
)
from toolc.cli.helps import HELP_OPTIONS, Command, Group
from toolc.cli.options import with_common
from toolc.cli.repeating import repeating
from toolc.cli.run import stopping

app = typer.Typer(
    name="toolc",
    cls=Group,
    invoke_without_command=True,
    add_completion=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": list(HELP_OPTIONS), "max_content_width": 110},
    epilog="Exit status: 0 clean, 1 errors (see --fail-on), 2 usage, configuration or internal error.",
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"toolc {__version__}")
        raise typer.Exit


@app.callback()
def _toolc(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Show the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Read Python source **without running it**, find the LLM tools in it, write JSON Schemas and typed clients.

    `toolc serve` alone imports what it is given: it serves the tools of a module.
    Results go to standard output, diagnostics to standard error. Every diagnostic has a code: `toolc explain CODE`.
    """
    if context.invoked_subcommand is None:
        typer.echo(_BRIEF)


_BRIEF = """\
toolc compiles Python tool definitions to JSON Schemas and typed clients, without running them.

  toolc init          write a configuration to begin with
  toolc generate      write schemas and clients
  toolc check         report all findings about the tools (lint)
  toolc diff OLD      show what changed for callers, and what breaks them (breaking)
  toolc lock          keep the contract of all tools in a file

`toolc --help` lists all commands, `toolc COMMAND --help` the options of one."""


_BUILD, _LOOK, _KEEP, _RUN, _ABOUT = "Build", "Look", "Keep the contract", "Run", "About toolc"

app.command("init", cls=Command, rich_help_panel=_BUILD)(with_common(stopping(init.init)))
app.command("generate", cls=Command, rich_help_panel=_BUILD)(with_common(stopping(generate.generate)))
app.command("watch", cls=Command, rich_help_panel=_BUILD)(with_common(stopping(watch.watch)))
app.command("schema", cls=Command, rich_help_panel=_BUILD)(with_common(stopping(schema.schema)))
app.command("list", cls=Command, rich_help_panel=_LOOK)(with_common(stopping(repeating(tools.tools))))
app.command("types", cls=Command, rich_help_panel=_LOOK)(with_common(stopping(repeating(types.types))))
app.command("stats", cls=Command, rich_help_panel=_LOOK)(with_common(stopping(repeating(stats.stats))))
app.command("ir", cls=Command, rich_help_panel=_LOOK)(with_common(stopping(ir.ir)))
app.command("check", cls=Command, rich_help_panel=_KEEP)(with_common(stopping(repeating(check.check))))
app.command("lock", cls=Command, rich_help_panel=_KEEP)(with_common(stopping(repeating(lock.lock))))
app.command("diff", cls=Command, rich_help_panel=_KEEP)(with_common(stopping(diff.diff)))
app.command("serve", cls=Command, rich_help_panel=_RUN)(stopping(serve.serve))
app.command("worker", cls=Command, hidden=True, context_settings={"ignore_unknown_options": True})(stopping(worker.worker))
app.command("explain", cls=Command, rich_help_panel=_ABOUT)(stopping(explain.explain))
app.command("systems", cls=Command, rich_help_panel=_ABOUT)(stopping(systems.systems))
app.command("doctor", cls=Command, rich_help_panel=_ABOUT)(stopping(doctor.doctor))
app.command("config", cls=Command, rich_help_panel=_ABOUT)(with_common(stopping(config.config)))
