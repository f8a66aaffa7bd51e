// Types in one language, a file for each schema: node quicktype-languages.mjs LANGUAGE SCHEMAS OUT
// Prints the names of the schemas it fails on, as JSON with its words.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from "quicktype-core";

const [, , lang, source, out] = process.argv;
const failed = {};
for (const { name, schema } of JSON.parse(readFileSync(source, "utf-8"))) {
  try {
    const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
    await input.addSource({ name: "Result", schema: JSON.stringify(schema) });
    const inputData = new InputData();
    inputData.addInput(input);
    const { lines } = await quicktype({ inputData, lang, rendererOptions: { package: name } });
    mkdirSync(`${out}/${name}`, { recursive: true });
    writeFileSync(`${out}/${name}/types.${lang}`, lines.join("\n"));
  } catch (error) {
    failed[name] = String(error).slice(0, 200);
  }
}
console.log(JSON.stringify(failed));
