// Types in one language, a file for each schema, or several beside it: node quicktype-languages.mjs LANGUAGE SCHEMAS
// Prints the names of the schemas it fails on, as JSON with its words.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktypeMultiFile } from "quicktype-core";

const [, , lang, source] = process.argv;
const failed = {};
for (const { name, schema, file } of JSON.parse(readFileSync(source, "utf-8"))) {
  try {
    const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
    await input.addSource({ name: "Answer", schema: JSON.stringify(schema) });
    const inputData = new InputData();
    inputData.addInput(input);
    const rendererOptions = lang === "rust" ? { visibility: "public" } : { package: name };
    const files = await quicktypeMultiFile({ inputData, lang, rendererOptions });
    mkdirSync(dirname(file), { recursive: true });
    for (const [own, { lines }] of files) {
      writeFileSync(own === "stdout" ? file : join(dirname(file), own), lines.join("\n"));
    }
  } catch (error) {
    failed[name] = String(error).slice(0, 200);
  }
}
console.log(JSON.stringify(failed));
