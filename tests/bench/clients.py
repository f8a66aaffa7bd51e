"""`make bench`: clients for many tools, beside the generators that people use for JSON Schema in TypeScript.

python tests/bench/clients.py [number of tools] [rounds]

All read the same recorded `tools/list`. What is timed is CPU seconds of one process for all tools, nothing kept from an earlier run,
then those of `tsc --strict` on a program that imports what came out: toolc's package by its declarations, the modules of the
others as they are. With `skipLibCheck`, which `tsc --init` writes, declarations are believed. The peers write types alone; toolc
writes tools as data, a client and checks beside them.
"""

import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from measure import medians, seconds

HERE = Path(__file__).parent / "clients"
TSC = Path(__file__).parents[1] / "typescript/node_modules/typescript/bin/tsc"
RUN = "import sys; from toolc.cli import main; sys.exit(main(sys.argv[1:]))"
STRICT = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"]


def schema(number: int) -> dict[str, Any]:
    """Arguments as models give them: constraints, defaults, an enum, a model of its own, a union told apart by a tag."""
    shapes = [
        {
            "type": "object",
            "properties": {"kind": {"const": f"{kind}{number}"}, "size": {"type": "number"}},
            "required": ["kind"],
        }
        for kind in ("circle", "square")
    ]
    return {
        "type": "object",
        "properties": {
            "query": {"type": "string", "minLength": 1, "description": f"What to look for in index {number}."},
            "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 10},
            "order": {"enum": ["newest", "oldest", f"rank_{number}"], "default": "newest"},
            "tags": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}], "default": None},
            "place": {"$ref": f"#/$defs/Place{number}"},
            "shape": {"anyOf": shapes},
        },
        "required": ["query", "place"],
        "additionalProperties": False,
        "$defs": {
            f"Place{number}": {
                "type": "object",
                "properties": {
                    "street": {"type": "string"},
                    "near": {"type": "array", "items": {"$ref": f"#/$defs/Place{number}"}},
                },
                "required": ["street"],
            }
        },
    }


def generators(source: Path, out: Path) -> dict[str, list[str]]:
    toolc = [
        sys.executable,
        "-c",
        RUN,
        "generate",
        str(source),
        "--target",
        "typescript",
        "--out",
        str(out / "toolc"),
        "--quiet",
        "--no-cache",
    ]
    peers = {
        name: ["node", str(HERE / f"{name}.mjs"), str(source), str(out / f"{name}.ts")]
        for name in ("json-schema-to-typescript", "quicktype")
    }
    return {"toolc": toolc, **peers}


def main(count: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder, "tools.json"), Path(folder)
        tools = [{"name": f"search_{number}", "inputSchema": schema(number)} for number in range(count)]
        source.write_text(json.dumps({"tools": tools}))
        (Path(folder) / "toolc.toml").write_text("max-file-size = 100_000_000\n")
        timed = generators(source, out)

        def run(name: str) -> float:
            shutil.rmtree(out / "toolc", ignore_errors=True)
            return seconds(timed[name])

        found = medians({name: partial(run, name) for name in timed}, rounds)
        seconds(timed["toolc"])
        modules = {name: f"{name}.ts" for name in timed} | {"toolc": "toolc/typescript/tools/js/index.js"}
        assert all((out / path).exists() for path in modules.values()), "a generator wrote nothing"
        checked, believed = (medians(_compiled(modules, out, *flags), rounds) for flags in ((), ("--skipLibCheck",)))
    print(
        f"clients for {count} tools, {rounds} rounds; median CPU seconds, as a multiple of toolc's, and tsc where they are used"
    )
    for name, median in found.items():
        print(
            f"  {name:28} {median:8.2f} s {median / found['toolc']:8.1f} x   tsc {checked[name]:6.2f} s, "
            f"{believed[name]:.2f} s with skipLibCheck"
        )


def _compiled(modules: Mapping[str, str], folder: Path, *flags: str) -> dict[str, Callable[[], float]]:
    for name, module in modules.items():
        (folder / f"use-{name}.ts").write_text(f'export * from "./{module}";\n')
    words = ["node", str(TSC), *STRICT, "--allowImportingTsExtensions", *flags]
    return {name: partial(seconds, [*words, str(folder / f"use-{name}.ts")]) for name in modules}


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, int(sys.argv[2]) if len(sys.argv) > 2 else 3)
