"""Help texts that name what is registered, filled in when help is asked for: other commands need not import the registers.

Takes the command line and its words, changes the texts of its options in place.
"""

from collections.abc import Sequence
from typing import Any

from toolc.cli import stages


def fill(command: Any, words: Sequence[str]) -> None:
    """Puts the names of all targets and systems where a help text says `{targets}` and `{systems}`."""
    if "-h" not in words and "--help" not in words:
        return
    for one in command.commands.values():
        for option in one.params:
            if option.help:
                option.help = option.help.replace("{targets}", ", ".join(stages.targets()))
                option.help = option.help.replace("{providers}", ", ".join(stages.providers()))
                option.help = option.help.replace("{systems}", ", ".join(stages.systems()))
