import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

/* The guard is proven on a test suite of its own, run by another vitest: there its complaints are results. */

const project = join(import.meta.dirname, "../..");

const config = `export default { test: {
  include: ["*.test.mjs"],
  setupFiles: [${JSON.stringify(join(project, "tests/support/guard.ts"))}],
} };`;

const cases = `
import dns from "node:dns";
import { lookup } from "node:dns/promises";
import http from "node:http";
import net from "node:net";
import tls from "node:tls";
import { expect, test, vi } from "vitest";

const quiet = (socket) => new Promise((done) => socket.on("error", () => {}).on("close", done));
test("socket by port and host", () => quiet(net.connect(9, "192.0.2.1")));
test("socket by options", () => quiet(new net.Socket().connect({ port: 9, host: "192.0.2.1" })));
test("tls", () => quiet(tls.connect({ port: 443, host: "example.invalid" })));
test("http", () => quiet(http.get("http://example.invalid/")));
test("fetch", () => fetch("https://example.invalid/").catch(() => {}));
test("look-up", () => lookup("example.invalid").catch(() => {}));
test("look-up with a callback", () => { try { dns.lookup("example.invalid", () => {}); } catch {} });
test("console.error", () => console.error("odd", { a: 1 }));
test("console.warn", () => console.warn("odd"));

test("loopback is open", async () => {
  const server = http.createServer((_, answer) => answer.end("here"));
  for (const host of ["127.0.0.1", "localhost"]) {
    await new Promise((done) => server.listen(0, host, done));
    const { port } = server.address();
    expect(await (await fetch(\`http://\${host}:\${port}/\`)).text()).toBe("here");
    await new Promise((done) => { const socket = net.connect(port, () => { socket.destroy(); done(); }); socket.on("error", done); });
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});
test("console.log is open", () => console.log("fine"));
test("an expected console.error is open", () => {
  const spy = vi.spyOn(console, "error").mockImplementation(() => {});
  console.error("expected");
  expect(spy).toHaveBeenCalledWith("expected");
  spy.mockRestore();
});
`;

const rejecting = `
import { expect, test } from "vitest";
test("forgets a promise", async () => {
  Promise.reject(new Error("nobody waits for me"));
  await new Promise((done) => setTimeout(done, 20));
  expect(1).toBe(1);
});`;

const loud = `
import { test } from "vitest";
console.error("while the file is loaded");
test("is quiet itself", () => {});`;

const Results = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

let folder = "";
let run: { exit: number | null; output: string; results: z.infer<typeof Results> };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-guard-"));
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "vitest.config.mjs"), config);
  writeFileSync(join(folder, "cases.test.mjs"), cases);
  writeFileSync(join(folder, "rejecting.test.mjs"), rejecting);
  writeFileSync(join(folder, "loud.test.mjs"), loud);
  const vitest = join(project, "node_modules/vitest/vitest.mjs");
  const args = ["run", "--root", folder, "--reporter=default", "--reporter=json", "--outputFile.json=results.json"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, ...args], { cwd: folder, encoding: "utf8" });
  const results = Results.parse(JSON.parse(readFileSync(join(folder, "results.json"), "utf8")));
  run = { exit: status, output: stdout + stderr, results };
});
afterAll(() => rmSync(folder, { recursive: true }));

function resultOf(title: string) {
  const all = run.results.testResults.flatMap(({ assertionResults }) => assertionResults);
  const found = all.find((result) => result.title === title);
  if (found === undefined) throw new Error(`no result of "${title}":\n${run.output}`);
  return { status: found.status, why: (found.failureMessages ?? []).join("\n") };
}

describe("the guard of all tests", () => {
  test.each([
    ["socket by port and host", "connection to 192.0.2.1"],
    ["socket by options", "connection to 192.0.2.1"],
    ["tls", "connection to example.invalid"],
    ["http", "connection to example.invalid"],
    ["fetch", "connection to example.invalid"],
    ["look-up", "look-up of example.invalid"],
    ["look-up with a callback", "look-up of example.invalid"],
    ["console.error", "console.error: odd { a: 1 }"],
    ["console.warn", "console.warn: odd"],
  ])("fails a test for %s, also when the test swallows it", (title, why) => {
    expect(resultOf(title)).toEqual({ status: "failed", why: expect.stringContaining(why) });
  });

  test.each(["loopback is open", "console.log is open", "an expected console.error is open"])("%s", (title) => {
    expect(resultOf(title)).toEqual({ status: "passed", why: "" });
  });

  test("a rejection that nobody handles fails the run", () => {
    expect(resultOf("forgets a promise").status).toBe("passed");
    expect(run.exit).not.toBe(0);
    expect(run.output).toContain("nobody waits for me");
    expect(run.results.success).toBe(false);
  });

  test("an outcry while a file is loaded fails the file", () => {
    expect(resultOf("is quiet itself").status).toBe("failed");
  });
});
