"""`toolc explain`: what a code means, why it matters, and an example mended."""

from collections.abc import Iterator
from typing import Annotated, Literal

import typer

from toolc.cli.documents import code_document, json_text
from toolc.cli.report import Report
from toolc.cli.run import Stop
from toolc.cli.tables import table
from toolc.codes import CODES, Code, Scene
from toolc.diagnostics import Diagnostic
from toolc.suggest import did_you_mean


def explain(
    code: Annotated[str | None, typer.Argument(help="A number or a name; all codes when left out.", metavar="CODE")] = None,
    format: Annotated[Literal["text", "json"], typer.Option(help="Words, or JSON.")] = "text",
) -> int:
    """Explain a diagnostic code, with an example and the same example mended.

    Examples: `toolc explain TC304` · `toolc explain missing-docstring` · `toolc explain`
    """
    codes = list(CODES.values()) if code is None else [_code(code)]
    if format == "json":
        typer.echo(json_text([code_document(one) for one in codes] if code is None else code_document(codes[0])))
    elif code is None:
        typer.echo(table(("code", "name", "severity"), [(one.number, one.slug, one.severity) for one in codes]))
    else:
        typer.echo("\n".join(explanation(codes[0])))
    return 0


def explanation(code: Code) -> Iterator[str]:
    """The text for one code."""
    yield f"{code.number} {code.slug} ({code.severity})"
    yield ""
    yield code.why
    if any(code.example.all_files()) or code.example.run != Scene().run:
        yield from _scene("Raises it", code.example)
    if code.mended is not None:
        yield from _scene("Mended", code.mended)


def _scene(title: str, scene: Scene) -> Iterator[str]:
    yield ""
    yield f"{title}:  {scene.run}"
    for path, text in scene.all_files().items():
        yield ""
        yield f"  {path}"
        yield from (f"  | {line}".rstrip() for line in text.splitlines())


def _code(word: str) -> Code:
    found = CODES.get(word.upper()) or next((code for code in CODES.values() if code.slug == word.lower()), None)
    if found is None:
        choices = [*CODES, *(code.slug for code in CODES.values())]
        Report().show([Diagnostic("TC606", f'no code "{word}"', help=did_you_mean(word, choices) or "toolc explain lists all")])
        raise Stop(2)
    return found
