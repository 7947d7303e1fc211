/*
 * Which part of the code may import which: .dependency-cruiser.cjs holds the rules. dependency-cruiser says "no
 * violations" as well when it could read nothing (TypeScript 7, a wrong folder), so what it saw is checked too.
 *
 * Usage: node scripts/check-boundaries.ts [FOLDER]
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

const Answer = z.object({
  modules: z.array(
    z.object({
      source: z.string(),
      dependencies: z.array(
        z.object({
          module: z.string(),
          resolved: z.string(),
          couldNotResolve: z.boolean(),
          dependencyTypes: z.array(z.string()),
        }),
      ),
    }),
  ),
  summary: z.object({
    totalCruised: z.int(),
    totalDependenciesCruised: z.int(),
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

const project = join(import.meta.dirname, "..");
const folder = resolve(process.argv[2] ?? project);
const parts = ["src", "tests", "bench", "scripts", "clients"].filter((name) => existsSync(join(folder, name)));
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

problems.push(...clientProblems());
if (existsSync(join(folder, "src/web/app")) && modules.every(({ source }) => !source.endsWith(".tsx")))
  problems.push("blind: no .tsx file was seen");

for (const problem of problems.toSorted()) console.log(problem);
console.log(
  `${summary.totalCruised} modules, ${summary.totalDependenciesCruised} imports, ${problems.length} violations`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

/**
 * What goes to the browser: the files with "use client" and all that these import, but for types and for server
 * actions, of which the browser gets only the address. It may import src/web, src/contract, the clock, cron lines, how
 * numbers are written, how an agent's prose is drawn, and what was found of a model's memory.
 */
function clientProblems(): string[] {
  const importsOf = new Map(modules.map(({ source, dependencies }) => [source, dependencies]));
  const directive = (file: string): string | undefined =>
    /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*["'](use (?:client|server))["']/.exec(readFileSync(join(folder, file), "utf8"))?.[1];
  const inWeb = [...importsOf.keys()].filter((file) => file.startsWith("src/web/") && /\.tsx?$/.test(file));
  const toVisit = inWeb.filter((file) => directive(file) === "use client");
  const visited = new Set(toVisit);
  const found: string[] = [];
  for (const file of toVisit) {
    for (const { resolved, dependencyTypes } of importsOf.get(file) ?? []) {
      if (!resolved.startsWith("src/")) continue;
      if (
        !/^src\/(?:web|contract)\/|^src\/core\/(?:clock|operation\/cron|text\/(?:number-text|untrusted))\.ts$|^src\/report\/(?:document|text\/(?:prose|parse-markdown)|backtest\/memory-found)\.ts$/.test(
          resolved,
        )
      ) {
        found.push(`client: ${file} -> ${resolved}`);
        continue;
      }
      const typeOnly = dependencyTypes.includes("type-only");
      if (typeOnly || visited.has(resolved) || !/^src\/(?:web|report)\//.test(resolved)) continue;
      if (!/\.tsx?$/.test(resolved) || directive(resolved) === "use server") continue;
      visited.add(resolved);
      toVisit.push(resolved);
    }
  }
  return found;
}
