"""The first configuration of a project: every key that people change, with what it does and what holds without it.

Takes the bundle of a run and what can be chosen from, gives the text of a toolc.toml. Names from sources stand in comments, on
one line each.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping

from toolc.cli.run import count_noun
from toolc.cli.terminal_text import visible
from toolc.ir import Bundle

_TEXT = """\
{schema}# What `toolc init` found: {found}
# Every key is optional; what is commented out is the default, or an example.
{extends}
# Which files are read, and which of them are not. What .gitignore names never is.
# include = ["**/*.py"]
# exclude = ["legacy/**"]

# Tests, examples and docs hold no tools, unless they are asked for.
# include-tests = true

# What is written of each package, out of: {targets}.
targets = ["mcp", "typescript"]

# Where to. Only files that toolc wrote itself are ever removed there.
out = "tool-clients"

# A virtual environment whose packages may be read, as text; without it the `.venv` nearest to each package, or the active one.
# python = ".venv"

# Versions to follow where none is installed.
# assume = {{ python = "3.12", mcp = "1.26.0" }}

# Which severity fails a run: error, warning, note or never. Where nothing is said it is error.
{fail_on}

# What is not reported: codes, beginnings of codes, names. `toolc explain` lists them.
# [check]
# ignore = ["TC418"]

# Names of packages and their folders. Without any, each folder with a pyproject.toml is one.
# [packages]
{packages}"""
SCHEMA = "toolc.schema.json"
"""The file beside the configuration that editors complete and check it by."""

_WITH_SCHEMA = f"""\
#:schema ./{SCHEMA}
# The schema is that of this version; for another one: toolc config --schema > {SCHEMA}
"""
_WITHOUT_SCHEMA = f"""\
# Editors complete and check this file once `toolc config --schema > {SCHEMA}` was run, and this is its first line:
# #:schema ./{SCHEMA}

"""
_NAMED = 12


def config_template(
    bundle: Bundle,
    targets: Iterable[str],
    above: str | None,
    homes: Mapping[str, str],
    *,
    warnings: int = 0,
    with_schema: bool = False,
) -> str:
    """The text. `above`: a configuration that holds here already, as seen from here. `homes`: the folders of packages.

    `warnings`: how many there are now. A project without any begins strict, one with some is not failed by its first run.
    `with_schema`: the file `SCHEMA` is beside it.
    """
    tools = list(bundle.tools)
    systems = Counter(tool.system for _, _, tool in tools)
    counts = ", ".join(f"{count} of {visible(name)}" for name, count in sorted(systems.items()))
    where = count_noun(len(bundle.packages), "package")
    found = f"{count_noun(len(tools), 'tool')} ({counts}) in {where}." if tools else "no tools yet."
    rows = [f"# {json.dumps(visible(name))} = {json.dumps(visible(home))}\n" for name, home in sorted(homes.items())[:_NAMED]]
    return _TEXT.format(
        schema=_WITH_SCHEMA if with_schema else _WITHOUT_SCHEMA,
        found=found,
        extends=f"\n# What stands here wins over what stands there.\nextends = {json.dumps(above)}\n" if above else "",
        targets=", ".join(targets),
        fail_on=_fail_on(above, warnings),
        packages="".join(rows) or '# billing = "services/billing"\n',
    )


def _fail_on(above: str | None, warnings: int) -> str:
    if above is not None:
        return '# fail-on = "warning"'
    if warnings:
        verb = "is" if warnings == 1 else "are"
        return f'# There {verb} {count_noun(warnings, "warning")} now (toolc check); without any:\n# fail-on = "warning"'
    return 'fail-on = "warning"'
