/*
 * House rules that the linter has no rule for. Each finding names the file and the line.
 *
 * Usage: node scripts/check-style.ts [FOLDER]
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { serviceProblems } from "./service-problems.ts";

interface Rule {
  readonly what: string;
  readonly pattern: RegExp;
  readonly where: (file: string) => boolean;
  /** Only in files whose text has this. */
  readonly within?: RegExp;
}

const inProduct = (file: string): boolean => file.startsWith("src/") && !/\.test\.tsx?$/.test(file);
const isClock = (file: string): boolean => file === "src/core/clock.ts";

const rules: readonly Rule[] = [
  {
    what: "time is an argument; only src/core/clock.ts reads the clock",
    pattern: /\bnew Date\(\s*\)|\bTemporal\.Now\b|\bprocess\.hrtime\b/,
    where: (file) => inProduct(file) && !isClock(file),
  },
  {
    what: "another room is imported as #src/room/file.ts",
    pattern: /\bfrom "(?:\.\.\/)+(?:cli|contract|core|debate|market|product|report|server|web)\//,
    where: (file) => file.startsWith("src/"),
  },
  {
    what: "the product knows nothing of a folder beside it",
    pattern: /\.\.\/shared\b/,
    where: inProduct,
  },
  {
    what: "an action is made by actions/acting.ts: nothing but components/ui/send.ts can call it then",
    pattern: /^export (?!const \w+ = (?:admin|user)(?:Action|Form)\(|interface |type )/,
    where: (file) => file.startsWith("src/web/"),
    within: /^"use server";/m,
  },
  {
    what: "actions stand in src/web/actions",
    pattern: /["']use server["']/,
    where: (file) => file.startsWith("src/web/") && !file.startsWith("src/web/actions/"),
  },
  {
    what: "a page names no flag, no variable and no word that only we use",
    pattern:
      /[\s"'`(](?!--(?:color|font|tw|spacing|radix|inset)\b)--[a-z][a-z-]{2,}(?![\w-]*\))|\b(?:SERVICE|MARKET|SIGNAL|ALLOWED|TRUSTED)_[A-Z_]{2,}\b|\b[Ff]ront door\b|\bis no model\b|\bhouse word\b/,
    where: (file) => isText(file),
  },
];

/** What stands on pages. Samples of code are written for programs. */
function isText(file: string): boolean {
  const onPages =
    (file.startsWith("src/web/") && file.endsWith(".tsx")) || file === "src/contract/backtests/knowledge-cutoff.ts";
  return onPages || file === "src/web/components/status/status-parts.ts";
}

const badName = /(?:^|\/)(?:index|utils?|helpers?|common|misc)\.tsx?$/;

const root = resolve(process.argv[2] ?? join(import.meta.dirname, ".."));
const files = ["src", "tests", "bench", "scripts", "clients"]
  .filter((part) => existsSync(join(root, part)))
  .flatMap((part) => globSync(`${part}/**/*.{ts,tsx}`, { cwd: root }))
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !/\/\.next|\/next-env\.d\.ts$|^clients\/typescript\/dist\//.test(file))
  .toSorted();

const problems = files.flatMap((file) => {
  const found = badName.test(file) ? [`${file}: a file is named after what it holds`] : [];
  const inPlace = rules.filter(({ where }) => where(file));
  if (inPlace.length === 0) return found;
  const text = readFileSync(join(root, file), "utf8");
  const active = inPlace.filter(({ within }) => within === undefined || within.test(text));
  for (const [index, line] of text.split("\n").entries()) {
    // A comment may name what code may not do.
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) continue;
    for (const { what, pattern } of active) if (pattern.test(line)) found.push(`${file}:${index + 1}: ${what}`);
  }
  return found;
});
problems.push(...serviceProblems(root));
if (files.length === 0) problems.push("blind: no file was seen");

for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
