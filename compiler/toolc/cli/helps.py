"""The help of commands: `--help` fits a screen, `--help-all` holds every option with its whole text.

Takes commands as typer builds them, gives text. Names that are registered (targets, providers) are filled in when help is asked
for: other runs need not import the registers.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from typer.core import TyperCommand, TyperGroup

from toolc.cli import stages
from toolc.cli.declare import SHARED
from toolc.text.regex import late

WHOLE = "--help-all"
HELP_OPTIONS = ("-h", "--help", WHOLE)
_LEFT = 26  # columns of names, at most
_EXAMPLES = late(r"\n*Examples?:(.*)\Z", re.DOTALL)


class Command(TyperCommand):
    """A command with a short help."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        whole = WHOLE in (ctx.obj or ())
        about, examples = describe_command(self.help or "")
        every: list[Any] = self.get_params(ctx)
        arguments = [one for one in every if one.param_type_name == "argument"]
        options = [one for one in every if one.param_type_name == "option" and not one.hidden]
        own = [one for one in options if group_of(one) not in SHARED and WHOLE not in one.opts]
        lines = [_usage(self, ctx), "", *_paragraphs(about, formatter.width, whole)]
        lines += _section("Examples", (f"  {example}" for example in examples))
        lines += _section("Arguments", _rows((_argument(one, whole) for one in arguments), formatter.width))
        lines += _section("Options", _rows((_row(one, ctx, whole) for one in own), formatter.width))
        if whole:
            for group in SHARED:
                rows = (_row(one, ctx, whole) for one in options if group_of(one) == group)
                lines += _section(group, _rows(rows, formatter.width))
        elif len(own) < len(options):
            lines += _section(f"Common options ({WHOLE} explains them)", _option_names(options, ctx, formatter.width))
        formatter.write("\n".join(lines) + "\n")


class Group(TyperGroup):
    """The program itself: `toolc --help` lists the commands."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        about, _ = describe_command(self.help or "")
        lines = [_usage(self, ctx), "", *_paragraphs(about, formatter.width, WHOLE in (ctx.obj or ()))]
        commands = [(name, command) for name, command in self.commands.items() if not command.hidden]
        for panel in dict.fromkeys(group_of(command) for _, command in commands):
            rows = (
                (name, _first(describe_command(command.help or "")[0]))
                for name, command in commands
                if group_of(command) == panel
            )
            lines += _section(panel, _rows(rows, formatter.width))
        every = self.get_params(ctx)
        whole = WHOLE in (ctx.obj or ())
        options = [one for one in every if WHOLE not in one.opts and (whole or "completion" not in one.name)]
        lines += _section("Options", _rows((_row(one, ctx, False) for one in options), formatter.width))
        lines += ["", *textwrap.wrap(self.epilog or "", formatter.width)]
        formatter.write("\n".join(lines) + "\n")


def _usage(command: Any, ctx: Any) -> str:
    return f"Usage: {ctx.command_path} {' '.join(command.collect_usage_pieces(ctx))}"


def describe_command(text: str, plain: bool = True) -> tuple[str, list[str]]:
    """Return the description of a command, without its Markdown if `plain`, and its examples."""
    text = textwrap.dedent(text)
    found = _EXAMPLES.search(text)
    examples = re.findall(r"`([^`]+)`", found[1]) if found else []
    about = _EXAMPLES.sub("", text).strip()
    return about.replace("**", "").replace("`", "") if plain else about, [" ".join(one.split()) for one in examples]


def _paragraphs(text: str, width: int, whole: bool) -> Iterator[str]:
    """The paragraphs of a description, or the first one."""
    for index, paragraph in enumerate(text.split("\n\n")[: None if whole else 1]):
        yield from [""] * (index > 0)
        yield from textwrap.wrap(" ".join(paragraph.split()), width)


def _section(title: str, lines: Iterable[str]) -> list[str]:
    found = list(lines)
    return ["", f"{title}:", *found] if found else []


def _rows(rows: Iterable[tuple[str, str]], width: int) -> Iterator[str]:
    """Names with their texts beside them."""
    found = list(rows)
    left = min(max((len(name) for name, _ in found), default=0), _LEFT) + 4
    for name, text in found:
        first, *rest = textwrap.wrap(text, max(width - left, 30)) or [""]
        if len(name) > left - 4:
            yield f"  {name}"
            yield " " * left + first
        else:
            yield f"  {name}".ljust(left) + first
        yield from (" " * left + line for line in rest)


def _row(option: Any, ctx: Any, whole: bool) -> tuple[str, str]:
    names = option.get_help_record(ctx)[0]
    text = fill_names((option.help or "").replace("`", ""))
    return names, text if whole else _first(text)


def _argument(argument: Any, whole: bool) -> tuple[str, str]:
    text = (argument.help or "").replace("`", "")
    return argument.metavar, text if whole else _first(text)


def _option_names(options: Iterable[Any], ctx: Any, width: int) -> Iterator[str]:
    """The names of the shared options, group by group."""
    for group in SHARED:
        names = ", ".join(_spelling(one, ctx) for one in options if group_of(one) == group)
        lines = textwrap.wrap(names, width - 13, break_on_hyphens=False, break_long_words=False)
        yield from (f"  {(group if index == 0 else ''):<11}{line}" for index, line in enumerate(lines))


def _spelling(option: Any, ctx: Any) -> str:
    """An option's long name, with its value where that is a word and not a choice."""
    record = option.get_help_record(ctx)[0]
    value = record.rpartition(" ")[2] if " " in record else ""
    long = max(option.opts, key=len)
    return f"{long} {value}" if value.isupper() or "=" in value else long


def fill_names(text: str) -> str:
    """Return a help text with the names of targets and providers filled in."""
    if "{targets}" in text:
        text = text.replace("{targets}", ", ".join(stages.targets()))
    return text.replace("{providers}", ", ".join(stages.providers())) if "{providers}" in text else text


def _first(text: str) -> str:
    """The first sentence."""
    return re.split(r"(?<=\.)\s(?=[A-Z-])", " ".join(text.split()), maxsplit=1)[0].rstrip(".")


def group_of(one: Any) -> str:
    """Return the heading that a command or an option stands under in help."""
    return getattr(one, "rich_help_panel", None) or ""
