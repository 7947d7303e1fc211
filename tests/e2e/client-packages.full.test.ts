import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import { blocksOf, checkTypes, dayOf, installTypescript, printed, root } from "#tests/support/client-packages.ts";
import { emptyFolder } from "#tests/support/empty-folder.ts";
import { sharedApp } from "#tests/support/shared-app.ts";

/* A stranger with nothing but the packages, or curl, and a key. The long day is in tests/clients. */

/** Processes of others: a package manager, a compiler, Python, a shell. */
const patienceMs = 180_000;

let app: App;
beforeAll(async () => {
  app = await sharedApp();
}, startPatienceMs);

/** Where the service is, and a new customer's key. */
async function given(owner: string): Promise<Record<string, string>> {
  const key = await app.run("keys", "create", "--owner", owner, "--plan", "elite");
  return { CONCLAVE_URL: app.url, CONCLAVE_API_KEY: key.trim(), DAY_LINES: "3" };
}

/** What a day must come to, in whatever language. */
const day = expect.objectContaining({
  batch: { status: "succeeded", succeeded: 3, ratings: expect.any(Object) },
  stream: expect.objectContaining({ status: "succeeded" }),
  report: expect.objectContaining({ pdf: expect.any(Number) }),
  rerun: expect.objectContaining({ status: "succeeded" }),
  list: { instruments: 2, next: expect.arrayContaining(["DEMO"]), gone: true },
  backtest: expect.objectContaining({ status: "succeeded" }),
  record: expect.objectContaining({ head: expect.any(Number) }),
  usage: expect.objectContaining({ jobs: expect.objectContaining({ succeeded: 5, failed: 0 }) }),
});

test(
  "@conclave/client is packed, installed in an empty folder, typed, and spends a day there",
  { timeout: patienceMs },
  async () => {
    const folder = emptyFolder();
    const paths = await installTypescript(folder);
    expect(paths).toEqual(expect.arrayContaining(["LICENSE", "README.md", "dist/main.js", "dist/main.d.ts"]));
    expect(paths.filter((path) => /\.test\.|(?<!\.d)\.ts$/.test(path))).toEqual([]);
    cpSync(join(root, "clients/typescript/examples/day.ts"), join(folder, "day.ts"));
    await checkTypes(folder, "day.ts");
    const env = await given("day-typescript");
    expect(dayOf(await printed(folder, [process.execPath, "day.ts"], env))).toEqual(day);
  },
);

const libraries = spawnSync("python3", ["-c", "import httpx, pydantic, typing_extensions"]).status === 0;
const note = libraries
  ? ""
  : " (skipped: python3 with httpx and pydantic not found; npm run test:clients installs them)";

test.skipIf(!libraries)(
  `conclave-client passes its own tests, and spends a day${note}`,
  { timeout: patienceMs },
  async () => {
    const python = join(root, "clients/python");
    const PYTHONPATH = `${join(python, "src")}:${join(python, "tests")}`;
    const bare = { PYTHONPATH, PYTHONDONTWRITEBYTECODE: "1" };
    await printed(python, ["python3", "-m", "unittest", "discover", "-s", "tests"], bare);
    const env = { ...bare, ...(await given("day-python")) };
    expect(dayOf(await printed(emptyFolder(), ["python3", join(python, "examples/day.py")], env))).toEqual(day);
  },
);

test("the commands of docs/curl.md do what they say, from top to bottom", { timeout: patienceMs }, async () => {
  const folder = emptyFolder();
  const blocks = blocksOf("docs/curl.md", "sh");
  expect(blocks.length).toBeGreaterThan(10);
  writeFileSync(join(folder, "page.sh"), ["set -euo pipefail", ...blocks, "echo; echo $SECRET"].join("\n"));
  const said = await printed(folder, ["bash", "page.sh"], await given("curl"));
  const [, signature, secret = ""] = /(v1,\S{44})\n\n(whsec_\S+)\n$/.exec(said) ?? [];
  const signed = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"));
  expect(signature).toBe(`v1,${signed.update('msg_1.1795249270.{"type":"analysis.succeeded"}').digest("base64")}`);
  for (const told of ['"llm_provider":"rules"', "event: job.succeeded", '"custom_id":"b"', '"name":"Renamed"'])
    expect(said).toContain(told);
});
