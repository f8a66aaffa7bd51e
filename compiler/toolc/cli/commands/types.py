"""`toolc types`: the schema of every model, dataclass, TypedDict, enum, NamedTuple and alias under some paths."""

from typing import Annotated, Literal

from toolc.cli import declare, stages
from toolc.cli.commands import Paths
from toolc.cli.documents import json_pieces, type_documents
from toolc.cli.options import Common
from toolc.cli.repeating import Recording
from toolc.cli.run import Run, count_noun, left_out_words
from toolc.cli.tables import table


def types(
    common: Common,
    paths: Paths = None,
    mode: Annotated[
        Literal["validation", "serialization"], declare.option(help="The values a type accepts, or the values it writes.")
    ] = "validation",
    format: Annotated[Literal["text", "json"], declare.option(help="A table, or everything as JSON.")] = "text",
    recording: Recording | None = None,
) -> int:
    """List the types that have a JSON Schema. The schema is the one that pydantic makes.

    Example: `toolc types src/models.py --format json`
    """
    if "-" in (paths or ()):
        raise declare.BadValue("types are read from files, not from standard input", hint="PATHS")
    run = Run(paths, common, recording=recording, results=True)
    with run.busy("Reading …"):
        found = stages.compile_types(run.paths, run.config, mode, run.sandbox, run.kept)
    with run.telling():
        if format == "json":
            for piece in json_pieces(type_documents(found.reports)):
                run.print(piece, end="")
            run.print("")
        elif found.reports:
            rows = [(one.qualname, one.kind, f"{one.span.path}:{one.span.line}", one.fidelity) for one in found.reports]
            run.print(table(("name", "kind", "place", "fidelity"), rows))
    run.sandboxed = found.sandboxed
    return run.finish(found.diagnostics, ", ".join((count_noun(len(found.reports), "type"), *left_out_words(found.left_out))))
