/*
 * Whether the other checks can fail: what breaks their rules is planted in a folder, and each must name all of it. A
 * rule whose pattern fits nothing is as quiet as a project in order.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const project = join(import.meta.dirname, "..");

/** An import that the rule forbids; what it leads to is planted as well. */
const imports: readonly (readonly [rule: string, from: string, to: string])[] = [
  ["room-contract", "src/contract/planted.ts", "#src/core/clock.ts"],
  ["room-core", "src/core/planted.ts", "#src/contract/jobs/analysis.ts"],
  ["room-debate", "src/debate/planted.ts", "#src/core/db/pool.ts"],
  ["room-backtest", "src/backtest/planted.ts", "#src/product/context.ts"],
  ["room-market", "src/market/planted.ts", "#src/debate/analyze.ts"],
  ["room-vendors", "src/market/vendors/planted.ts", "#src/debate/reasoners/reasoner.ts"],
  ["room-reasoner", "src/debate/reasoners/rules/planted.ts", "#src/debate/reasoners/llm/providers.ts"],
  ["room-reasoners", "src/debate/reasoners/planted.ts", "#src/market/market-data.ts"],
  ["room-report", "src/report/planted.ts", "#src/debate/reasoners/reasoner.ts"],
  ["room-product", "src/product/planted.ts", "#src/debate/reasoners/reasoner.ts"],
  ["room-processors", "src/product/deposits/processors/planted.ts", "#src/core/db/pool.ts"],
  ["room-http", "src/server/http/planted.ts", "#src/cli/cli.ts"],
  ["room-web", "src/web/app/planted.tsx", "#src/core/db/pool.ts"],
  ["room-queries", "src/product/keys/queries/planted.ts", "#src/product/context.ts"],
  ["room-web", "src/web/app/asked.tsx", "#src/product/keys/queries/api-keys.ts"],
  ["own-parts", "src/product/keys/planted-part.ts", "#src/product/mail/lib/letters.ts"],
  ["parts-of-the-product", "src/server/http/part.ts", "#src/product/mail/lib/letters.ts"],
  ["known-rooms", "src/attic/planted.ts", "#src/contract/jobs/analysis.ts"],
  ["composition-roots", "src/cli/vendor.ts", "#src/market/vendors/yahoo.ts"],
  ["composition-roots", "src/server/http/processor.ts", "#src/product/deposits/processors/btcpay.ts"],
  ["product-without-tests", "src/cli/planted.ts", "#tests/support/archives.ts"],
  ["debate-without-engine", "src/debate/engine.ts", "@dbos-inc/dbos-sdk"],
  ["product-without-dev-dependencies", "src/cli/dev.ts", "@fast-check/vitest"],
  ["one-door-for-sign-in", "src/web/components/sign-in.tsx", "better-auth/react"],
  ["resolvable", "src/report/lost.ts", "./nowhere.ts"],
  ["no-cycles", "src/report/a.ts", "#src/report/b.ts"],
];

/** Of these nothing may be said. */
const allowed: readonly (readonly [from: string, to: string])[] = [
  ["src/server/worker/main.ts", "#src/market/vendors/yahoo.ts"],
  ["src/server/compose/planted.ts", "#src/market/vendors/yahoo.ts"],
  ["src/product/keys/lib/processor.ts", "#src/product/deposits/processors/processor.ts"],
  ["src/debate/planted.test.ts", "#src/market/vendors/yahoo.ts"],
];

/** Named apart, as the check on decisions reads this file too. */
const decisions = "docs/adr";

const context = 'import type { Context } from "#src/product/context.ts";\n';

/** Files by path, and what the checks say of them; an empty text: nothing. */
const files: readonly (readonly [path: string, text: string, said: string])[] = [
  ["src/report/b.ts", 'export * from "#src/report/a.ts";', ""],
  ["src/report/alone.ts", "export const alone = 1;", "no-orphans: src/report/alone.ts"],
  [
    "src/web/components/client.tsx",
    '"use client";\nimport { read } from "./server.ts";\nexport const Client = () => <p>{read}</p>;',
    "client: src/web/components/server.ts -> src/product/context.ts",
  ],
  ["src/web/components/server.ts", `${context}export const read: keyof Context = "actor";`, ""],
  [
    "src/web/components/sender.tsx",
    '"use client";\nimport { act } from "./act.ts";\nexport const Sender = () => <form action={act} />;',
    "",
  ],
  ["src/web/components/act.ts", `"use server";\n${context}export const act = async () => null;`, ""],
  ["src/debate/time.ts", "export const at = new Date();", "src/debate/time.ts:1: time is an argument"],
  ["src/debate/path.ts", '\nexport * from "../core/clock.ts";', "path.ts:2: another room is imported as #src"],
  ["src/web/actions/bare.ts", '"use server";\nexport async function act() {}', "bare.ts:2: an action is made by"],
  ["src/web/components/inline.tsx", "void (() => { 'use server' });", "inline.tsx:1: actions stand in src/web/actions"],
  [
    "src/web/components/words.tsx",
    "export const Words = () => <p>Give it with --cutoff or SERVICE_MODELS</p>;",
    "words.tsx:1: a page names no flag",
  ],
  ["src/debate/utils.ts", "", "src/debate/utils.ts: a file is named after what it holds"],
  ["src/product/anywhere.ts", "", "src/product/anywhere.ts: a service stands in the folder of what it is about"],
  ["src/product/keys/parts/planted.ts", "", "planted.ts: what is not a verb stands in public/"],
  ["src/product/keys/no-verb.ts", "export const noVerb = 3;", "no-verb.ts: it exports verbs and types alone"],
  [
    "src/product/keys/no-context.ts",
    "export async function noContext(tools: object) {\n  return tools;\n}",
    "no-context.ts: the first parameter of noContext is ctx",
  ],
  [
    "src/product/keys/three.ts",
    `${context}export async function three(ctx: Context, one: string, two: string) {\n  return [ctx, one, two];\n}`,
    "three.ts: three takes (ctx, input), and no more",
  ],
  [
    "src/product/keys/lib/part.ts",
    `${context}export function part(ctx: Pick<Context, "db">) {\n  return ctx;\n}`,
    "part.ts: a service asks for a whole context",
  ],
  [
    "src/product/keys/scope.ts",
    `${context}export async function scope({ actor }: Context) {\n  return actor.scopes.includes("analyses:read");\n}`,
    "scope.ts: a scope is checked by requireScope",
  ],
  [
    "src/product/keys/verb.ts",
    `${context}export interface Asked {\n  readonly id: string;\n}\nexport async function verb(ctx: Context, { id }: Asked) {\n  return [ctx, id];\n}`,
    "",
  ],
  [
    "package-lock.json",
    JSON.stringify({
      packages: {
        "node_modules/a": {
          version: "1.0.0",
          integrity: "sha512-A",
          optionalDependencies: { gone: "1.0.0", old: "^2.0.0" },
        },
        "node_modules/old": { version: "1.0.0", integrity: "sha512-A" },
        "node_modules/tied": { version: "1.0.0", integrity: "sha512-A", resolved: "https://registry.example/tied" },
        "node_modules/open": { version: "1.0.0" },
      },
    }),
    "node_modules/a: wants gone 1.0.0, which the lock lacks",
  ],
  [".npmrc", "", ".npmrc: lacks omit-lockfile-registry-resolved=true"],
  ["docs/adr/README.md", "", "README.md: missing: | [2](0002-beds.md) | Beds |"],
  [
    `${decisions}/0002-beds.md`,
    "# 2. Beds\n\nDate: 2026-01-02 · Status: accepted\n",
    "0002-beds.md: it has no list under one line **Rejected.**",
  ],
  ["README.md", `[Chairs](${decisions}/0001-chairs.md)`, "README.md: leads to no decision"],
];

/** What is said of a file that is planted for another reason. */
const saidBesides = [
  "node_modules/a: wants old ^2.0.0, and the lock has 1.0.0",
  "node_modules/tied: names a registry",
  "node_modules/open: has no hash",
];

const folder = mkdtempSync(join(tmpdir(), "conclave-checks-"));
const empty = join(folder, "empty");

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${text}\n`);
}

function said(script: string, where: string): string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(project, "scripts", script), where], {
    encoding: "utf8",
  });
  return [...`${stdout}${stderr}`.trim().split("\n"), ...(status === 0 ? [`${script} passed ${where}`] : [])];
}

try {
  for (const [, , to] of imports) if (/^#(?:src|tests)\//.test(to)) plant(to.slice(1), "export {};");
  for (const [, to] of allowed) plant(to.slice(1), "export {};");
  for (const [, from, to] of imports) plant(from, `export * from "${to}";`);
  for (const [from, to] of allowed) plant(from, `export * from "${to}";`);
  for (const [path, text] of files) plant(path, text);
  for (const file of ["package.json", "tsconfig.json"]) cpSync(join(project, file), join(folder, file));
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
  spawnSync("git", ["init", "--quiet"], { cwd: folder });

  const checks = ["check-boundaries.ts", "check-style.ts", "check-lock.ts", "check-adr.ts"];
  const lines = checks.flatMap((script) => said(script, folder));
  const wanted = [
    ...imports.map(([rule, from]) => `${rule}: ${from} -> `),
    ...files.map(([, , text]) => text).filter((text) => text !== ""),
    ...saidBesides,
  ];
  const quiet = [...allowed.map(([from]) => from), "src/web/components/sender.tsx", "src/product/keys/verb.ts"];
  const problems = [
    ...wanted.filter((text) => !lines.some((line) => line.includes(text))).map((text) => `not told: ${text}`),
    ...lines
      .filter((line) => quiet.some((file) => line.includes(file)))
      .map((line) => `told of what is allowed: ${line}`),
    ...lines.filter((line) => /\.ts passed /.test(line)),
  ];
  mkdirSync(join(empty, "src"), { recursive: true });
  plant("empty/package-lock.json", '{ "packages": {} }');
  plant("empty/.npmrc", "");
  spawnSync("git", ["init", "--quiet"], { cwd: empty });
  problems.push(...checks.flatMap((script) => said(script, empty)).filter((line) => /\.ts passed /.test(line)));
  for (const problem of problems) console.log(problem);
  console.log(`${wanted.length} plants, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
