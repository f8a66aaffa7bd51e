// Types for every tool of a recorded list: node quicktype.mjs TOOLS OUT
import { readFileSync, writeFileSync } from "node:fs";
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from "quicktype-core";

const [, , source, out] = process.argv;
const { tools } = JSON.parse(readFileSync(source, "utf-8"));
const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
for (const { name, inputSchema } of tools) {
  await input.addSource({ name, schema: JSON.stringify(inputSchema) });
}
const inputData = new InputData();
inputData.addInput(input);
const { lines } = await quicktype({ inputData, lang: "typescript", rendererOptions: { "just-types": "true" } });
writeFileSync(out, lines.join("\n"));
