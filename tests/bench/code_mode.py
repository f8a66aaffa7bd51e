"""What agents that write code read of a tool: toolc's tree beside other generators, for the same recorded lists of tools.

python -P tests/bench/code_mode.py LIST.json ...

Each list is a result of `tools/list`. Counted are bytes, and tokens of o200k_base, of what is read to call one tool: its file with the
models that it imports, or what a generator prints for it alone. Peers: `@cloudflare/codemode` (`npm ci` in tests/bench/clients),
FastMCP's CodeMode (where fastmcp is installed), mcp-execution-cli (where it is on PATH; it asks a server, which this file is as well).
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
Tool = dict[str, Any]
Texts = dict[tuple[str, str], str]
"""What is read of each tool, by list and name."""


def main(paths: list[str]) -> None:
    lists = {Path(path).stem: json.loads(Path(path).read_text("utf-8"))["tools"] for path in paths}
    print(
        f"{sum(map(len, lists.values()))} tools of {len(lists)} lists; of one tool: bytes and tokens, median and 90th percentile"
    )
    for label, peer in PEERS.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                for level, texts in peer(lists, paths, Path(folder)):
                    _row(f"{label} {level}".strip(), texts)
            except (ImportError, OSError, subprocess.CalledProcessError) as error:
                print(f"  {label}: cannot be run here: {str(error).strip()[:90]}")


def _row(label: str, texts: Texts) -> None:
    sizes = sorted(len(text.encode()) for text in texts.values())
    tokens = sorted(len(_encoding().encode(text)) for text in texts.values())
    print(
        f"  {label:44} {len(texts):5} tools {_middle(sizes):6,} {_high(sizes):7,} bytes {_middle(tokens):5,} {_high(tokens):6,} "
        f"tokens, {sum(tokens):,} in all"
    )


@cache
def _encoding() -> Any:
    from bpe_openai import get_encoding  # the server that this file is as well needs none

    return get_encoding("o200k_base")


def _middle(values: list[int]) -> int:
    return values[len(values) // 2]


def _high(values: list[int]) -> int:
    return values[int(0.9 * (len(values) - 1))]


# --- the generators ----------------------------------------------------------------------------------------------------


def toolc(lists: dict[str, list[Tool]], paths: list[str], folder: Path) -> Iterator[tuple[str, Texts]]:
    command = [sys.executable, "-m", "toolc", "generate", *paths, "--target", "code-mode", "--out", str(folder), "--quiet"]
    subprocess.run(command, capture_output=True)  # what is wrong with one tool leaves the others
    servers = folder / "code-mode/servers"
    places = sorted(path for path in servers.iterdir() if path.is_dir())
    rows = {
        (place.name, row["tool"]): row for place in places for row in json.loads((place / "index.json").read_text())["tools"]
    }
    yield "brief", {key: json.dumps({one: row[one] for one in row if one != "tokens"}) for key, row in rows.items()}
    for ending in ("ts", "py"):
        texts: Texts = {}
        for place in places:
            models = place / f"_types.{ending}"
            for path in sorted(place.glob(f"*.{ending}")):
                text = path.read_text("utf-8")
                shared = models.read_text("utf-8") if '/_types.ts"' in text or "from ._types " in text else ""
                texts |= {} if path == models else {(place.name, path.stem): text + shared}
        yield f"detailed, .{ending}", texts
    sent = [
        (path.stem, one)
        for path in sorted(folder.glob("code-mode/schemas/*.json"))
        for one in json.loads(path.read_text())["tools"]
    ]
    yield "full", {(name, one["name"]): json.dumps(one, ensure_ascii=False, separators=(",", ":")) for name, one in sent}


CLOUDFLARE = """
import { readFileSync, writeFileSync } from "node:fs";
import { generateTypesFromJsonSchema, sanitizeToolName } from "@cloudflare/codemode";
const [, , source, out] = process.argv;
const texts = JSON.parse(readFileSync(source, "utf-8")).map((tool) =>
  generateTypesFromJsonSchema({ [sanitizeToolName(tool.name)]: tool }));
writeFileSync(out, JSON.stringify(texts));
"""


def cloudflare(lists: dict[str, list[Tool]], paths: list[str], folder: Path) -> Iterator[tuple[str, Texts]]:
    """The Worker's runtime is not needed to generate types, so what it imports of it is replaced by nothing."""
    program = HERE / "clients/.code_mode.mjs"
    program.write_text(CLOUDFLARE)
    every = [(name, tool) for name, tools in lists.items() for tool in tools]
    (folder / "tools.json").write_text(json.dumps([tool for _, tool in every]))
    stub = "export async function resolve(name, context, next) { return name.startsWith('cloudflare:') ? " + (
        "{ url: 'data:text/javascript,export class WorkerEntrypoint {}; export class RpcTarget {}; "
        "export class DurableObject {}; export const env = {}; export const exports = {};', shortCircuit: true } "
        ": next(name, context); }"
    )
    (folder / "stub.mjs").write_text(stub)
    command = ["node", "--no-warnings", "--loader", str(folder / "stub.mjs"), str(program), str(folder / "tools.json")]
    try:
        subprocess.run([*command, str(folder / "out.json")], check=True, capture_output=True)
    finally:
        program.unlink()
    texts = json.loads((folder / "out.json").read_text("utf-8"))
    yield ".ts", {(name, tool["name"]): text for (name, tool), text in zip(every, texts, strict=True)}


def fastmcp(lists: dict[str, list[Tool]], paths: list[str], folder: Path) -> Iterator[tuple[str, Texts]]:
    from fastmcp.experimental.transforms.code_mode import _render_tools
    from fastmcp.tools.base import Tool as Listed

    for level in ("brief", "detailed", "full"):
        texts: Texts = {}
        for name, tools in lists.items():
            for one in tools:
                output = one.get("outputSchema")
                listed = Listed(
                    name=one["name"],
                    description=one.get("description"),
                    parameters=one["inputSchema"],
                    output_schema=output if output and output.get("type") == "object" else None,
                )
                texts[name, one["name"]] = _render_tools([listed], level)
        yield level, texts


def mcp_execution(lists: dict[str, list[Tool]], paths: list[str], folder: Path) -> Iterator[tuple[str, Texts]]:
    program = shutil.which("mcp-execution-cli")
    if program is None:
        raise OSError("mcp-execution-cli is not on PATH")
    texts: Texts = {}
    for path in paths:
        name = Path(path).stem.lower().replace(".", "-")
        out = folder / name
        asked = [program, "generate", sys.executable, *(f"--arg={one}" for one in ("-P", __file__, "--serve", path))]
        subprocess.run([*asked, "--name", name, "--progressive-output", str(folder)], capture_output=True)
        known = {"index.ts", "_runtime"}
        for file in sorted(out.rglob("*.ts")):
            if not known & {*file.relative_to(out).parts}:
                texts[name, file.stem] = file.read_text("utf-8")
    yield ".ts", texts


PEERS: dict[str, Callable[[dict[str, list[Tool]], list[str], Path], Iterator[tuple[str, Texts]]]] = {
    "toolc": toolc,
    "@cloudflare/codemode": cloudflare,
    "FastMCP CodeMode": fastmcp,
    "mcp-execution": mcp_execution,
}


def serve(path: str) -> None:
    """A server over standard input and output that has nothing but a list of tools."""
    tools = json.loads(Path(path).read_text("utf-8"))["tools"]
    for line in sys.stdin:
        message = json.loads(line)
        asked = message.get("method")
        answers: dict[str, Any] = {
            "initialize": {
                "protocolVersion": (message.get("params") or {}).get("protocolVersion", "2025-06-18"),
                "capabilities": {"tools": {}},
                "serverInfo": {"name": Path(path).stem, "version": "1"},
            },
            "tools/list": {"tools": tools},
        }
        if "id" in message:
            told = {"result": answers.get(asked, {})}
            print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **told}), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2])
    else:
        main(sys.argv[1:])
