import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, request as passOn } from "node:http";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { ModelProbe } from "#src/contract/jobs/model-checks.ts";
import { askingModel, conclaveHome } from "#tests/support/conclave.ts";
import { startModelServer } from "#tests/support/model-server.ts";

const demo = ["analyze", "DEMO", "--date", "2019-06-03"];
const main = join(import.meta.dirname, "../../src/cli/main.js");
const script = "/usr/bin/script";

/** Runs the command line in a terminal of its own (util-linux's script gives it one). */
async function inTerminal(env: Readonly<Record<string, string>>, columns: number, args: readonly string[]) {
  const { home } = conclaveHome();
  const command = `stty cols ${columns} rows 20; exec ${[process.execPath, main, ...args].join(" ")}`;
  const child = spawn(script, ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd: home,
    env: { PATH: process.env["PATH"] ?? "", TERM: "xterm-256color", HOME: home, CONCLAVE_HOME: home, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let screen = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (screen += text));
  const [code] = await once(child, "close");
  return { code, screen };
}

describe.skipIf(!existsSync(script))("in a terminal", () => {
  test("agents are shown while they speak, in colour, and the outcome keeps to the width", async () => {
    const { code, screen } = await inTerminal({ SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9" }, 60, demo);
    expect(code).toBe(0);
    expect(screen).toContain("\u001B[32m✓\u001B[39m Portfolio manager");
    expect(screen).toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
    // The cursor is hidden while the view is redrawn, and there again at the end.
    expect(screen.lastIndexOf("\u001B[?25h")).toBeGreaterThan(screen.lastIndexOf("\u001B[?25l"));
    const lines = stripVTControlCharacters(screen).split(/\r?\n/);
    const rating = lines.findIndex((line) => line.startsWith("Rating"));
    expect(rating).toBeGreaterThan(0);
    for (const line of lines.slice(rating).filter((one) => !one.startsWith("Report")))
      expect(line.length, line).toBeLessThanOrEqual(60);
  });

  test("NO_COLOR is heeded", async () => {
    const { screen } = await inTerminal({ SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9", NO_COLOR: "1" }, 80, demo);
    expect(screen).toContain("✓ Portfolio manager");
    expect(screen).not.toMatch(/\u001B\[[0-9;]*m/);
  });
});

test("in a pipe there is a line for each agent, and nothing that a terminal would obey", async () => {
  const { err, out } = await conclaveHome().run(...demo);
  expect(err + out).not.toContain("\u001B");
  const names = err.split("\n").map((line) => line.slice(0, 24).trim());
  for (const name of ["Market analyst", "Bull", "Research manager", "Portfolio manager"])
    expect(names.filter((one) => one === name)).toHaveLength(1);
});

test("a reader that stops reading is no failure, and a run goes on without one", async () => {
  const cli = conclaveHome();
  const help = cli.start("--help");
  help.child.stdout?.destroy();
  expect(await help.ended).toMatchObject({ code: 0, err: "" });
  const run = cli.start(...demo, "--out", "report");
  run.child.stderr?.destroy();
  expect(await run.ended).toMatchObject({ code: 0, out: expect.stringMatching(/^Rating/) });
});

test("a local Ollama argues when nothing else is configured, and the first line says so", async () => {
  const model = await startModelServer();
  // Ollama lists its models beside the OpenAI-compatible API; what embeds cannot argue.
  const tags = JSON.stringify({
    models: [{ name: "nomic-embed-text" }, { name: "llama-test", details: { family: "llama" } }],
  });
  const ollama = createServer((request, response) => {
    if (request.url === "/api/tags") return void response.setHeader("content-type", "application/json").end(tags);
    const passed = passOn(new URL(request.url ?? "", model.url), { method: request.method, headers: request.headers });
    passed.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  ollama.listen(0, "127.0.0.1");
  await once(ollama, "listening");
  onTestFinished(async () => {
    ollama.close();
    await model.close();
  });
  const address = ollama.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const { code, err } = await conclaveHome({ SERVICE_LLM_BASE_URL: `ollama=http://127.0.0.1:${address.port}` }).run(
    ...demo,
  );
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(err.split("\n")[0]).toContain("reasoner: ollama llama-test");
  expect(model.calls.map((call) => call.model)).toContain("llama-test");
});

describe("doctor", () => {
  test("says of a symbol which evidence there is, and asks nobody for it", async () => {
    const cli = conclaveHome({ SERVICE_ONLINE_TOOLS: "false" });
    const { code, out } = await cli.call("doctor", "demo");
    expect(code).toBe(0);
    expect(out).toContain("evidence on DEMO");
    expect(out).toMatch(/Prices +1,006 records from 2016-01-04 to 2019-12-31, from archive demo/);
    expect(out).toMatch(/Economic figures +none/);
    expect(await cli.call("doctor", "NOBODY", "--json")).toMatchObject({ code: 1 });
    expect(await cli.call("doctor", "^^^")).toMatchObject({ code: 2 });
  });

  test("without keys says what each would take, and that rules will be used", async () => {
    const { code, out } = await conclaveHome().call("doctor");
    expect(code).toBe(0);
    expect(out).toMatch(/· openai +needs a key: set OPENAI_API_KEY/);
    expect(out).toMatch(/→ will be used +rules/);
    expect(out).toMatch(/· finnhub +set finnhub=KEY in MARKET_ACCESS/);
  });

  test("with keys names who will be used, and shows none of them", async () => {
    const keys = {
      ANTHROPIC_API_KEY: "sk-ant-0123456789",
      MARKET_ACCESS: "fred=fred-0123456789",
      AWS_REGION: "eu-central-1",
    };
    const { code, out, err } = await conclaveHome(keys).call("doctor");
    expect(code).toBe(0);
    expect(out).toMatch(/✓ anthropic +has a key/);
    expect(out).toMatch(/→ will be used +anthropic: /);
    expect(out).toMatch(/→ macro +fred/);
    for (const secret of [keys.ANTHROPIC_API_KEY, "fred-0123456789"]) expect(out + err).not.toContain(secret);
  });

  test("a configured provider that cannot be asked is a finding and exit code 1", async () => {
    const cli = conclaveHome({ SERVICE_LLM_PROVIDER: "openai", MARKET_ARCHIVES: "/nowhere/at/all" });
    const { code, out } = await cli.call("doctor", "--json");
    expect(code).toBe(1);
    const failed = JSON.parse(out).findings.filter(({ ok }: { ok: boolean | null }) => ok === false);
    expect(failed.map(({ name }: { name: string }) => name)).toEqual(["will be used", "archive", "will be used"]);
  });

  test("asks no model unless it is told to, and then says what each has, lacks and costs", async () => {
    const model = await startModelServer({
      plan: ({ body }) =>
        body["tools"] === undefined
          ? { kind: "answer" }
          : { kind: "status", status: 400, message: "this model does not support tools" },
    });
    const cli = conclaveHome(askingModel(model.url));
    await cli.call("doctor");
    expect(model.calls).toHaveLength(0);
    const { code, out, err } = await cli.call("doctor", "--ask", "--budget-usd", "0.30");
    expect(code).toBe(0);
    expect(err).toBe("Testing the configured models, for at most $0.30 each…\n");
    for (const name of ["deep", "quick"]) expect(out).toMatch(new RegExp(`^openai-compatible: ${name}$`, "m"));
    expect(out).toMatch(/✓ agent's turn +\d+ words, score 1, \d points/);
    expect(out).toMatch(/✗ tools +the server refuses tools\n +Analysts make no look-ups.*\n +vLLM: --enable-auto-tool/);
    expect(out).toMatch(/The server refuses tools, so these are not sent\./);
    expect(out).toMatch(/3 calls, [\d,]+ tokens in, [\d,]+ out: \$0\.\d+ of \$0\.30/);
    // Two short calls and a turn of each; tools were refused once and the call repeated without them.
    expect(model.calls).toHaveLength(8);
    await model.close();
  });

  test("says that a model cannot be used, in the exit code as well", async () => {
    const model = await startModelServer({ plan: () => ({ kind: "status", status: 401 }) });
    const cli = conclaveHome(askingModel(model.url));
    const { code, out } = await cli.call("doctor", "--ask", "--json");
    expect(code).toBe(1);
    const { models } = z.object({ models: z.array(ModelProbe) }).parse(JSON.parse(out));
    expect(models.map(({ model: name, is_usable }) => [name, is_usable])).toEqual([
      ["deep", false],
      ["quick", false],
    ]);
    await model.close();
    expect(await conclaveHome().call("doctor", "--ask")).toMatchObject({
      code: 2,
      err: expect.stringContaining("no language model is configured"),
    });
    expect(await conclaveHome().call("doctor", "--budget-usd", "1")).toMatchObject({ code: 2 });
  });
});
