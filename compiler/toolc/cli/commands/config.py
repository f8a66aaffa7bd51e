"""`toolc config`: the configuration that holds, where each of its keys is said, or its JSON Schema."""

import sys
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import to_builtins

from toolc.cli import declare
from toolc.cli.commands import Paths
from toolc.cli.documents import json_text
from toolc.cli.options import Common
from toolc.cli.run import Run
from toolc.cli.tables import table
from toolc.cli.terminal_text import visible
from toolc.config import json_schema

_Key = tuple[str, ...]


def config(
    common: Common,
    paths: Paths = None,
    schema: Annotated[bool, declare.option("--schema", help="Print the JSON Schema of toolc.toml instead.")] = False,
    show_origin: Annotated[
        bool, declare.option("--show-origin", help="Print a line for each key: its value, and the file and line that set it.")
    ] = False,
) -> int:
    """Print the configuration that applies here. It is merged from the file, the files that it extends, and options.

    Examples: `toolc config` · `toolc config services/billing --show-origin` · `toolc config --schema > toolc.schema.json`
    """
    if schema:
        print(json_text(json_schema()))
        return 0
    run = Run(paths, common)
    if show_origin:
        print(table(("key", "value", "from"), list(_origins(run, common))))
    else:
        print(json_text(to_builtins(run.config)))
    if not common.quiet:
        sys.stdout.flush()
        sys.stderr.write(f"from {visible(run.origin)}\n" if run.origin else "no toolc.toml or [tool.toolc]: defaults\n")
    return 0


def _origins(run: Run, common: Common) -> Iterator[tuple[str, str, str]]:
    """Every key that is no table: its value as JSON, and who says it."""
    given = _given_options(common)
    filed = dict(_leaves(to_builtins(run.settings.config))) if run.settings.config else {}
    for key, value in _leaves(to_builtins(run.config)):
        place = run.settings.places.get(key)
        if key in given:
            origin = given[key]
        elif place is not None and filed.get(key) == value:  # what is not trusted is not followed
            origin = f"{place.path}:{place.line}"
        else:
            origin = "default"
        yield ".".join(step if _bare(step) else json_text(step, indent=0) for step in key), json_text(value, indent=0), origin


def _given_options(common: Common) -> dict[_Key, str]:
    """The keys that an option of the command line has said, and the option."""
    said: dict[_Key, str] = {("assume", name): "--assume" for name in common.assume}
    said |= {("environment", name): "--env" for name in common.environment}
    said |= {("search-path",): "--search-path"} if common.search_path else {}
    said |= {("systems", "**"): "--system"} if common.system else {}
    said |= {("python",): "--python"} if common.python else {}
    return said | ({("fail-on",): "--fail-on"} if common.fail_on else {})


def _leaves(values: Mapping[str, Any]) -> Iterator[tuple[_Key, Any]]:
    for name, value in values.items():
        if isinstance(value, dict) and value:
            yield from (((name, *rest), leaf) for rest, leaf in _leaves(value))
        else:
            yield (name,), value


def _bare(step: str) -> bool:
    return step.isascii() and step.replace("-", "").replace("_", "").isalnum()
