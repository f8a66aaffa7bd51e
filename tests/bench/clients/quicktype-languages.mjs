// Types in one language, a file for each schema: node quicktype-languages.mjs LANGUAGE SCHEMAS
// Prints the names of the schemas it fails on, as JSON with its words.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from "quicktype-core";

const [, , lang, source] = process.argv;
const failed = {};
for (const { name, schema, file } of JSON.parse(readFileSync(source, "utf-8"))) {
  try {
    const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
    await input.addSource({ name: "Answer", schema: JSON.stringify(schema) });
    const inputData = new InputData();
    inputData.addInput(input);
    const rendererOptions = lang === "rust" ? { visibility: "public" } : { package: name };
    const { lines } = await quicktype({ inputData, lang, rendererOptions });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, lines.join("\n"));
  } catch (error) {
    failed[name] = String(error).slice(0, 200);
  }
}
console.log(JSON.stringify(failed));
