"""A command line that is not plain, as typer reads it: help, completion, odd spellings and mistakes.

Takes words, gives an exit status.
"""

import os

import typer

from toolc.cli import INTERRUPTED
from toolc.cli.app import app

_CLICK = typer.BadParameter.__mro__[2]  # ClickException, from the click that typer brings or carries itself


class Misused(Exception):
    """A mistake in a command line, and the way out."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message, self.help = message, help


def run_with_typer(words: list[str], given: list[str]) -> int:
    """The exit status of a command. Raises `Misused`, and BrokenPipeError if the reader of the output has stopped.

    `given`: the words as they were given, which help asks for.
    """
    command = typer.main.get_command(app)
    try:
        result = command.main(words, prog_name="toolc", standalone_mode=False, obj=given)
    except typer.Abort:
        return INTERRUPTED
    except SystemExit:  # how click ends when it has completed words, or cannot write
        if "_TOOLC_COMPLETE" in os.environ:
            return 0
        raise BrokenPipeError from None
    except _CLICK as error:  # type: ignore[misc]
        raise _as_misused(error) from None
    return result if isinstance(result, int) else 0


def _as_misused(error: BaseException) -> Misused:
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    first, _, rest = message.partition("\n")
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "toolc"
    return Misused(first, rest.strip() or f"see {path} --help")
