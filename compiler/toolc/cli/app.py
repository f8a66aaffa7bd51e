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
    tools,
    types,
    watch,
    worker,
)
from toolc.cli.options import with_common
from toolc.cli.run import stopping

app = typer.Typer(
    name="toolc",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Exit status: 0 clean, 1 errors (see --fail-on), 2 usage, configuration or internal error.",
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"toolc {__version__}")
        raise typer.Exit


@app.callback()
def _toolc(
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Show the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Read Python source **without running it**, find the LLM tools in it, write JSON Schemas and typed clients.

    `toolc serve` alone imports what it is given: it serves the tools of a module.
    Results go to standard output, diagnostics to standard error. Every diagnostic has a code: `toolc explain CODE`.
    """


_BUILD, _LOOK, _KEEP, _RUN, _ABOUT = "Build", "Look", "Keep the contract", "Run", "About toolc"

app.command("init", rich_help_panel=_BUILD)(with_common(stopping(init.init)))
app.command("generate", rich_help_panel=_BUILD)(with_common(stopping(generate.generate)))
app.command("watch", rich_help_panel=_BUILD)(with_common(stopping(watch.watch)))
app.command("schema", rich_help_panel=_BUILD)(with_common(stopping(schema.schema)))
app.command("list", rich_help_panel=_LOOK)(with_common(stopping(tools.tools)))
app.command("types", rich_help_panel=_LOOK)(with_common(stopping(types.types)))
app.command("stats", rich_help_panel=_LOOK)(with_common(stopping(stats.stats)))
app.command("ir", rich_help_panel=_LOOK)(with_common(stopping(ir.ir)))
app.command("check", rich_help_panel=_KEEP)(with_common(stopping(check.check)))
app.command("lock", rich_help_panel=_KEEP)(with_common(stopping(lock.lock)))
app.command("diff", rich_help_panel=_KEEP)(with_common(stopping(diff.diff)))
app.command("serve", rich_help_panel=_RUN)(stopping(serve.serve))
app.command("worker", rich_help_panel=_BUILD, context_settings={"ignore_unknown_options": True})(stopping(worker.worker))
app.command("explain", rich_help_panel=_ABOUT)(stopping(explain.explain))
app.command("doctor", rich_help_panel=_ABOUT)(stopping(doctor.doctor))
app.command("config", rich_help_panel=_ABOUT)(with_common(stopping(config.config)))
