"""`toolc ir`: the intermediate representation, for back ends outside toolc."""

from typing import Annotated

import msgspec

from toolc.cli import declare
from toolc.cli.commands import Paths
from toolc.cli.documents import json_text
from toolc.cli.options import Common
from toolc.cli.run import Run, count_noun, counted_files
from toolc.ir import Bundle


def ir(
    common: Common,
    paths: Paths = None,
    schema: Annotated[bool, declare.option("--schema", help="Print the JSON Schema of the representation instead.")] = False,
) -> int:
    """Print the intermediate representation of all tools as JSON. Every built-in target is made from it.

    Examples: `toolc ir | my-generator` · `toolc ir --schema`
    """
    if schema:
        print(json_text(msgspec.json.schema(Bundle)))
        return 0
    run = Run(paths, common, results=True)
    with run.busy("Reading …"):
        front = run.compile()
    with run.telling():
        print(json_text(front.bundle))
    count = len(list(front.bundle.tools))
    return run.finish(front.diagnostics, f"{counted_files(front.files, front.left_out)}, {count_noun(count, 'tool')}")
