"""`toolc init`: writes a configuration to begin with, or what Bazel needs."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from toolc import __version__
from toolc.cli import declare, stages
from toolc.cli.bazel.files import EXECUTABLE, bazel_files
from toolc.cli.config_template import SCHEMA, config_template
from toolc.cli.documents import json_text
from toolc.cli.options import Common
from toolc.cli.report import Report
from toolc.cli.run import Run
from toolc.cli.terminal_text import visible
from toolc.cli.whole import ignored_line
from toolc.config import Config, json_schema
from toolc.diagnostics import Diagnostic
from toolc.discover import configuration_in
from toolc.discover.settings import nearest
from toolc.discover.units import Units
from toolc.ir import Bundle

_CONFIG = "toolc.toml"
_FAILED = 2


def init(
    common: Common,
    paths: Annotated[
        list[str] | None, declare.argument(help="Where to look for tools; the current folder when left out.", metavar="PATHS")
    ] = None,
    bazel: Annotated[
        bool, declare.option("--bazel", help="Write what Bazel needs instead, into tools/toolc: a rule, and what it starts.")
    ] = False,
    schema: Annotated[
        bool, declare.option("--schema", help=f"Write {SCHEMA} beside it, by which editors complete and check the file.")
    ] = False,
) -> int:
    """Write a commented toolc.toml for what is found here. Existing files are not touched.

    Examples: `toolc init` · `toolc init services` · `toolc init --schema` · `toolc init --bazel`
    """
    if bazel:
        return _for_bazel()
    above = nearest(".")
    run = Run(paths or ["."], common)
    if there := configuration_in(str(Path.cwd())):
        message = f"{Path(there).name} configures toolc here already"
        run.stop([Diagnostic("TC632", message, help="`toolc config --show-origin` shows what holds")])
    if schema and os.path.lexists(SCHEMA):
        run.stop([Diagnostic("TC632", f"{SCHEMA} is there already", help="remove it first")])
    with run.busy("Reading …"):
        front = run.compile()
    relative = None if above is None else Path(os.path.relpath(above)).as_posix()
    warnings = sum(one.severity == "warning" for one in run.choosing.select(front.diagnostics))
    text = config_template(
        front.bundle, stages.targets(), relative, _homes(run, front.bundle), warnings=warnings, with_schema=schema
    )
    texts = {_CONFIG: text} | ({SCHEMA: json_text(json_schema()) + "\n"} if schema else {})
    for path, content in texts.items():
        _, failed = stages.write_file(Path(path), content.encode())
        if failed:
            run.stop(failed)
    found = next(line for line in text.splitlines() if line.startswith("# What"))
    print(f"wrote {_CONFIG}: {visible(found.partition(': ')[2])}")
    if schema:
        print(f"wrote {SCHEMA}")
    for line in ignored_line(Config().out):
        print(line)
    print("next: toolc generate")
    sys.stdout.flush()
    return 0


def _homes(run: Run, bundle: Bundle) -> dict[str, str]:
    """The folders of packages, as far as there is one that is theirs."""
    units = Units(run.config)
    paths = {package.name: tool.span.path for package, _, tool in bundle.tools}
    homes = {name: units.home(str(Path(path).absolute())) for name, path in paths.items()}
    return {name: Path(os.path.relpath(home)).as_posix() for name, home in homes.items() if home is not None}


def _for_bazel() -> int:
    texts = bazel_files(__version__)
    if there := [path for path in texts if os.path.lexists(path)]:
        Report().show([Diagnostic("TC632", f"{path} is there already", help="remove it first") for path in there])
        return _FAILED
    for path, text in texts.items():
        with suppress(OSError):  # what is wrong is said where the file is written
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        _, failed = stages.write_file(Path(path), text.encode())
        if failed:
            Report().show(failed)
            return _FAILED
        print(f"wrote {path}")
    Path(EXECUTABLE).chmod(0o755)
    return 0
