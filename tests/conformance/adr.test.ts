import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { adrProblems } from "../../scripts/adr-problems.ts";

const project = join(import.meta.dirname, "../..");

/** A repository with these files, and its folder. */
function repository(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "conclave-adr-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  spawnSync("git", ["init", "--quiet"], { cwd: folder });
  return folder;
}

/** How a text names a decision; put together, so that the checker does not read this file's examples as names. */
const adr = (number: number): string => `ADR ${number}`;
const at = (name: string): string => `docs/adr/${name}`;

const replaced = `replaced in part by [${adr(2)}](0002-tables.md)`;
const rejected = "**Rejected.**\n\n- A bench: it has no back to lean against. Not tried.\n";
const chairs = `# 1. Chairs\n\nDate: 2026-01-02 · Status: ${replaced}\n\nWe sit.\n\n${rejected}`;
const tables = `# 2. Tables\n\nDate: 2026-01-03 · Status: accepted\n\nAs in [${adr(1)}](0001-chairs.md).\n\n${rejected}`;
const index = [
  "| Number | Decision | Date | Status |",
  "| --- | --- | --- | --- |",
  `| [1](0001-chairs.md) | Chairs | 2026-01-02 | ${replaced} |`,
  "| [2](0002-tables.md) | Tables | 2026-01-03 | accepted |",
  "",
].join("\n");
const sound: Readonly<Record<string, string>> = {
  [at("0001-chairs.md")]: chairs,
  [at("0002-tables.md")]: tables,
  [at("README.md")]: index,
  "README.md": `[${adr(2)}](${at("0002-tables.md")}) and the [first](${at("0001-chairs.md")})\n`,
  "src/sit.ts": `// ${adr(1)} and ${at("0002")}, see ${at("0001-chairs.md")}\n`,
};

test("the decisions of the project, and what names them, are in order", () => {
  expect(adrProblems(project)).toEqual([]);
});

test("nothing is said of a repository whose decisions are in order", () => {
  expect(adrProblems(repository(sound))).toEqual([]);
});

test("a repository without decisions does not pass", () => {
  expect(adrProblems(repository({ "README.md": "Nothing yet\n" }))).toEqual(["blind: no decision was seen"]);
});

/** What is changed, and what must be said of it. */
const faults: readonly (readonly [what: string, change: Readonly<Record<string, string>>, said: string])[] = [
  ["a gap", { [at("0004-beds.md")]: tables.replace("# 2.", "# 4.") }, "0004-beds.md: its number should be 3"],
  ["a number twice", { [at("0002-beds.md")]: tables }, "0002-tables.md: its number should be 3"],
  ["a name without a number", { [at("beds.md")]: tables }, "beds.md: a decision's file is NNNN-subject.md"],
  [
    "a title of another number",
    { [at("0002-tables.md")]: tables.replace("# 2.", "# 3.") },
    '0002-tables.md: its first line is no "# 2. Title"',
  ],
  ["no date", { [at("0002-tables.md")]: tables.replace(/^Date.*\n\n/m, "") }, "0002-tables.md: its third line is no"],
  ["no such day", { [at("0002-tables.md")]: tables.replace("01-03", "02-30") }, "0002-tables.md: its third line is no"],
  [
    "an unknown status",
    { [at("0002-tables.md")]: tables.replace("accepted", "proposed") },
    "0002-tables.md: its third line is no",
  ],
  [
    "a later decision that does not name what it replaces",
    { [at("0002-tables.md")]: tables.replace(/As in .*/, "We eat.") },
    `0001-chairs.md: ${adr(2)}, which its status names, does not say so with a link`,
  ],
  [
    "a status that names the decision itself",
    { [at("0001-chairs.md")]: chairs.replace(replaced, `superseded by [${adr(1)}](0001-chairs.md)`) },
    `0001-chairs.md: ${adr(1)}, which its status names, is not a later one`,
  ],
  [
    "nothing rejected",
    { [at("0002-tables.md")]: tables.replace(rejected, "") },
    "0002-tables.md: it has no list under one line **Rejected.**",
  ],
  [
    "an option without a reason",
    { [at("0002-tables.md")]: tables.replace(/^- .*$/m, "- A bench") },
    "0002-tables.md: an option that was rejected has its reason behind a colon: - A bench",
  ],
  [
    "a decision that is not in the index",
    { [at("README.md")]: index.replace(/^\| \[2\].*\n/m, "") },
    "README.md: missing: | [2](0002-tables.md) | Tables | 2026-01-03 | accepted |",
  ],
  [
    "a row that says something else",
    { [at("README.md")]: index.replace("| Tables |", "| Table |") },
    "README.md: no such decision: | [2](0002-tables.md) | Table | 2026-01-03 | accepted |",
  ],
  [
    "rows in another order",
    { [at("README.md")]: index.replace(/^(\| \[1\].*\n)(.*\n)/m, "$2$1") },
    "README.md: its rows are not in order",
  ],
  ["a number that is none", { "src/sit.ts": `// ${adr(3)}\n` }, `src/sit.ts: leads to no decision: ${adr(3)}`],
  [
    "the second of two numbers",
    { "src/sit.ts": `// ${adr(1).replace("ADR", "ADRs")} and 12\n` },
    "src/sit.ts: leads to no decision: ADRs 1 and 12",
  ],
  [
    "a path of no number",
    { "src/sit.sql": `-- ${at("0012")}\n` },
    `src/sit.sql: leads to no decision: ${at("0012").slice(5)}`,
  ],
  [
    "a path with another subject",
    { ".env.example": `# ${at("0002-chairs.md")}\n` },
    `.env.example: leads to no decision: ${at("0002-chairs").slice(5)}`,
  ],
  [
    "a link whose number is not its target's",
    { "README.md": `[${adr(1)}](${at("0002-tables.md")})\n` },
    `README.md: leads to no decision: [${adr(1)}](${at("0002-tables.md")})`,
  ],
  [
    "a link from the wrong folder",
    { "docs/more.md": `[Tables](${at("0002-tables.md")})\n` },
    `docs/more.md: leads to no decision: [Tables](${at("0002-tables.md")})`,
  ],
];

test.each(faults)("%s is found", (_what, change, said) => {
  expect(adrProblems(repository({ ...sound, ...change }))).toContainEqual(expect.stringContaining(said));
});
