"""`toolc stats`: how much of a prompt tools take."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from toolc.cli import declare, stages
from toolc.cli.commands import Paths
from toolc.cli.documents import json_text
from toolc.cli.options import Common
from toolc.cli.repeating import Recording
from toolc.cli.run import Run, counted, counted_files
from toolc.cli.sizes import Size, by_package, over_budget, sizes
from toolc.cli.tables import table
from toolc.diagnostics import Diagnostic

_COUNTED = ("mcp", "openai", "openai-strict", "anthropic", "gemini")


def stats(
    common: Common,
    paths: Paths = None,
    target: Annotated[
        list[str] | None,
        declare.option(
            help="The form that is measured, of a target that writes JSON. Repeatable. Default: those of all providers.",
            metavar="TARGET",
        ),
    ] = None,
    tokens: Annotated[
        bool, declare.option("--tokens", help="Count tokens as well, as OpenAI's models do; needs the extra `tokens`.")
    ] = False,
    encoding: Annotated[
        Literal["o200k_base", "cl100k_base"], declare.option(help="The vocabulary that tokens are counted in.")
    ] = "o200k_base",
    format: Annotated[Literal["text", "json"], declare.option(help="Tables, or everything as JSON.")] = "text",
    recording: Recording | None = None,
) -> int:
    """Show how much of a prompt tools take. Of each provider's form: bytes, and tokens; largest first.

    Bytes are of compact JSON in UTF-8. `hoisted` is what is left when schemas that a tool repeats are written once in `$defs`.

    Examples: `toolc stats` · `toolc stats src --target anthropic --tokens` · `toolc stats src --format json`
    """
    run = Run(paths, common, recording=recording, results=True)
    targets = run.named("TC602", "target", target or _COUNTED, stages.targets())
    if unfit := [one.name for one in targets if one.one is None]:
        run.stop([Diagnostic("TC602", f"target {unfit[0]} has no document for one tool", help="measure a target of JSON")])
    count = stages.counter(encoding) if tokens else None
    if isinstance(count, Diagnostic):
        run.stop([count])
    with run.busy("Reading …"):
        front = run.compiled()
        found = sorted(sizes(front.bundle, targets, count), key=lambda one: (-one.bytes, one.tool.name, one.target))
    with run.telling():
        if format == "json":
            run.print(json_text({"tools": [_document(one) for one in found], "packages": _packages(found)}))
        elif found:
            run.print(_tools(found))
            run.print("")
            run.print(_totals(found))
    tools = len({id(one.tool) for one in found})
    said = (*front.diagnostics, *over_budget([one for one in found if one.target == "mcp"], run.config.budget))
    return run.finish(said, f"{counted_files(front.files, front.left_out)}, {counted(tools, 'tool')}")


def _tools(found: Sequence[Size]) -> str:
    rows = [(one.tool.name, one.target, *_numbers([one])) for one in found]
    return table(("tool", "target", *_heads(found)), rows)


def _totals(found: Sequence[Size]) -> str:
    groups = sorted(by_package(found).items())
    rows = [(package, target, str(len(several)), *_numbers(several)) for (package, target), several in groups]
    return table(("package", "target", "tools", *_heads(found)), rows)


def _heads(found: Sequence[Size]) -> tuple[str, ...]:
    return ("bytes", "hoisted", *(("tokens",) if found[0].tokens is not None else ()))


def _numbers(several: Sequence[Size]) -> tuple[str, ...]:
    tokens = (f"{sum(one.tokens or 0 for one in several):,}",) if several[0].tokens is not None else ()
    return (f"{sum(one.bytes for one in several):,}", f"{sum(one.hoisted for one in several):,}", *tokens)


def _document(one: Size) -> dict[str, Any]:
    place = {"package": one.package.name, "server": one.server.name, "tool": one.tool.name, "target": one.target}
    return {**place, "bytes": one.bytes, "hoisted": one.hoisted, **({} if one.tokens is None else {"tokens": one.tokens})}


def _packages(found: Sequence[Size]) -> list[dict[str, Any]]:
    return [
        {
            "package": package,
            "target": target,
            "tools": len(several),
            "bytes": sum(one.bytes for one in several),
            "hoisted": sum(one.hoisted for one in several),
            **({} if several[0].tokens is None else {"tokens": sum(one.tokens or 0 for one in several)}),
        }
        for (package, target), several in sorted(by_package(found).items())
    ]
