#!/usr/bin/env node
// Runs toolc, a Python program, in the version of this package, by uv or pipx; neither needs toolc to be installed.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const spec = process.env.TOOLC_SPEC || `toolc==${version}`;
const runners = [
  ["uvx", "--from", spec, "toolc"],
  ["pipx", "run", "--spec", spec, "toolc"],
];

for (const [command, ...words] of runners) {
  const done = spawnSync(command, [...words, ...process.argv.slice(2)], { stdio: "inherit" });
  if (done.error?.code === "ENOENT") continue;
  if (done.error) throw done.error;
  if (done.signal) process.kill(process.pid, done.signal);
  process.exit(done.status ?? 1);
}
console.error("toolc is a Python program, which this package runs by uv or pipx. Neither is on PATH: see https://docs.astral.sh/uv");
process.exit(2);
