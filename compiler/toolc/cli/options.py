"""The options that every compiling command has.

Takes a command that wants a `Common`, gives one whose command line has all these options, so that each is declared once.
"""

import inspect
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from msgspec import Struct

from toolc.cli import declare, stages
from toolc.cli.formats import Format
from toolc.cli.report import Color
from toolc.config import Bar

Walls = Literal["auto", "require", "off"]
_READING, _REPORTING = declare.SHARED


class Common(Struct, frozen=True):
    """The values of the common options."""

    include_tests: bool = False
    search_path: tuple[str, ...] = ()
    python: str | None = None
    assume: dict[str, str] = {}
    environment: dict[str, str] = {}
    system: str | None = None
    config: str | None = None
    trust_config: bool = False
    untrusted: bool = False
    sandbox: Walls | None = None
    no_cache: bool = False
    jobs: int = 0
    fail_on: Bar | None = None
    quiet: bool = False
    verbose: bool = False
    full: bool = False
    output_format: Format | None = None
    output_file: str | None = None
    color: Color = "auto"


def _reading_options(
    include_tests: Annotated[
        bool,
        declare.option(
            "--include-tests",
            help="Also look for tools in tests, examples and docs. A file or folder that you name is always read.",
            rich_help_panel=_READING,
        ),
    ] = False,
    search_path: Annotated[
        list[str],
        declare.option(help="Also read modules from this folder. Repeatable.", metavar="DIR", rich_help_panel=_READING),
    ] = [],  # noqa: B006 - it is shown, nobody changes it
    python: Annotated[
        str | None,
        declare.option(
            help="Read the packages of this virtual environment, given as its folder or its interpreter; nothing in it is run. "
            "Default: `.venv` nearest to each package, else the active one.",
            metavar="VENV",
            rich_help_panel=_READING,
        ),
    ] = None,
    assume: Annotated[
        list[str],
        declare.option(
            help="Follow the rules of this version, such as mcp=1.26.0 or python=3.12. Repeatable.",
            metavar="NAME=VERSION",
            rich_help_panel=_READING,
        ),
    ] = [],  # noqa: B006
    env: Annotated[
        list[str],
        declare.option(
            help="Take this environment variable as set; tools that need others are left out. Repeatable.",
            metavar="NAME=VALUE",
            rich_help_panel=_READING,
        ),
    ] = [],  # noqa: B006
    system: Annotated[
        str | None,
        declare.option(
            help="Take all public functions as tools of this system. `toolc systems` lists the systems.",
            metavar="NAME",
            autocompletion=lambda: list(stages.systems()),
            rich_help_panel=_READING,
        ),
    ] = None,
    config: Annotated[
        str | None,
        declare.option(
            help="Use this file instead of the nearest toolc.toml or pyproject.toml.", metavar="FILE", rich_help_panel=_READING
        ),
    ] = None,
) -> None:
    """Never called: its signature is the options of what is read."""


def _trust_options(
    trust_config: Annotated[
        bool,
        declare.option(
            "--trust-config",
            help="Let the configuration found beside the sources put outputs outside of its folder and raise limits.",
            rich_help_panel=_READING,
        ),
    ] = False,
    untrusted: Annotated[
        bool,
        declare.option(
            "--untrusted",
            help="Read sources that are not trusted, in a sandboxed worker process; write nothing beside them.",
            rich_help_panel=_READING,
        ),
    ] = False,
    sandbox: Annotated[
        Walls | None,
        declare.option(
            help="With --untrusted: block files and network for the worker if this system can (auto), refuse to run "
            "where it cannot (require), or do without (off). `toolc doctor` shows what there is.",
            rich_help_panel=_READING,
        ),
    ] = None,
) -> None:
    """Never called: its signature is the options of how far sources are trusted."""


def _work_options(
    no_cache: Annotated[
        bool,
        declare.option("--no-cache", help="Neither use nor write the cache.", rich_help_panel=_READING),
    ] = False,
    jobs: Annotated[
        int,
        declare.option(
            "--jobs",
            "-j",
            min=0,
            help="How many processes compile large trees. Default: what fits the processors and memory of this machine.",
            metavar="N",
            show_default=False,
            rich_help_panel=_READING,
        ),
    ] = 0,
) -> None:
    """Never called: its signature is the options of how the work is done."""


def _report_options(
    fail_on: Annotated[
        Bar | None, declare.option(help="Exit with 1 from this severity on. Default: error.", rich_help_panel=_REPORTING)
    ] = None,
    quiet: Annotated[
        bool, declare.option("--quiet", "-q", help="Show errors only: no warnings, notes, summary.", rich_help_panel=_REPORTING)
    ] = False,
    verbose: Annotated[
        bool,
        declare.option(
            "--verbose",
            "-v",
            help="Show notes too. `check` always does, other commands count them.",
            rich_help_panel=_REPORTING,
        ),
    ] = False,
    full: Annotated[
        bool,
        declare.option(
            "--full", help="Show each finding with the source it is about. `check` always does.", rich_help_panel=_REPORTING
        ),
    ] = False,
    output_format: Annotated[
        Format | None,
        declare.option(
            help="How findings are shown. Forms for programs hold all of them, and go to standard output where a command has "
            "no other result.",
            rich_help_panel=_REPORTING,
            envvar="TOOLC_OUTPUT_FORMAT",
            show_envvar=False,
        ),
    ] = None,
    output_file: Annotated[
        str | None, declare.option(help="Write the findings to this file instead.", metavar="FILE", rich_help_panel=_REPORTING)
    ] = None,
    color: Annotated[
        Color, declare.option(help="Color findings. NO_COLOR switches colors off.", rich_help_panel=_REPORTING)
    ] = "auto",
) -> None:
    """Never called: its signature is the options of what is reported."""


_PARAMETERS = {
    name: parameter
    for group in (_reading_options, _trust_options, _work_options, _report_options)
    for name, parameter in inspect.signature(group).parameters.items()
}


def with_common(command: Callable[..., int], only: Sequence[str] = ()) -> Callable[..., int]:
    """The command with the common options in the place of its parameter `common`. `only`: those that it takes; none: all."""

    def run(**values: Any) -> int:
        common = _common({name: values.pop(name) for name in shared})
        return command(**values, common=common)

    own = [parameter for name, parameter in inspect.signature(command).parameters.items() if name != "common"]
    taken = {name: one for name, one in _PARAMETERS.items() if not only or name in only}
    shared = {name: one for name, one in taken.items() if name not in inspect.signature(command).parameters}
    every = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in (*own, *shared.values())]
    run.__doc__, run.__name__ = command.__doc__, command.__name__
    run.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in every}
    return run


def _common(values: dict[str, Any]) -> Common:
    environment = _variables(values.pop("env", []))
    given = {**values, "search_path": tuple(values.get("search_path", ())), "assume": _assumptions(values.get("assume", []))}
    return Common(**given, environment=environment)


def _variables(words: list[str]) -> dict[str, str]:
    for word in words:
        if not word.partition("=")[0] or "=" not in word:
            raise declare.BadValue(f'"{word}" is not NAME=VALUE, such as SEARCH_KEY=x', hint="--env")
    return {name: value for name, _, value in (word.partition("=") for word in words)}


def _assumptions(words: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        name, equals, version = (part.strip() for part in word.partition("="))
        if not (name and equals and version):
            raise declare.BadValue(f'"{word}" is not NAME=VERSION, such as mcp=1.26.0', hint="--assume")
        found[name] = version.lstrip("=")
    return found
