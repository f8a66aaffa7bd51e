"""`toolc stats`: how much of a prompt tools take."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from toolc.cli import declare, stages
from toolc.cli.commands import Paths
from toolc.cli.documents import json_text
from toolc.cli.options import Common
from toolc.cli.repeating import Recording
from toolc.cli.run import Run, count_noun, counted_files
from toolc.cli.sizes import Size, by_package, over_budget, sizes
from toolc.cli.tables import table
from toolc.diagnostics import Diagnostic

Sort = Literal["size", "name"]
_COUNTED = ("mcp", "openai", "openai-strict", "anthropic", "gemini", "bedrock", "mistral", "ollama")


def stats(
    common: Common,
    paths: Paths = None,
    target: Annotated[
        list[str] | None,
        declare.option(
            help="The form that is measured, of a target that writes JSON. Repeatable. Default: one of each provider.",
            metavar="TARGET",
        ),
    ] = None,
    tokens: Annotated[
        bool, declare.option("--tokens", help="Count tokens as well, as OpenAI's models do; needs the extra `tokens`.")
    ] = False,
    encoding: Annotated[
        Literal["o200k_base", "cl100k_base"], declare.option(help="The vocabulary that tokens are counted in.")
    ] = "o200k_base",
    sort: Annotated[Sort, declare.option(help="The order of tools: largest first, or by name.")] = "size",
    format: Annotated[Literal["text", "json"], declare.option(help="Tables, or everything as JSON.")] = "text",
    recording: Recording | None = None,
) -> int:
    """Show how much of a prompt tools take: a row for each tool, a column for each provider's form. Largest first.

    The numbers are bytes of compact JSON in UTF-8, or tokens with `--tokens`; `--format json` has both. A dash stands for a
    tool that a provider cannot take. Below the table: what a tool would save if schemas that it repeats were in `$defs`.

    Examples: `toolc stats` · `toolc stats src --target anthropic --tokens` · `toolc stats src --format json`
    """
    run = Run(paths, common, recording=recording, results=True)
    targets = run.find_named("TC602", "target", target or _COUNTED, stages.targets())
    if unfit := [one.name for one in targets if one.one is None]:
        run.stop([Diagnostic("TC602", f"target {unfit[0]} has no document for one tool", help="measure a target of JSON")])
    count = stages.counter(encoding) if tokens else None
    if isinstance(count, Diagnostic):
        run.stop([count])
    with run.busy("Reading …"):
        front = run.compile()
        found = sorted(sizes(front.bundle, targets, count), key=lambda one: (-one.bytes, one.tool.name, one.target))
    with run.telling():
        if format == "json":
            run.print(json_text({"tools": [_document(one) for one in found], "packages": _packages(found)}))
        elif found:
            for line in _tools(found, [one.name for one in targets], sort):
                run.print(line)
    tools = len({id(one.tool) for one in found})
    said = (*front.diagnostics, *over_budget([one for one in found if one.target == "mcp"], run.config.budget))
    return run.finish(said, f"{counted_files(front.files, front.left_out)}, {count_noun(tools, 'tool')}")


def _tools(found: Sequence[Size], targets: Sequence[str], by: Sort) -> Iterator[str]:
    """A row for each tool and a column for each target, with the sums of packages; what a target leaves out is a footnote."""
    measure: Callable[[Size], int] = (lambda one: one.bytes) if found[0].tokens is None else (lambda one: one.tokens or 0)
    cells = {(id(one.tool), one.target): measure(one) for one in found}
    tools = list({id(one.tool): one for one in found}.values())
    tools.sort(key=_order(by, cells, targets))
    rows = [(one.package.name, one.tool.name, *(_cell(cells.get((id(one.tool), name))) for name in targets)) for one in tools]
    totals: Counter[tuple[str, str]] = Counter()
    for one in found:
        totals[one.package.name, one.target] += measure(one)
    packages = sorted({package for package, _ in totals})
    rows += [(package, "all", *(f"{totals[package, name]:,}" for name in targets)) for package in packages]
    first = 0 if len(packages) > 1 else 1  # the only package goes without saying
    yield table(("package", "tool", *targets)[first:], [row[first:] for row in rows])
    yield from _notes(found, {name: [one.tool.name for one in tools if (id(one.tool), name) not in cells] for name in targets})


def _notes(found: Sequence[Size], left_out: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the notes below the table: tools left out by targets, and possible savings."""
    notes = [
        f"– {name} leaves out {', '.join(names)}: toolc check --provider {name} says why"
        for name, names in left_out.items()
        if names
    ]
    notes += _savings(found)
    generated = stages.generated_bytes({id(one.tool): one.tool for one in found}.values())
    if generated:
        notes.append(
            f"function_to_tool: {generated:,} bytes are `Parameter … of type …`; "
            "generated=False takes the docstring's words instead"
        )
    yield from ["", *notes] if notes else []


def _order(by: Sort, cells: Mapping[tuple[int, str], int], targets: Sequence[str]) -> Callable[[Size], Any]:
    if by == "name":
        return lambda one: (one.package.name, one.tool.name)
    return lambda one: (one.package.name, -max(cells.get((id(one.tool), name), 0) for name in targets), one.tool.name)


def _cell(value: int | None) -> str:
    return "–" if value is None else f"{value:,}"


def _savings(found: Sequence[Size]) -> Iterator[str]:
    """The tools that would be smaller if what repeats in them stood there once."""
    saved: dict[str, tuple[int, str]] = {}
    for one in found:
        if one.bytes > one.hoisted:
            saved[one.tool.name] = max(saved.get(one.tool.name, (0, "")), (one.bytes - one.hoisted, one.target))
    for name, (count, target) in sorted(saved.items(), key=lambda item: (-item[1][0], item[0])):
        yield f"{name}: {count:,} bytes less for {target} if what repeats stood in `$defs` once"


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
