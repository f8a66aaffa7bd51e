"""Files for the Vercel AI SDK and TanStack Query: the libraries themselves take them, by their types and at run time."""

import json
import subprocess
from pathlib import Path
from typing import Any

from support import compile_ts, write

from client_bundles import bundle, tool
from node import MODULES, node_module, tsc, unformatted
from toolc.config import TargetOptions, TypescriptOptions
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.schema.view.names import Names
from toolc.targets.typescript import TARGET

SEARCH = {
    "type": "object",
    "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "maximum": 9, "default": 3}},
    "required": ["query"],
    "additionalProperties": False,
}
TOTAL = {"type": "integer"}

AI = """
import { generateText, stepCountIs, type TypedToolResult } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { createClient, localTransport } from "./demo/dist/index.js";
import { aiTools, type AiTools } from "./demo/dist/ai-sdk.js";

const image = { type: "image", data: "aVZCT1I=", mimeType: "image/png" };
const link = { type: "resource_link", uri: "file:///a", name: "a" };
const client = createClient(localTransport({
  "search-docs": async (args: unknown) => (args as { limit?: number }).limit ?? 7,
  chart: async () => ({ content: [{ type: "text", text: "here" }, image, link] }),
}));
const tools = aiTools(client);

const usage: any = { inputTokens: {}, outputTokens: {} };
let step = 0;
const prompts: unknown[] = [];
const call = (toolCallId: string, toolName: string, input: object) =>
  ({ type: "tool-call" as const, toolCallId, toolName, input: JSON.stringify(input) });
const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt, tools: offered }) => {
    prompts.push(prompt.filter((one) => one.role === "tool"), step === 0 ? offered : []);
    step += 1;
    return step > 1
      ? { content: [{ type: "text", text: "done" }], finishReason: { unified: "stop", raw: "" }, usage, warnings: [] }
      : {
          content: [call("1", "search-docs", { query: "x", limit: 4 }), call("2", "chart", {}),
                    call("3", "search-docs", { query: "x", limit: 10 })],
          finishReason: { unified: "tool-calls", raw: "" }, usage, warnings: [],
        };
  },
});
const said = await generateText({ model, tools, prompt: "hi", stopWhen: stepCountIs(3) });

export function told(one: TypedToolResult<AiTools>): number | undefined {
  if (one.dynamic || one.toolName !== "search-docs") return undefined;
  const query: string = one.input.query;
  // @ts-expect-error there is no such argument
  void [query, one.input.qury];
  return one.output;
}
const first = said.steps[0]!.toolResults[0]!;
console.log(JSON.stringify([said.text, told(first), prompts]));
"""

QUERY = """
import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/query-core";
import { createClient, localTransport, ToolError } from "./demo/dist/index.js";
import { toolMutation, toolQuery } from "./demo/dist/tanstack-query.js";

let calls = 0;
const client = createClient(localTransport({
  "search-docs": async () => {
    calls += 1;
    if (calls === 1) throw new ToolError("transport", "search-docs", "gone");
    return 7;
  },
  chart: async () => { throw new ToolError("tool_error", "chart", "no"); },
}));
const queries = new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } });

const total: number = await queries.fetchQuery(toolQuery(client, "search-docs", { query: "x" }));
const again: number = await queries.fetchQuery({ ...toolQuery(client, "search-docs", { query: "x" }), staleTime: 60_000 });
const after = calls;
const wrong = await queries.fetchQuery(toolQuery(client, "search-docs", { query: "x", limit: 10 })).catch((error) => error.code);
const observed = new QueryObserver(queries, toolQuery(client, "search-docs", { query: "y" }));
const data: number | undefined = observed.getCurrentResult().data;
const change = new MutationObserver(queries, toolMutation(client, "search-docs"));
const changed: number = await change.mutate({ query: "z" });
// @ts-expect-error there is no such argument
void (() => change.mutate({ qury: "z" }));
// @ts-expect-error there is no such tool
void (() => toolQuery(client, "serch", {}));
console.log(JSON.stringify([total, again, after, wrong, data ?? null, changed, calls]));
"""


def _demo() -> Bundle:
    names = Names()
    chart = tool("chart", {"type": "object", "properties": {}}, names)
    return bundle([tool("search-docs", SEARCH, names, TOTAL, description="Search."), chart], names)


def _package(folder: Path, *integrations: Any) -> dict[str, Any]:
    node_module("ai/package.json")
    files, _ = emit(_demo(), [TARGET], Options(own=TargetOptions(typescript=TypescriptOptions(integrations=integrations))))
    made = {file.path.removeprefix("typescript/"): file.text for file in files}
    write(made, folder)
    (folder / "node_modules").symlink_to(MODULES)
    assert unformatted(folder / "demo/src") == ""
    assert tsc(folder, "-p", "demo", "--skipLibCheck") == ""
    return json.loads(made["demo/package.json"])  # type: ignore[no-any-return]


def _ran(folder: Path, text: str) -> Any:
    write({"use.ts": text, "package.json": '{"type": "module"}'}, folder)
    assert compile_ts(folder, "--skipLibCheck", "--noImplicitAny", "false", "use.ts", emit="built") == ""
    (folder / "use.js").write_text((folder / "built/use.js").read_text("utf-8"), "utf-8")
    done = subprocess.run(["node", "use.js"], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_ai_sdk_calls_tools(tmp_path: Path) -> None:
    package = _package(tmp_path, "ai-sdk")
    assert package["peerDependencies"] == {"ai": "^6.0.0"} and "./ai-sdk" in package["exports"]
    text, total, prompts = _ran(tmp_path, AI)
    assert (text, total) == ("done", 4)
    offered, answers = prompts[1], [part for message in prompts[2] for part in message["content"]]
    assert [one["inputSchema"]["properties"] for one in offered if one["name"] == "search-docs"] == [SEARCH["properties"]]
    outputs = {part["toolCallId"]: part["output"] for part in answers}
    assert outputs["1"] == {"type": "json", "value": 4}
    text_, image, link = outputs["2"]["value"]
    assert text_ == {"type": "text", "text": "here"} and image["data"] == "aVZCT1I=" and image["mediaType"] == "image/png"
    assert "file:///a" in link["text"]
    assert "/limit: must be at most 9" in json.dumps(outputs["3"])


def test_tanstack_query_reads_and_changes(tmp_path: Path) -> None:
    package = _package(tmp_path, "tanstack-query")
    assert "peerDependencies" not in package and "./tanstack-query" in package["exports"]
    total, again, after, wrong, data, changed, calls = _ran(tmp_path, QUERY)
    assert (total, again, after) == (7, 7, 2)  # tried again once, then kept
    assert (wrong, data, changed) == ("invalid_arguments", None, 7) and calls == 3
