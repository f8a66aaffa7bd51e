// Types for every tool of a recorded list: node json-schema-to-typescript.mjs TOOLS OUT
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const [, , source, out] = process.argv;
const { tools } = JSON.parse(readFileSync(source, "utf-8"));
const texts = [];
for (const { name, inputSchema } of tools) {
  texts.push(await compile(inputSchema, name, { bannerComment: "", format: false }));
}
writeFileSync(out, texts.join("\n"));
