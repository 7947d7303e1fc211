import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { readSettings } from "#src/core/config/config.ts";
import { variableNames } from "#src/core/config/variables.ts";
import { startApp, startPatienceMs, type StartedApp } from "#tests/support/app.ts";
import { checkTypes, installTypescript, printed, root } from "#tests/support/client-packages.ts";
import { emptyFolder } from "#tests/support/empty-folder.ts";
import { newPerson } from "#tests/support/visitor.ts";
import { layBench, pages, snippetsOf, type Bench, type Snippet } from "#tests/support/snippets.ts";

/* Each code block of README, docs, help and the clients' pages, run as it stands, page by page, from top to bottom. */

const patienceMs = 240_000;
const blocks = pages.flatMap(snippetsOf);

/** Lines of shell that do not run here, and where what they say is tried instead. Each must stand on a page. */
const elsewhere: readonly (readonly [line: RegExp, reason: string])[] = [
  [/^npm (?:start|test)|^PORT=3100 npm start|^npx conclave up --no-web/, "other tests start the whole service"],
  [/^npm run (?:test:all|test:mutations)|^npm test --|^npx vitest/, "tests do not run tests"],
  [/^docker /, "tests/contract/compose.full.test.ts, without Docker"],
  [/^(?:kubectl|sudo) |^cp deploy\/kubernetes/, "changes a cluster or this machine"],
  [/^promtool /, "tests/conformance/deploy.test.ts, where promtool is there"],
  [/^claude mcp add/, "the assistant is not on this machine"],
  [/(?:analyze|memory) (?:AAPL|BTC-USD)\b/, "asks online vendors, or a model that costs money"],
  [/^npx conclave doctor --ask/, "asks the models in use"],
  [/conclave\.example/, "a server of somebody's"],
  [/^npx conclave verify .*--key /, "a key of another machine"],
  [/^npx conclave proof-keys revoke ID/, "src/cli/commands/proof-keys.test.ts"],
  [/^npx conclave portfolios /, "asks on a terminal: src/cli/commands/portfolios.test.ts"],
  [/^npx conclave archive import/, "asks on a terminal: src/cli/commands/archive.test.ts"],
  [/conclave service restore (?!\S+ --check)/, "tests/fault/backup.full.test.ts: it needs an empty database"],
  [/^(?:pg_|touch "\$PGDATA|xxd |openssl ts|ots )/, "recipes of PostgreSQL, OpenSSL and OpenTimestamps"],
  [/^DATABASE_\w+=postgres:\/\/\w+@db\.example/, "a database of somebody's"],
  [/^(?:pip |openapi-python-client|npx @openapitools|printf 'content_type)/, "npm run test:clients"],
  [/^(?:npm install|cd clients\/typescript && npm pack)/, "tests/e2e/client-packages.full.test.ts"],
];
/** Statuses that a page shows on purpose. */
const shown: Readonly<Record<string, readonly string[]>> = { "content/help/api-validation.md": ["422"] };

let app: StartedApp;
let key: string;
let made: { readonly webhook: string; readonly run: string; readonly backtest: string };
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOW_PRIVATE: "true" });
  key = (await app.run("keys", "create", "--owner", "reader", "--plan", "elite")).trim();
  for (const email of ["you@example.org", "ann@example.com"]) await newPerson(app, email);
  const webhook = await post("webhooks", { url: "https://example.com/hook", events: ["analysis.succeeded"] });
  const run = folderIn(await app.run("analyze", "DEMO", "--date", "2019-05-01", "--reasoner", "rules"));
  const dates = ["--from", "2018-01-02", "--to", "2018-06-29", "--every", "10d"];
  const backtest = folderIn(await app.run("backtest", "--symbols", "DEMO", ...dates, "--reasoner", "rules"));
  made = { webhook, run, backtest };
}, startPatienceMs);
afterAll(() => app.stop());

async function post(path: string, body: unknown): Promise<string> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const answer = await fetch(`${app.url}/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}

function folderIn(said: string): string {
  const found = /\/\S*conclave-app-\S+\/(?:runs|backtests)\/[\w.-]+/.exec(said)?.[0];
  if (found === undefined) throw new Error(`no folder in ${said}`);
  return found;
}

/** One that has ended well. */
async function analysis(): Promise<string> {
  const id = await post("analyses", { ticker: "DEMO", trade_date: "2019-06-03" });
  await fetch(`${app.url}/v1/analyses/${id}?wait=30`, { headers: { "x-api-key": key } });
  return id;
}

async function bench(page: string): Promise<Bench> {
  const folder = emptyFolder();
  for (const name of ["RUN", "RESULT", "BACKTEST"])
    symlinkSync(name === "RUN" ? made.run : made.backtest, join(folder, name));
  const speaksOfOne = blocks.some((block) => block.page === page && /\bID\b/.test(block.text));
  const ID = page.endsWith("account-webhooks.md") ? made.webhook : speaksOfOne ? await analysis() : undefined;
  const env = { ...app.environment, CONCLAVE_URL: app.url, CONCLAVE_API_KEY: key, ...(ID !== undefined && { ID }) };
  return layBench(folder, { url: app.url, env });
}

/** What a command said, on both streams, and how it ended. */
async function ran(bench: Bench, [command = "", ...args]: readonly string[]) {
  const options = { cwd: bench.folder, env: bench.env, maxBuffer: 64 * 1_048_576, timeout: patienceMs };
  const ended = promisify(execFile)(command, args, options);
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, said: `${stdout}${stderr}` }),
    (error: unknown) => ({ code: 1, said: String(Object.values(Object(error)).join("\n")) }),
  );
}

/** Shell that sets variables and does nothing else. */
const settings = (text: string): boolean =>
  text.split("\n").every((line) => /^(?:[A-Z_]+=(?:"[^"]*"|'[^']*'|\S*)|#.*|)$/.test(line));

function runnable(text: string): string {
  const whole = text.replaceAll(/\\\n\s*/g, " ").split("\n");
  return whole.filter((line) => !elsewhere.some(([pattern]) => pattern.test(line))).join("\n");
}

const pagesWith = (language: string): [page: string, blocks: Snippet[]][] =>
  pages.flatMap((page) => {
    const found = blocks.filter((block) => block.page === page && block.language === language);
    return found.length === 0 ? [] : [[page, found]];
  });

describe("shell", () => {
  const shell = pagesWith("sh")
    // Run by the test of that page.
    .filter(([page]) => page !== "docs/curl.md")
    .map(([page, all]) => [page, all.filter(({ text }) => !settings(text))] as const)
    .filter(([, all]) => all.some(({ text }) => /\S/.test(runnable(text))));

  test.each(shell)("%s", { timeout: patienceMs }, async (page, all) => {
    const at = await bench(page);
    const script = ["set -eo pipefail", ...all.map(({ text }) => at.here(runnable(text)))].join("\n");
    writeFileSync(join(at.folder, "page.sh"), script);
    const { code, said } = await ran(at, ["bash", "page.sh"]);
    expect(code, said.slice(-4000)).toBe(0);
    const statuses = [...said.matchAll(/\[status (\d+)\]/g)].map(([, status = ""]) => status);
    expect(statuses.filter((status) => Number(status) >= 400)).toEqual(shown[page] ?? []);
  });

  test("settings are Conclave's own, and may have these values", () => {
    const found = pagesWith("sh").flatMap(([, all]) => all.filter(({ text }) => settings(text)));
    expect(found.length).toBeGreaterThan(5);
    for (const { page, text } of found) {
      const env = Object.fromEntries(
        [...text.matchAll(/^([A-Z_]+)=(?:"(.*)"|'(.*)'|(.*))$/gm)].map(([, name = "", ...forms]) => [
          name,
          // Of a secret only its place is shown.
          (forms.find((form) => form !== undefined) ?? "").replace("…", "0123456789abcdef"),
        ]),
      );
      expect(Object.keys(env).filter((name) => !variableNames.includes(name))).toEqual([]);
      expect(() => readSettings(env), page).not.toThrow();
    }
  });

  test("nothing is left out that does not stand on a page", () => {
    const lines = blocks.filter(({ language }) => language === "sh").flatMap(({ text }) => text.split("\n"));
    expect(elsewhere.filter(([pattern]) => !lines.some((line) => pattern.test(line)))).toEqual([]);
  });
});

describe("TypeScript", () => {
  let installed: string;
  beforeAll(async () => {
    installed = mkdtempSync(join(tmpdir(), "conclave-test-"));
    await installTypescript(installed);
    symlinkSync(join(root, "node_modules/standardwebhooks"), join(installed, "node_modules/standardwebhooks"));
    writeFileSync(join(installed, "ends.mjs"), ends);
  }, patienceMs);
  afterAll(() => rmSync(installed, { recursive: true }));
  /** Servers of examples take any port, and the program ends all the same. */
  const ends = `import { Server } from "node:net";
    const listen = Server.prototype.listen;
    Server.prototype.listen = function () { return listen.call(this, 0, "127.0.0.1").unref(); };`;

  test.each(pagesWith("ts"))("%s", { timeout: patienceMs }, async (page, all) => {
    const { here, env } = await bench(page);
    const file = `${page.replaceAll(/\W/g, "-")}.ts`;
    writeFileSync(join(installed, file), here(all.map(({ text }) => text).join("\n")));
    const own = { ...env, CONCLAVE_WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" };
    const program = [process.execPath, "--import", "./ends.mjs", file];
    await expect(printed(installed, program, own)).resolves.toEqual(expect.any(String));
    if (all.some(({ text }) => text.includes("@conclave/client"))) await checkTypes(installed, file);
  });
});

const python = spawnSync("python3", ["-c", "import httpx, pydantic, requests, typing_extensions"]).status === 0;
const note = python ? "" : " (skipped: python3 with httpx, pydantic and requests not found)";

describe.skipIf(!python)(`Python${note}`, () => {
  test.each(pagesWith("python"))("%s", { timeout: patienceMs }, async (page, all) => {
    const at = await bench(page);
    // A server that waits for ever, and a stream that never ends.
    const kept = all.filter(({ text }) => !/flask|signals\.stream/.test(text));
    writeFileSync(join(at.folder, "page.py"), at.here(kept.map(({ text }) => text).join("\n")));
    const env = { ...at.env, PYTHONPATH: join(root, "clients/python/src") };
    const { code, said } = await ran({ ...at, env }, ["python3", "page.py"]);
    expect(code, said.slice(-4000)).toBe(0);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("JSON can be read, and TOML where Python is there", () => {
  for (const { page, text } of blocks.filter(({ language }) => language === "json"))
    expect(isJson(text), page).toBe(true);
  for (const { page, text } of blocks.filter(({ language }) => language === "jsonl"))
    for (const line of text.trim().split("\n")) expect(isJson(line), page).toBe(true);
  for (const { page, text } of blocks.filter(({ language }) => language === "toml")) {
    const { status, error } = spawnSync("python3", ["-c", "import sys, tomllib; tomllib.loads(sys.stdin.read())"], {
      input: text,
    });
    if (error === undefined) expect(status, page).toBe(0);
  }
});
