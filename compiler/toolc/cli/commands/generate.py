"""`toolc generate`: writes every target's files for all tools under some paths."""

from typing import Annotated

import typer

from toolc.cli import stages
from toolc.cli.commands import Paths
from toolc.cli.documents import tools_of
from toolc.cli.options import Common
from toolc.cli.run import Run, counted
from toolc.cli.sides import held
from toolc.cli.targeted import targeted
from toolc.cli.visible import visible


def generate(
    paths: Paths,
    common: Common,
    out: Annotated[
        str | None, typer.Option(help="The folder to write to. Default: the configured one, else build/tools.", metavar="DIR")
    ] = None,
    target: Annotated[
        list[str] | None,
        typer.Option(
            help="An output to write: {targets}. Repeatable. Default: the configured ones, else mcp and typescript.",
            metavar="TARGET",
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            help="An option of one target, such as typescript.layout=single or python.models=pydantic. Repeatable.",
            metavar="TARGET.KEY=VALUE",
        ),
    ] = None,
    per_tool: Annotated[bool, typer.Option("--per-tool", help="Also write one JSON file for each tool.")] = False,
    locked: Annotated[
        bool, typer.Option("--locked", help="Write nothing when the tools are not those of the lock (`toolc lock`).")
    ] = False,
    strict: Annotated[
        bool | None,
        typer.Option(
            "--strict",
            help="Also check every schema against the meta-schema of JSON Schema 2020-12. For OpenAI's strict mode see "
            "`--target openai-strict`.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Write schemas and clients for all tools. Only files that changed are touched; files no longer made are removed.

    Examples: `toolc generate src` · `toolc generate services --out gen --target openai --target typescript`
    """
    asked = tuple(name for item in target or () for name in item.split(",") if name) or None
    run = Run(paths, common, out=out, targets=asked, strict=strict or None)
    targets = run.named("TC602", "target", run.config.targets, stages.targets())
    own = targeted(run.config.options, option or ())
    with run.busy("Compiling …"):
        front = stages.compile_tools(run.paths, run.config, run.stdin, run.sandbox)
    if locked:
        held(run, front.bundle)
    with run.busy("Writing …"):
        files, rendering = stages.render(front.bundle, targets, per_tool, own)
        broken = any(one.code == "TC615" for one in rendering)  # then the old outputs stay
        written = stages.write(files, run.config.out, () if broken else targets)
    if not common.quiet:
        for verb, changed in (("wrote", written.written), ("removed", written.removed)):
            for path in changed:
                typer.echo(f"{verb} {visible(str(path))}")
    changes = ((len(written.written), "written"), (len(written.unchanged), "unchanged"), (len(written.removed), "removed"))
    outcome = ", ".join(f"{count} {what}" for count, what in changes) + f" in {visible(run.config.out)}"
    counts = f"{counted(front.files, 'file')}, {counted(len(list(tools_of(front.bundle))), 'tool')}, {outcome}"
    return run.finish((*front.diagnostics, *rendering, *written.diagnostics), counts)
