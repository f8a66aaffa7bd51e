"""`toolc systems`: the tool frameworks that toolc reads."""

from typing import Annotated, Any, Literal

from toolc.cli import declare, stages
from toolc.cli.documents import json_text
from toolc.cli.tables import table


def systems(
    format: Annotated[Literal["text", "json"], declare.option(help="A table, or everything as JSON.")] = "text",
) -> int:
    """List the tool frameworks that toolc reads.

    Examples: `toolc systems` · `toolc systems --format json`
    """
    known = stages.systems()
    if format == "json":
        documents: list[dict[str, Any]] = [
            {"name": name, "about": one.about, "versions": dict(one.versions), "marks": sorted(one.marks)}
            for name, one in known.items()
        ]
        print(json_text({"systems": documents}))
        return 0
    rows = [(name, one.versions.get(one.distribution, "-"), one.about) for name, one in known.items()]
    print(table(("name", "newest", "about"), rows))
    return 0
