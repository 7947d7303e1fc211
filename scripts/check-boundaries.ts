/*
 * Which part of the code may import which: .dependency-cruiser.cjs holds the rules. dependency-cruiser says "no
 * violations" as well when it could read nothing (TypeScript 7, a wrong folder), so what it saw is checked too.
 *
 * Usage: node scripts/check-boundaries.ts [FOLDER]
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

const Answer = z.object({
  modules: z.array(z.object({ dependencies: z.array(z.object({ module: z.string(), couldNotResolve: z.boolean() })) })),
  summary: z.object({
    totalCruised: z.int(),
    totalDependenciesCruised: z.int(),
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

const project = join(import.meta.dirname, "..");
const folder = resolve(process.argv[2] ?? project);
const parts = ["src", "tests", "bench", "scripts"].filter((name) => existsSync(join(folder, name)));
const cruiser = join(project, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
const config = join(project, ".dependency-cruiser.cjs");

const { stdout, stderr } = spawnSync(
  process.execPath,
  [cruiser, "--config", config, "--output-type", "json", ...parts],
  {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  },
);
if (!stdout.startsWith("{")) throw new Error(`dependency-cruiser gave no answer: ${stdout}${stderr}`);
const { modules, summary } = Answer.parse(JSON.parse(stdout));

const imports = modules.flatMap(({ dependencies }) => dependencies);
const own = imports.filter(({ module }) => module.startsWith("#src/"));
const problems = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
if (summary.totalCruised === 0) problems.push("blind: no module was seen");
if (summary.totalDependenciesCruised === 0) problems.push("blind: no import was seen");
if (own.every(({ couldNotResolve }) => couldNotResolve)) problems.push("blind: no #src import was resolved");

for (const problem of problems.toSorted()) console.log(problem);
console.log(
  `${summary.totalCruised} modules, ${summary.totalDependenciesCruised} imports, ${problems.length} violations`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
