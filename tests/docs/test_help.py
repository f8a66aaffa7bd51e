"""The help of commands: it names what is registered, has examples, and shells complete its words."""

import os
import re
import subprocess
import sys

import pytest
from typer.models import CommandInfo

from toolc.cli import stages
from toolc.cli.app import app


def test_help_names_what_is_registered(toolc) -> None:
    shown = re.sub(r"[\s│]+", " ", toolc("generate", "--help").out)
    assert ", ".join(stages.targets()) in shown
    table = toolc("systems").out
    assert [line.split()[0] for line in table.splitlines()[1:]] == list(stages.systems())


@pytest.mark.parametrize("command", app.registered_commands, ids=lambda command: str(command.name))
def test_every_command_has_examples(command: CommandInfo) -> None:
    shown = re.findall(r"`(toolc [^`]*)`", (command.callback.__doc__ or "").partition("Example")[2] if command.callback else "")
    assert shown and all(example.split()[1] == command.name for example in shown)


@pytest.mark.parametrize(
    ("words", "found"), [("toolc gen", "generate"), ("toolc generate --target ope", "openai"), ("toolc explain TC30", "TC304")]
)
def test_words_are_completed(words: str, found: str) -> None:
    asked = {"_TOOLC_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    done = subprocess.run(
        [sys.executable, "-m", "toolc"], env={**os.environ, **asked}, capture_output=True, text=True, check=True
    )
    assert found in done.stdout.split() and done.stderr == ""
