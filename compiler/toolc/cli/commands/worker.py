"""`toolc worker`: carries out the actions of the rule that `toolc init --bazel` writes."""

import os
import sys
from pathlib import Path
from typing import Annotated

from toolc.cli import declare
from toolc.cli.bazel.action import perform
from toolc.cli.bazel.requests import serve


def worker(
    arguments: Annotated[
        list[str] | None, declare.argument(help="The arguments of one action, or a file of them: `@FILE`.", metavar="ARGUMENTS")
    ] = None,
    persistent_worker: Annotated[
        bool, declare.option("--persistent_worker", help="Answer requests on standard input instead, as JSON.")
    ] = False,
) -> int:
    """Carry out actions of Bazel. With `--persistent_worker` as many as it asks for.

    Examples: `toolc worker @action.params` · `toolc worker --persistent_worker`
    """
    os.environ.pop("VIRTUAL_ENV", None)  # an action reads what it names, nothing else
    if persistent_worker:
        return serve(open(sys.stdin.fileno(), "rb", buffering=0, closefd=False), sys.stdout.buffer)
    words = [one for word in arguments or () for one in (_lines(word) if word.startswith("@") else [word])]
    status, said = perform(words)
    sys.stderr.write(said)
    return status


def _lines(word: str) -> list[str]:
    try:
        return Path(word[1:]).read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise declare.BadValue(f"{word}: {error}", hint="ARGUMENTS") from None
