"""The register of commands, by hand and in the order people are shown them: takes nothing, gives each by its name.

A command is imported when it is run, and all of them for help and for mistakes in a command line.
"""

from collections.abc import Callable
from importlib import import_module

from msgspec import Struct

from toolc.cli.options import with_common
from toolc.cli.repeating import record_runs
from toolc.cli.run import exit_on_stop

_SCANNING = ("include_tests", "search_path", "python", "assume", "env", "system", "sandbox", "jobs", "quiet", "color")
_BUILD, _LOOK, _KEEP, _RUN, _ABOUT = "Build", "Look", "Keep the contract", "Run", "About toolc"


class Command(Struct, frozen=True):
    """One command. `group`: under which it is listed, "" for none. `compiles`: it has the common options; `only`: these of
    them; `repeats`: a later run may say what it said."""

    module: str
    group: str
    compiles: bool = True
    repeats: bool = False
    only: tuple[str, ...] = ()

    @property
    def function(self) -> Callable[..., int]:
        """Return the function of the command: its parameters are the options and arguments of the command line."""
        command: Callable[..., int] = getattr(import_module(f"toolc.cli.commands.{self.module}"), self.module)
        command = exit_on_stop(record_runs(command) if self.repeats else command)
        return with_common(command, self.only) if self.compiles else command


COMMANDS = {
    "init": Command("init", _BUILD),
    "generate": Command("generate", _BUILD),
    "watch": Command("watch", _BUILD),
    "schema": Command("schema", _BUILD),
    "list": Command("tools", _LOOK, repeats=True),
    "types": Command("types", _LOOK, repeats=True),
    "report": Command("report", _LOOK),
    "stats": Command("stats", _LOOK, repeats=True),
    "scan": Command("scan", _LOOK, only=_SCANNING),
    "ir": Command("ir", _LOOK),
    "check": Command("check", _KEEP, repeats=True),
    "lock": Command("lock", _KEEP, repeats=True),
    "diff": Command("diff", _KEEP),
    "verify": Command("verify", _KEEP),
    "serve": Command("serve", _RUN, compiles=False),
    "call": Command("call", _RUN, compiles=False),
    "worker": Command("worker", "", compiles=False),
    "explain": Command("explain", _ABOUT, compiles=False),
    "systems": Command("systems", _ABOUT, compiles=False),
    "doctor": Command("doctor", _ABOUT, compiles=False),
    "config": Command("config", _ABOUT),
}
