"""`toolc explain`: what a code means, why it matters, and an example mended; or what a host does to tools."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from toolc.cli import declare
from toolc.cli.documents import code_document, json_text, rule_document
from toolc.cli.report import Report
from toolc.cli.run import Stop
from toolc.cli.tables import table
from toolc.codes import CODES, Code, Scene
from toolc.contract.examples import example
from toolc.contract.rules import RULES, Rule
from toolc.diagnostics import Diagnostic
from toolc.providers.hosts import HOSTS, LINES, Line
from toolc.text.suggestions import did_you_mean


def explain(
    code: Annotated[
        str | None,
        declare.argument(
            help="A number or a name, or a host of `--provider`; all codes when left out.",
            metavar="CODE",
            autocompletion=lambda: [*CODES, *RULES],
        ),
    ] = None,
    format: Annotated[Literal["text", "json"], declare.option(help="Words, or JSON.")] = "text",
) -> int:
    """Explain a diagnostic code, or the limits of a host.

    Examples: `toolc explain TC304` · `toolc explain missing-docstring` · `toolc explain cursor` · `toolc explain`
    """
    if code in [host.name for host in HOSTS]:
        limits = [line for line in LINES if line.host == code]
        print(json_text([_limit(one) for one in limits]) if format == "json" else "\n".join(_limits(limits)))
        return 0
    codes: list[Code | Rule] = [*CODES.values(), *RULES.values()] if code is None else [_code(code)]
    if format == "json":
        print(json_text([_document(one) for one in codes] if code is None else _document(codes[0])))
    elif code is None:
        print(table(("code", "name", "severity"), [(one.number, one.slug, one.severity) for one in codes]))
    else:
        print("\n".join(explanation(codes[0])))
        if code is not None and code.isdigit() and codes[0] is not (change := RULES.get(f"TD{code}")) and change is not None:
            print(f"\nThe change of this number, {change.slug}: toolc explain {change.number}")
    return 0


def _limit(line: Line) -> dict[str, Any]:
    told = {"limit": line.about, "effect": line.effect, "source": line.source, "date": line.date}
    return {"host": line.host, **told, "not_fixed": line.stays}


def _limits(lines: Sequence[Line]) -> Iterator[str]:
    """The text for one host: each limit, where it was seen, and why `--fix` leaves it."""
    yield f"{lines[0].host}: the limits that `toolc check --provider {lines[0].host}` reports"
    for line in lines:
        yield from ("", f"- {line.about}", f"  seen in {line.source}, {line.date}", f"  not fixed: {line.stays}")


def _document(code: Code | Rule) -> dict[str, Any]:
    return rule_document(code) if isinstance(code, Rule) else code_document(code)


def explanation(code: Code | Rule) -> Iterator[str]:
    """The text for one code."""
    told = f"breaks {code.breaks}" if isinstance(code, Rule) else code.severity
    yield f"{code.number} {code.slug} ({told})"
    yield ""
    yield code.why
    if isinstance(code, Rule):
        yield from _scene("Shows it", example(code).run, example(code))
        return
    if any(code.example.all_files()) or code.example.run != Scene().run:
        yield from _scene("Raises it", code.command(code.example), code.example)
    if code.mended is not None:
        yield from _scene("Fixed", code.command(code.mended), code.mended)


def _scene(title: str, command: str, scene: Scene) -> Iterator[str]:
    yield ""
    yield f"{title}:  {command}"
    for path, text in scene.all_files().items():
        yield ""
        yield f"  {path}"
        yield from (f"  | {line}".rstrip() for line in text.splitlines())


def _code(word: str) -> Code | Rule:
    every: dict[str, Code | Rule] = {**CODES, **RULES}
    meant = (word.upper(), f"TC{word}", f"TD{word}")  # a bare number is a finding before it is a change
    slugs = {code.slug: code for code in every.values()}
    found = next((every[name] for name in meant if name in every), None) or slugs.get(word.lower())
    if found is None:
        choices = [*every, *(code.slug for code in every.values())]
        Report().show([Diagnostic("TC606", f'no code "{word}"', help=did_you_mean(word, choices) or "toolc explain lists all")])
        raise Stop(2)
    return found
