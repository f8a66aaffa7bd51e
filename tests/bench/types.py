"""`make bench`: what the schemas of a package's types cost, beside importing the package and asking pydantic for them.

python tests/bench/types.py [models] [rounds]

One package of models among 20 and among 200 packages of a search path; it takes types from five of the others. Each command is
a process of its own that prints all schemas, and both must print the same ones. Rounds are interleaved, figures are medians of
CPU seconds (user and system), and what counts are the ratios to pydantic's.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from measure import medians, seconds

PER_MODULE = 20
NEIGHBOURS = 5
FEW, MANY = 20, 200
HEAD = """\
from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
"""
MODEL = '''

class State{n}(str, Enum):
    """Where order {n} is."""

    OPEN = "open"
    CLOSED = "closed"


class Order{n}(BaseModel):
    """An order of the shop, number {n}."""

    model_config = ConfigDict(extra="forbid")

    id: int = Field(ge=1, description="Its number.")
    kind: Literal["order{n}"] = "order{n}"
    created: datetime
    tags: list[str] = Field(default_factory=list, max_length=16)
    note: str | None = Field(default=None, description="What the customer said.")
    weight: Annotated[float, Field(gt=0)] = 1.5
    state: State{n} = State{n}.OPEN
    extra: dict[str, Any] = {{}}
    parts: list[{part}] = []
    {other}
'''
EVERY = """
import importlib, json, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import package_0, pydantic
found = {}
for info in pkgutil.iter_modules(package_0.__path__):
    module = importlib.import_module(f"package_0.{info.name}")
    for name, value in vars(module).items():
        if isinstance(value, type) and issubclass(value, pydantic.BaseModel) and value.__module__ == module.__name__:
            found[f"{module.__name__}:{name}"] = value.model_json_schema() if sys.argv[2:] else None
print(json.dumps(found, indent=2))
"""
RUN = "import sys; from toolc.cli import main; sys.exit(main(sys.argv[1:]))"


def package(folder: Path, number: int, models: int) -> None:
    """A package of modules that import from the module before, the first of them from a package nearby."""
    folder = folder / f"package_{number}"
    folder.mkdir()
    (folder / "__init__.py").write_text("from .module_0 import Order0\n")
    for place, first in enumerate(range(0, models, PER_MODULE)):
        last = range(first, min(first + PER_MODULE, models))
        (folder / f"module_{place}.py").write_text("".join(module(number, place, last)))


def module(package: int, place: int, numbers: range) -> Iterator[str]:
    """The lines of one module: each model holds the one before, and every fifth one of a package nearby."""
    yield HEAD
    yield f"\nfrom .module_{place - 1} import Order{numbers[0] - 1}\n" if place else ""
    nearby = package < NEIGHBOURS and f"package_{package + 1}"
    yield f"from {nearby} import Order0 as Foreign\n" if nearby else ""
    for n in numbers:
        part = f"Order{n - 1}" if n % PER_MODULE % 4 else "str"
        other = "foreign: Foreign | None = None" if nearby and n % 5 == 0 else f'again: "Order{n} | None" = None'
        yield MODEL.format(n=n, part=part, other=other)


def paths(folder: Path, models: int) -> dict[int, Path]:
    """Two search paths that hold the same package."""
    found = {}
    for count in (FEW, MANY):
        found[count] = folder / f"path_{count}"
        found[count].mkdir()
        for number in range(count):
            package(found[count], number, models if number == 0 else PER_MODULE * 5)
    return found


def toolc(path: Path) -> list[str]:
    options = ["--search-path", str(path), "--format", "json", "--quiet"]
    return [sys.executable, "-c", RUN, "types", str(path / "package_0"), *options]


def check(own: list[str], peer: list[str], models: int) -> None:
    """Both tell the same of every model."""
    told = json.loads(subprocess.run(own, capture_output=True, check=False).stdout)
    known = json.loads(subprocess.run(peer, capture_output=True, check=True).stdout)
    assert len(known) == models
    strangers = [name for name, schema in known.items() if told[name].get("schema") != schema]
    assert not strangers, f"toolc and pydantic differ in {strangers[:5]}"


def main(models: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = paths(Path(folder), models)
        peer = [sys.executable, "-c", EVERY, str(found[MANY])]
        check(toolc(found[MANY]), [*peer, "schemas"], models)
        commands = {
            "import and model_json_schema()": [*peer, "schemas"],
            "import alone": peer,
            f"toolc types, one package of {FEW}": toolc(found[FEW]),
            f"toolc types, one package of {MANY}": toolc(found[MANY]),
            "toolc --version": [sys.executable, "-c", RUN, "--version"],
        }
        taken = medians({name: partial(seconds, command) for name, command in commands.items()}, rounds)
    base = taken["import and model_json_schema()"]
    print(f"types: a package of {models} models, {rounds} rounds; median CPU seconds, and as a multiple of pydantic's")
    for name, median in taken.items():
        print(f"  {name:36} {median:8.2f} s {median / base:8.2f} x")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500, int(sys.argv[2]) if len(sys.argv) > 2 else 3)
