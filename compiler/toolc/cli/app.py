"""The commands of toolc, as typer shows them.

Takes the register of commands, gives `app`. It is imported for help, and for command lines that are not plain.
"""

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from toolc import __version__
from toolc.cli.commands.register import COMMANDS
from toolc.cli.declare import translate_annotation
from toolc.cli.helps import HELP_OPTIONS, Command, Group

app = typer.Typer(
    name="toolc",
    cls=Group,
    invoke_without_command=True,
    add_completion=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": list(HELP_OPTIONS), "max_content_width": 110},
    epilog="Exit status: 0 clean, 1 errors (--fail-on), 2 usage or internal error.",
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

    Only `serve` and `call` import the file they are given, and only `call` and `verify` start the server they are given.
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


def _for_typer(command: Callable[..., int]) -> Callable[..., int]:
    """The command with its options declared in the words of typer."""

    def run(**values: Any) -> int:
        return command(**values)

    parameters = [
        one.replace(annotation=translate_annotation(one.annotation, typer.Option, typer.Argument))
        for one in inspect.signature(command).parameters.values()
    ]
    run.__doc__, run.__name__ = command.__doc__, command.__name__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


for _name, _one in COMMANDS.items():
    _settings = {} if _one.group else {"ignore_unknown_options": True}  # words of another program
    _shown: dict[str, Any] = {"rich_help_panel": _one.group} if _one.group else {"hidden": True, "context_settings": _settings}
    app.command(_name, cls=Command, **_shown)(_for_typer(_one.function))
