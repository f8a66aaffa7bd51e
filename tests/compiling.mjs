/*
 * Compiles TypeScript for whoever asks at a socket, until the process that it was started for has ended. It says what `tsc` says, which
 * reads and binds the declarations of the browser, of Node and of libraries anew each time: here they are read once. It also says what
 * prettier would change by its defaults, and looks at a text once, wherever it stands.
 *
 * Asked is JSON: a folder, and the words of a command of `tsc`, or none to ask prettier. The answer is all that was found.
 */
import { readFileSync, readdirSync, realpathSync, rmSync, rmdirSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join, sep } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

import ts from "./typescript/node_modules/typescript/lib/typescript.js";

const prettier = import("./typescript/node_modules/prettier/index.mjs");

const MODULES = realpathSync(fileURLToPath(new URL("typescript/node_modules", import.meta.url))) + sep;
const [place, run] = process.argv.slice(2);
const read = ts.createDocumentRegistry();

/** Reads what is installed once for all programs that have it read in the same way, which the registry tells apart. */
function host(options) {
  const made = ts.createCompilerHost(options);
  const plain = made.getSourceFile;
  made.getSourceFile = (name, how, ...more) => {
    if (!name.startsWith(MODULES)) return plain(name, how, ...more);
    const text = ts.sys.readFile(name);
    if (text === undefined) return undefined;
    return read.acquireDocument(name, options, ts.ScriptSnapshot.fromString(text), "1", undefined, how);
  };
  return made;
}

function compiled(folder, words) {
  process.chdir(folder);
  ts.sys.getCurrentDirectory = () => folder;
  let wanted = ts.parseCommandLine(words, ts.sys.readFile);
  if (wanted.options.project !== undefined && wanted.errors.length === 0) {
    const given = ts.sys.resolvePath(wanted.options.project);
    const project = ts.sys.directoryExists(given) ? join(given, "tsconfig.json") : given;
    const problems = [];
    const asking = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => problems.push(problem) };
    wanted = ts.getParsedCommandLineOfConfigFile(project, wanted.options, asking) ?? { errors: problems };
  }
  let found = wanted.errors;
  if (found.length === 0) {
    const { fileNames: rootNames, options, projectReferences } = wanted;
    const program = ts.createProgram({ rootNames, options, projectReferences, host: host(options) });
    const before = ts.getPreEmitDiagnostics(program);
    found = ts.sortAndDeduplicateDiagnostics([...before, ...program.emit().diagnostics]);
  }
  const shown = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => folder, getNewLine: () => "\n" };
  return ts.formatDiagnostics(found, shown);
}

const formatted = new Map();

/** What prettier would change in a folder, a path a line. */
async function unformatted(folder) {
  const { check } = await prettier;
  const found = [];
  for (const path of readdirSync(folder, { recursive: true }).sort()) {
    if (!/\.(ts|json)$/.test(path) || path.split(sep).includes("node_modules")) continue;
    const text = readFileSync(join(folder, path), "utf-8");
    const known = `${basename(path)}\n${text}`;
    if (!formatted.has(known)) formatted.set(known, await check(text, { filepath: path }));
    if (!formatted.get(known)) found.push(`${path}\n`);
  }
  return found.join("");
}

const open = createServer({ allowHalfOpen: true }, (asking) => {
  let asked = "";
  asking.setEncoding("utf-8");
  asking.on("error", () => {});
  asking.on("data", (more) => (asked += more));
  asking.on("end", async () => {
    if (asked === "") return asking.end(); // only whether somebody is there
    const { folder, words } = JSON.parse(asked);
    let said;
    try {
      said = words.length > 0 ? compiled(folder, words) : await unformatted(folder);
    } catch (error) {
      said = String(error.stack);
    }
    return asking.end(said);
  });
});
open.listen(place, () => console.log("ready"));
setInterval(() => {
  try {
    process.kill(Number(run), 0);
  } catch {
    for (const name of [place, `${place}.lock`]) rmSync(name, { force: true });
    try {
      rmdirSync(dirname(place));
    } catch {
      // others have theirs there
    }
    process.exit();
  }
}, 1000);
