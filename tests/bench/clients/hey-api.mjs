// Types for every tool of a recorded list: node hey-api.mjs TOOLS OUT, by way of a description in OpenAPI.
import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";

const [, , source, out] = process.argv;
const { tools } = JSON.parse(readFileSync(source, "utf-8"));
const schemas = {};
for (const { name, inputSchema } of tools) {
  const { $defs = {}, ...root } = inputSchema;
  Object.assign(schemas, $defs, { [name]: root });
}
const text = JSON.stringify({ openapi: "3.1.0", info: { title: "tools", version: "1" }, paths: {}, components: { schemas } });
const input = JSON.parse(text.replaceAll("#/$defs/", "#/components/schemas/"));
const folder = mkdtempSync(join(tmpdir(), "hey-api-"));
const plugins = [{ name: "@hey-api/typescript" }];
await createClient({ input, output: { path: folder }, plugins, logs: { level: "silent" }, parser: { filters: { orphans: true } } });
copyFileSync(join(folder, "types.gen.ts"), out);
