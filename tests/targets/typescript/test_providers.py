"""The tools in the forms of providers and SDKs: what they hold, and that the SDKs' own types take them."""

import json
import subprocess
from pathlib import Path

import pytest
from support import ROOT, compile_ts, render, write

from client_bundles import bundle, tool
from node import node_module
from toolc import emit
from toolc.ir import Bundle
from toolc.schema.view.names import Names
from toolc.targets.register import TARGETS

SEARCH = {
    "type": "object",
    "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "default": 3}},
    "required": ["query"],
}
FOUND = {"type": "object", "properties": {"result": {"type": "array", "items": {"type": "string"}}}, "required": ["result"]}

SDKS = """
import type Anthropic from "@anthropic-ai/sdk";
import type { Tool as GeminiTool } from "@google/genai";
import { Client as Client2, type Tool as McpTool2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import type { Tool as McpTool1 } from "@modelcontextprotocol/sdk/types.js";
import type OpenAI from "openai";
import * as p from "./index.ts";

export const chat: OpenAI.ChatCompletionTool[] = p.openaiTools();
export const responses: OpenAI.Responses.FunctionTool[] = p.openaiResponsesTools();
export const messages: Anthropic.Tool[] = p.anthropicTools();
export const gemini: GeminiTool[] = p.geminiTools();
export const mcp1: McpTool1[] = p.mcpTools();
export const mcp2: McpTool2[] = p.mcpTools();
export const some: OpenAI.ChatCompletionTool[] = p.openaiTools([p.tools[0]!]);
const who = { name: "test", version: "1" };
export const first: p.Client = p.createClient(p.mcpTransport(new Client1(who)));
export const second: p.Client = p.createClient(p.mcpTransport(new Client2(who)));
"""

RUN = """
import * as p from "./src/index.js";
const refused = (list, name) => {
  try { list(); return ""; } catch (error) { return `${error.code} ${error.tool}`; }
};
const odd = [{ ...p.tools[0], name: "a b" }];
console.log(JSON.stringify({
  openai: p.openaiTools(), anthropic: p.anthropicTools(), gemini: p.geminiTools(), mcp: { tools: p.mcpTools() },
  responses: p.openaiResponsesTools(),
  refused: [p.openaiTools, p.openaiResponsesTools, p.anthropicTools, p.geminiTools, p.mcpTools].map((f) => refused(() => f(odd))),
  anything: p.mcpTools([{ name: "x", description: "", inputSchema: true }, { name: "y", description: "", inputSchema: false }]),
}));
"""


def shop() -> Bundle:
    names = Names()
    hints = {"readOnlyHint": True}
    return bundle(
        [
            tool("find", SEARCH, names, FOUND, description="Find.", title="Find it", annotations=hints, unwrap="result"),
            tool("plain", {"type": "object", "properties": {}}, names),
        ],
        names,
    )


@pytest.mark.parametrize("version", [5, 7])
def test_the_types_of_the_sdks_take_them(version: int, tmp_path: Path) -> None:
    write(render(shop()), tmp_path)
    write({"demo/src/sdks.ts": SDKS}, tmp_path)
    node_module("openai")
    (tmp_path / "node_modules").symlink_to(ROOT / "tests/typescript/node_modules")
    assert compile_ts(tmp_path, "--skipLibCheck", "demo/src/index.ts", "demo/src/sdks.ts", version=version) == ""


def test_they_are_what_the_json_targets_write(tmp_path: Path) -> None:
    write(render(shop()), tmp_path)
    assert compile_ts(tmp_path, "demo/src/index.ts", emit="built/src") == ""
    write({"built/run.mjs": RUN, "built/package.json": '{"type": "module"}'}, tmp_path)
    done = subprocess.run(["node", str(tmp_path / "built/run.mjs")], capture_output=True, text=True, check=False)
    assert not done.stderr
    said = json.loads(done.stdout)
    files, _ = emit.emit(shop(), [TARGETS[name] for name in ("openai", "anthropic", "gemini", "mcp")], emit.Options())
    written = {file.path.partition("/")[0]: json.loads(file.text) for file in files}
    assert said["gemini"] == [written.pop("gemini")]
    assert {name: said[name] for name in written} == written
    inside = [{"type": "function", **one["function"], "strict": False} for one in said["openai"]]
    assert said["responses"] == inside
    assert said["refused"] == ["refused_name a b"] * 4 + [""]
    assert [one["inputSchema"] for one in said["anything"]] == [{"type": "object"}, {"type": "object", "not": {}}]
