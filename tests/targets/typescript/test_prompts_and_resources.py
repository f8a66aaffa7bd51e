"""Prompts and resources in a client: typed by what they take, asked for through any transport, addresses filled in."""

import subprocess
from pathlib import Path

import pytest
from support import compile_ts, write

from client_bundles import served, tool
from node import MODULES
from toolc.config import TargetOptions, TypescriptOptions
from toolc.emit import Options, emit
from toolc.schema.view.names import Names
from toolc.targets.typescript import TARGET

TYPED = """
import { createClient, mcpTransport, type Transport } from "./demo/src/index.ts";
import type { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import type { Client as Client2 } from "@modelcontextprotocol/client";
export const official = (one: Client1, two: Client2): Transport[] => [mcpTransport(one), mcpTransport(two)];
export async function use(transport: Transport): Promise<void> {
  const client = createClient(transport);
  const text: string | undefined = (await client.readResource("shop://stock"))[0]?.text;
  const bytes: string | undefined = (await client.readResource("shop://items/{id}{?part}", { id: 7 }))[0]?.blob;
  const role: "user" | "assistant" | undefined = (await client.getPrompt("greet", { who: "a" })).messages[0]?.role;
  await client.getPrompt("plain words", {}, { timeout: 5 });
  void [text, bytes, role];
  // @ts-expect-error who is to be greeted?
  await client.getPrompt("greet");
  // @ts-expect-error a mistyped name
  await client.getPrompt("greet", { who: "a", tome: "x" });
  // @ts-expect-error no such prompt
  await client.getPrompt("gret", { who: "a" });
  // @ts-expect-error the address is not whole
  await client.readResource("shop://items/{id}{?part}");
  // @ts-expect-error a text is no bytes
  (await client.readResource("shop://stock"))[0]?.blob;
}
"""

RUN = """
import assert from "node:assert/strict";
import { createClient, localTransport, mcpTransport } from "./demo/js/index.js";
import { contentsOf as contents } from "./demo/js/runtime.js";

const asked = [];
const answers = { messages: [], contents: [] };
const transport = { request: async (method, params) => (asked.push([method, params]), answers) };
const client = createClient(transport);
await client.getPrompt("greet", { who: "a", tone: undefined });
await client.readResource("shop://items/{id}{?part}", { id: "a/b c" });
await client.readResource("shop://items/{id}{?part}", { id: 1, part: "x&y" });
assert.deepEqual(asked, [
  ["prompts/get", { name: "greet", arguments: { who: "a" } }],
  ["resources/read", { uri: "shop://items/a%2Fb%20c" }],
  ["resources/read", { uri: "shop://items/1?part=x%26y" }],
]);

// RFC 6570, sections 3.2.2 to 3.2.9
const values = { var: "value", hello: "Hello World!", path: "/foo/bar", x: "1024", y: "768", empty: "", who: "fred" };
for (const [template, filled] of Object.entries({
  "{var}": "value", "{x,y}": "1024,768", "O{empty}X": "OX", "{+path}/here": "/foo/bar/here", "{+x,path}": "1024,/foo/bar",
  "X{#hello}": "X#Hello%20World!", "{#path,x}here": "#/foo/bar,1024here", "X{.x,y}": "X.1024.768", "{/who,x}": "/fred/1024",
  "{;x,y}": ";x=1024;y=768", "{?x,y}": "?x=1024&y=768", "{?x,y,gone}": "?x=1024&y=768", "{?gone}": "", "?f=1{&x}": "?f=1&x=1024",
  "{path*}": "/foo/bar", "{path}": "%2Ffoo%2Fbar",
})) {
  asked.length = 0;
  await contents(transport, template, values);
  assert.equal(asked[0][1].uri, filled, template);
}

const refused = (code) => (error) => error.code === code;
await assert.rejects(client.readResource("shop://items/{id}{?part}", {}), refused("invalid_arguments"));
await assert.rejects(createClient(localTransport({})).getPrompt("plain words"), refused("transport"));
await assert.rejects(createClient(mcpTransport({ callTool() {} })).getPrompt("plain words"), refused("transport"));
answers.messages = answers.contents = undefined;
await assert.rejects(client.getPrompt("plain words"), refused("malformed"));
await assert.rejects(client.readResource("shop://stock"), refused("malformed"));
const slow = createClient({ request: () => new Promise(() => {}) });
await assert.rejects(slow.getPrompt("plain words", {}, { timeout: 20 }), { name: "TimeoutError" });
const sdk = createClient(mcpTransport({ callTool() {}, async getPrompt(params) { return { messages: [params.name] }; } }));
assert.deepEqual((await sdk.getPrompt("plain words")).messages, ["plain words"]);
console.log("done");
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("served")
    names = Names()
    clashing = [tool(name, {"type": "object"}, names) for name in ("get_prompt", "readResource", "prompts")]
    files, _ = emit(served(clashing, names), [TARGET], Options(own=TargetOptions(typescript=TypescriptOptions())))
    write({file.path.removeprefix("typescript/"): file.text for file in files}, made)
    (made / "node_modules").symlink_to(MODULES)
    return made


def test_what_they_take_is_typed(folder: Path) -> None:
    write({"typed.ts": TYPED, "package.json": '{"type": "module"}'}, folder)
    assert compile_ts(folder, "--allowImportingTsExtensions", "--noEmit", "typed.ts") == ""


def test_they_are_asked_for(folder: Path) -> None:
    write({"run.mjs": RUN}, folder)
    done = subprocess.run(["node", "run.mjs"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.stdout == "done\n", done.stderr


def test_a_package_of_tools_alone_says_nothing_of_them() -> None:
    names = Names()
    files, _ = emit(served([tool("t", {"type": "object"}, names)], names, False, False), [TARGET], Options())
    assert not any("getPrompt" in file.text or "readResource" in file.text for file in files)
