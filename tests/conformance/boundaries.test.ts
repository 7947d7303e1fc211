import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFolder } from "#tests/support/empty-folder.ts";

const project = join(import.meta.dirname, "../..");

function check(script: string, folder: string): { exit: number | null; lines: string[] } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(project, "scripts", script), folder], {
    encoding: "utf8",
  });
  return { exit: status, lines: `${stdout}${stderr}`.trim().split("\n") };
}

/** Text of a planted file by path, and what the checker must say of it. */
const violations: readonly (readonly [path: string, text: string, said: string])[] = [
  [
    "src/contract/planted.ts",
    'import { systemClock } from "#src/platform/clock.ts";\nexport const planted = systemClock;',
    "room-contract: src/contract/planted.ts -> src/platform/clock.ts",
  ],
  [
    "src/platform/planted.ts",
    'export { Rating } from "#src/contract/analysis.ts";',
    "room-platform: src/platform/planted.ts -> src/contract/analysis.ts",
  ],
  [
    "src/debate/planted.ts",
    'export type { Settings } from "#src/db/planted-pool.ts";',
    "room-debate: src/debate/planted.ts -> src/db/planted-pool.ts",
  ],
  ["src/db/planted-pool.ts", "export type Settings = string;", ""],
  [
    "src/debate/planted-engine.ts",
    'import { DBOS } from "@dbos-inc/dbos-sdk";\nexport const planted = DBOS;',
    "debate-without-engine: src/debate/planted-engine.ts",
  ],
  [
    "src/debate/planted-vendor.ts",
    'export { createYahoo } from "#src/market/vendors/yahoo.ts";',
    "composition-roots: src/debate/planted-vendor.ts -> src/market/vendors/yahoo.ts",
  ],
  [
    "src/debate/planted-reasoner.ts",
    'export const load = () => import("#src/reasoners/rules/rules-reasoner.ts");',
    "room-debate: src/debate/planted-reasoner.ts -> src/reasoners/rules/rules-reasoner.ts",
  ],
  [
    "src/backtest/planted.ts",
    'export type { Context } from "#src/services/context.ts";',
    "room-backtest: src/backtest/planted.ts -> src/services/context.ts",
  ],
  [
    "src/backtest/planted-vendor.ts",
    'export { openArchive } from "#src/market/vendors/archive.ts";',
    "room-backtest: src/backtest/planted-vendor.ts -> src/market/vendors/archive.ts",
  ],
  [
    "src/market/planted.ts",
    'export type { RunSettings } from "#src/debate/analyze.ts";',
    "room-market: src/market/planted.ts -> src/debate/analyze.ts",
  ],
  [
    "src/market/vendors/planted.ts",
    'export type { Reasoner } from "#src/reasoners/reasoner.ts";',
    "room-vendors: src/market/vendors/planted.ts -> src/reasoners/reasoner.ts",
  ],
  [
    "src/reasoners/rules/planted.ts",
    'export { ProviderName } from "#src/reasoners/llm/providers.ts";',
    "room-reasoner: src/reasoners/rules/planted.ts -> src/reasoners/llm/providers.ts",
  ],
  [
    "src/reasoners/planted.ts",
    'export type { Bar } from "#src/market/market-data.ts";',
    "room-reasoners: src/reasoners/planted.ts -> src/market/market-data.ts",
  ],
  [
    "src/report/planted.ts",
    'export type { Reasoner } from "#src/reasoners/reasoner.ts";',
    "room-report: src/report/planted.ts -> src/reasoners/reasoner.ts",
  ],
  [
    "src/services/planted.ts",
    'export type { Reasoner } from "#src/reasoners/reasoner.ts";',
    "room-services: src/services/planted.ts -> src/reasoners/reasoner.ts",
  ],
  [
    "src/processors/btcpay/planted.ts",
    'export type { Settings } from "#src/db/planted-pool.ts";',
    "room-processors: src/processors/btcpay/planted.ts -> src/db/planted-pool.ts",
  ],
  [
    "src/http/planted-processor.ts",
    'export { createBtcPay } from "#src/processors/btcpay/btcpay.ts";',
    "composition-roots: src/http/planted-processor.ts -> src/processors/btcpay/btcpay.ts",
  ],
  [
    "src/http/planted.ts",
    'export type { Cli } from "#src/cli/cli.ts";',
    "room-http: src/http/planted.ts -> src/cli/cli.ts",
  ],
  [
    "src/cli/planted.ts",
    'export { createYahoo } from "#src/market/vendors/yahoo.ts";',
    "composition-roots: src/cli/planted.ts -> src/market/vendors/yahoo.ts",
  ],
  [
    "src/cli/planted-test.ts",
    'export { archivePath } from "#tests/support/archives.ts";',
    "product-without-tests: src/cli/planted-test.ts -> tests/support/archives.ts",
  ],
  [
    "src/cli/planted-dev.ts",
    'export { fc } from "@fast-check/vitest";',
    "product-without-dev-dependencies: src/cli/planted-dev.ts -> ",
  ],
  [
    "src/attic/planted.ts",
    'export type { Bar } from "#src/market/market-data.ts";',
    "known-rooms: src/attic/planted.ts -> src/market/market-data.ts",
  ],
  [
    "src/web/app/planted.tsx",
    'import { openDatabase } from "#src/db/database.ts";\nexport default function Page() {\n  return String(openDatabase);\n}',
    "room-web: src/web/app/planted.tsx -> src/db/database.ts",
  ],
  [
    "src/web/components/planted-client.tsx",
    '"use client";\nimport { planted } from "./planted-server.ts";\nexport const Planted = () => <p>{planted}</p>;',
    "client: src/web/components/planted-server.ts -> src/services/context.ts",
  ],
  [
    "src/web/components/planted-server.ts",
    'import type { Context } from "#src/services/context.ts";\nexport const planted: keyof Context = "actor";',
    "",
  ],
  [
    "src/web/components/planted-sign-in.tsx",
    '"use client";\nimport { createAuthClient } from "better-auth/react";\nexport const planted = createAuthClient();',
    "one-door-for-sign-in: src/web/components/planted-sign-in.tsx",
  ],
  ["src/report/planted-alone.ts", "export const alone = 1;", "no-orphans: src/report/planted-alone.ts"],
  [
    "src/report/planted-a.ts",
    'import { b } from "./planted-b.ts";\nexport const a = (): number => b();',
    "no-cycles: src/report/planted-a.ts -> src/report/planted-b.ts",
  ],
  ["src/report/planted-b.ts", 'import { a } from "./planted-a.ts";\nexport const b = (): number => a();', ""],
  [
    "src/report/planted-lost.ts",
    'export { lost } from "./nowhere.ts";',
    "resolvable: src/report/planted-lost.ts -> ./nowhere.ts",
  ],
];

/** Planted, and allowed: the checker must keep quiet about these. */
const allowed: readonly (readonly [path: string, text: string])[] = [
  ["src/worker/main.ts", 'export { createYahoo } from "#src/market/vendors/yahoo.ts";'],
  ["src/http/serve.ts", 'export { createRulesReasoner } from "#src/reasoners/rules/rules-reasoner.ts";'],
  ["src/compose/planted.ts", 'export { createYahoo } from "#src/market/vendors/yahoo.ts";'],
  ["src/services/allowed-processor.ts", 'export type { PaymentProcessor } from "#src/processors/processor.ts";'],
  ["src/services/allowed.ts", 'export type { Settings } from "#src/db/planted-pool.ts";'],
  ["src/http/allowed.ts", 'export type { Settings } from "#src/services/allowed.ts";'],
  [
    "src/web/components/allowed-client.tsx",
    '// A comment first.\n"use client";\nimport { act } from "./allowed-action.ts";\nimport type { seen } from "./allowed-page.ts";\nexport const Act = (props: { of: typeof seen }) => <form action={act} aria-label={props.of} />;',
  ],
  [
    "src/web/components/allowed-action.ts",
    '"use server";\nimport type { Context } from "#src/services/context.ts";\nexport const act = async (): Promise<keyof Context> => "actor";',
  ],
  [
    "src/web/components/allowed-page.ts",
    'import type { Context } from "#src/services/context.ts";\nexport const seen: keyof Context = "actor";',
  ],
  ["src/debate/allowed.test.ts", 'export { createYahoo } from "#src/market/vendors/yahoo.ts";'],
];

const asks = 'import type { Context } from "../context.ts";\n';

const style: readonly (readonly [path: string, text: string, said: string])[] = [
  ["src/debate/planted-time.ts", "export const at = new Date();", "src/debate/planted-time.ts:1: time is an argument"],
  [
    "src/debate/planted-path.ts",
    '\nexport { systemClock } from "../platform/clock.ts";',
    "src/debate/planted-path.ts:2: another room is imported as #src/room/file.ts",
  ],
  [
    "src/web/actions/planted.ts",
    '"use server";\nexport async function act() {\n  return null;\n}',
    "src/web/actions/planted.ts:2: an action is made by defineAction or formAction",
  ],
  [
    "src/web/components/planted-action.tsx",
    'export const Planted = () => <form action={async () => { "use server"; }} />;',
    "src/web/components/planted-action.tsx:1: actions stand in src/web/actions",
  ],
  ["src/debate/utils.ts", "", "src/debate/utils.ts: a file is named after what it holds"],
  [
    "src/services/planted-anywhere.ts",
    "export const most = 3;",
    "src/services/planted-anywhere.ts: a service stands in the folder of what it is about",
  ],
  [
    "src/services/keys/parts/planted.ts",
    "export const most = 3;",
    "src/services/keys/parts/planted.ts: what is not a verb stands in lib/",
  ],
  ["src/services/keys/planted-rule.ts", "export const plantedRule = 3;", "it exports the function plantedRule and"],
  [
    "src/services/keys/planted-name.ts",
    `${asks}export async function otherName(ctx: Context) {\n  return ctx;\n}`,
    "src/services/keys/planted-name.ts: it exports the function plantedName and",
  ],
  [
    "src/services/keys/planted-pair.ts",
    `${asks}export async function plantedPair(ctx: Context) {\n  return ctx;\n}\nexport const most = 3;`,
    "src/services/keys/planted-pair.ts: it exports the function plantedPair and",
  ],
  [
    "src/services/keys/planted-tools.ts",
    `${asks}export async function plantedTools(tools: Context) {\n  return tools;\n}`,
    "src/services/keys/planted-tools.ts: the first parameter of plantedTools is ctx",
  ],
  [
    "src/services/keys/planted-shape.ts",
    "export async function plantedShape(ctx: { readonly clock: number }) {\n  return ctx;\n}",
    "src/services/keys/planted-shape.ts: the first parameter of plantedShape is ctx",
  ],
  [
    "src/services/keys/planted-long.ts",
    `${asks}export async function plantedLong(ctx: Context, id: string, reason: string) {\n  return [ctx, id, reason];\n}`,
    "src/services/keys/planted-long.ts: plantedLong takes (ctx, input), and no more",
  ],
  [
    "src/services/keys/lib/planted-part.ts",
    `${asks.replace("../", "../../")}export function plantedPart(ctx: Pick<Context, "db">) {\n  return ctx;\n}`,
    "src/services/keys/lib/planted-part.ts: a service asks for a whole context",
  ],
  [
    "src/services/keys/planted-scope.ts",
    `${asks}export async function plantedScope({ actor }: Context) {\n  return actor.scopes.includes("analyses:read");\n}`,
    "src/services/keys/planted-scope.ts: a scope is checked by requireScope",
  ],
];

/** Planted, and of the right shape. */
const shaped: readonly (readonly [path: string, text: string])[] = [
  [
    "src/services/keys/planted-verb.ts",
    `${asks}export interface Planted {\n  readonly id: string;\n}\nexport async function plantedVerb(ctx: Context, { id }: Planted) {\n  return [ctx, id];\n}`,
  ],
  ["src/services/keys/planted-verb.test.ts", "export const most = 3;"],
  ["src/services/keys/lib/planted-table.ts", "export const most = 3;"],
];

let copy = "";

/** All that is planted stands in src/, or is a test that it imports. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "conclave-boundaries-"));
  cpSync(join(project, "src"), join(folder, "src"), {
    recursive: true,
    filter: (path) => !/[\\/]\.next|\.test\.ts$/.test(path),
  });
  cpSync(join(project, "tests/support/archives.ts"), join(folder, "tests/support/archives.ts"));
  for (const file of ["package.json", "tsconfig.json"]) cpSync(join(project, file), join(folder, file));
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
  return folder;
}

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), `${text}\n`);
}

beforeAll(() => {
  copy = copyProject();
});
afterAll(() => rmSync(copy, { recursive: true }));

/* That the project itself breaks no rule is said by `npm run check`, which runs both of them on it. */

describe("the boundary checker", () => {
  test("names every planted violation and nothing that is allowed", () => {
    for (const [path, text] of [...violations, ...allowed]) plant(path, text);
    const { exit, lines } = check("check-boundaries.ts", copy);
    expect(exit).toBe(1);
    for (const [, , said] of violations) expect(lines).toContainEqual(expect.stringContaining(said));
    for (const [path] of allowed)
      expect(lines.filter((line) => line.includes(` ${path} `) && !line.startsWith("no-orphans"))).toEqual([]);
  });

  test("does not pass on a folder in which it sees nothing", () => {
    const empty = mkdtempSync(join(tmpdir(), "conclave-empty-"));
    try {
      mkdirSync(join(empty, "src"));
      expect(check("check-boundaries.ts", empty).exit).not.toBe(0);
      expect(check("check-style.ts", empty)).toEqual({ exit: 1, lines: ["blind: no file was seen"] });
    } finally {
      rmSync(empty, { recursive: true });
    }
  });
});

describe("the style checker", () => {
  test("names every planted violation", () => {
    for (const [path, text] of [...style, ...shaped]) plant(path, text);
    const { exit, lines } = check("check-style.ts", copy);
    expect(exit).toBe(1);
    for (const [, , said] of style) expect(lines).toContainEqual(expect.stringContaining(said));
    for (const [path] of shaped) expect(lines.filter((line) => line.startsWith(`${path}:`))).toEqual([]);
  });
});

describe("the lock checker", () => {
  const whole = { version: "1.2.0", integrity: "sha512-AAAA" };
  const checkLock = (packages: object, npmrc = "omit-lockfile-registry-resolved=true\n") => {
    const folder = emptyFolder();
    writeFileSync(join(folder, ".npmrc"), npmrc);
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: { "": {}, ...packages } }));
    return check("check-lock.ts", folder);
  };

  test("finds nothing in the project, and sees it", () => {
    const { exit, lines } = check("check-lock.ts", project);
    expect(lines).toEqual([expect.stringMatching(/^[1-9]\d{2,} packages, [1-9]\d{2,} optional ones, 0 problems$/)]);
    expect(exit).toBe(0);
  });

  test("names each optional package that the lock lacks, or has in another version", () => {
    const optionalDependencies = {
      "@a/linux": "1.2.0",
      "@a/mac": "1.2.0",
      "@a/windows": "1.2.0",
      caret: "^1.0.0",
      tilde: "~1.1.0",
      zero: "^0.2.0",
      free: ">=1",
    };
    const { exit, lines } = checkLock({
      "node_modules/a": { ...whole, optionalDependencies },
      "node_modules/@a/linux": whole,
      "node_modules/a/node_modules/@a/windows": { ...whole, version: "1.1.9" },
      "node_modules/@a/windows": whole,
      "node_modules/caret": whole,
      "node_modules/tilde": whole,
      "node_modules/zero": { ...whole, version: "0.3.0" },
      "node_modules/free": whole,
      "node_modules/b": whole,
      "node_modules/b/node_modules/c": { ...whole, optionalDependencies: { "@a/linux": "1.2.0", "@a/mac": "1.2.0" } },
    });
    expect(lines).toEqual([
      "node_modules/a: wants @a/mac 1.2.0, which the lock lacks",
      "node_modules/a: wants @a/windows 1.2.0, and the lock has 1.1.9",
      "node_modules/a: wants free >=1, a range that this check cannot read",
      "node_modules/a: wants tilde ~1.1.0, and the lock has 1.2.0",
      "node_modules/a: wants zero ^0.2.0, and the lock has 0.3.0",
      "node_modules/b/node_modules/c: wants @a/mac 1.2.0, which the lock lacks",
      "10 packages, 9 optional ones, 6 problems",
    ]);
    expect(exit).toBe(1);
  });

  test("names each package that is tied to a registry or has no hash, and an .npmrc that would tie them all", () => {
    const { exit, lines } = checkLock(
      {
        "node_modules/a": { ...whole, resolved: "https://registry.example/a/-/a-1.2.0.tgz" },
        "node_modules/b": { version: "1.2.0" },
        "node_modules/b/node_modules/within": { version: "1.2.0", inBundle: true },
      },
      "save-exact=true\n",
    );
    expect(lines).toEqual([
      ".npmrc: lacks omit-lockfile-registry-resolved=true",
      "node_modules/a: names a registry",
      "node_modules/b: has no hash",
      "3 packages, 0 optional ones, 3 problems",
    ]);
    expect(exit).toBe(1);
  });

  test("does not pass on a lock in which it sees nothing", () => {
    expect(checkLock({})).toEqual({
      exit: 1,
      lines: ["blind: no package was seen", "0 packages, 0 optional ones, 1 problems"],
    });
  });
});
