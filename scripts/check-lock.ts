/*
 * Whether package-lock.json is whole. npm leaves out an optional package that it cannot resolve and says nothing, and
 * `npm ci` then fails on every machine; an address in the lock ties it to the registry of whoever made it.
 *
 * Usage: node scripts/check-lock.ts [FOLDER]
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      inBundle: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

const root = resolve(process.argv[2] ?? join(import.meta.dirname, ".."));
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const { packages } = Lock.parse(JSON.parse(read("package-lock.json")));

/** Where Node looks for a package that the one at `path` imports: in its own folder first, in the project's last. */
function find(name: string, path: string): string | undefined {
  const own = `${path === "" ? "" : `${path}/`}node_modules/${name}`;
  if (Object.hasOwn(packages, own)) return packages[own]?.version;
  if (path === "") return undefined;
  return find(name, path.slice(0, Math.max(path.lastIndexOf("/node_modules/"), 0)));
}

/** How many numbers of a version a range holds still. Which of the others are too low, npm itself finds. */
function heldNumbers(range: string): number | undefined {
  const [, sign, major] = /^([\^~]?)(\d+)\.\d+\.\d+(?:-[\w.]+)?$/.exec(range) ?? [];
  if (sign === undefined) return undefined;
  if (sign === "") return Infinity;
  return sign === "^" && major !== "0" ? 1 : 2;
}

function optionalProblem(path: string, name: string, range: string): string[] {
  const wants = `${path}: wants ${name} ${range}`;
  const held = heldNumbers(range);
  if (held === undefined) return [`${wants}, a range that this check cannot read`];
  const version = find(name, path);
  if (version === undefined) return [`${wants}, which the lock lacks`];
  const heldOf = (text: string): string => text.split(".").slice(0, held).join(".");
  return heldOf(version) === heldOf(range.replace(/^[\^~]/, "")) ? [] : [`${wants}, and the lock has ${version}`];
}

const installed = Object.entries(packages).filter(([path]) => path !== "");
const optional = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies).map(([name, range]) => [path, name, range] as const),
);

const problems = optional.flatMap((one) => optionalProblem(...one));
for (const [path, { resolved, integrity, inBundle }] of installed) {
  if (resolved !== undefined) problems.push(`${path}: names a registry`);
  // What is bundled comes in another package's archive and under its hash.
  if (integrity === undefined && inBundle !== true) problems.push(`${path}: has no hash`);
}
const setting = "omit-lockfile-registry-resolved=true";
if (!read(".npmrc").split("\n").includes(setting)) problems.push(`.npmrc: lacks ${setting}`);
if (installed.length === 0) problems.push("blind: no package was seen");

for (const problem of problems.toSorted()) console.log(problem);
console.log(`${installed.length} packages, ${optional.length} optional ones, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
