import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { HealthReport } from "#src/contract/api/site-routes.ts";
import { ask } from "#tests/support/api-client.ts";
import { startService } from "#tests/support/service-process.ts";
import { freePorts, until } from "#tests/support/up-process.ts";

const main = join(import.meta.dirname, "../../src/cli/main.js");

/** Somebody listens there for the length of the test: we, or whoever has the port already. */
async function take(port: number, answer: (server: Server) => void = () => {}): Promise<void> {
  const server = createServer();
  answer(server);
  const listening = new Promise<void>((resolve) =>
    server.once("error", () => resolve()).listen(port, "127.0.0.1", resolve),
  );
  await listening;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
}

async function isWell(url: string): Promise<void> {
  await until(async () => HealthReport.parse((await ask(url, "GET", "/api/health")).body).status === "ok");
}

test("with 3001, 3002 and 3003 taken, two services of different PORT and home stand beside each other", async () => {
  await Promise.all([3001, 3002, 3003].map((port) => take(port)));
  const services = await Promise.all([startService({}), startService({})]);
  await Promise.all(services.map(({ url }) => isWell(url)));
  const metrics = services.map((service) =>
    /Metrics +(http:\S+)\/metrics \(front door\), (http:\S+)\/metrics/.exec(service.said()),
  );
  const all = metrics.flatMap((found) => found?.slice(1) ?? []);
  expect(new Set(all).size).toBe(4);
  for (const base of all) expect((await fetch(`${base}/metrics`)).status).toBe(200);
  expect(all.join(" ")).not.toMatch(/:300[123]\b/);
  for (const service of services) expect(await service.stop()).toBe(0);
});

async function startOn(
  env: Readonly<Record<string, string>>,
  ...flags: readonly string[]
): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, [main, "up", "--no-web", ...flags], {
    env: { PATH: process.env["PATH"], CONCLAVE_HOME: "/nonexistent/never-made", ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, said };
}

test("a PORT that is taken: by whom it could be, and what to do", async () => {
  const [program, conclave] = await freePorts();
  await take(program, (server) => server.on("request", (_request, response) => void response.end("hello")));
  const report: HealthReport = {
    status: "ok",
    checks: { database: { status: "not_configured" }, signalEngine: { status: "not_configured" } },
  };
  await take(conclave, (server) =>
    server.on("request", (_request, response) => void response.end(JSON.stringify(report))),
  );
  const [one, other] = await Promise.all([startOn({ PORT: String(program) }), startOn({ PORT: String(conclave) })]);
  expect(one.code).toBe(2);
  expect(one.said).toContain(`PORT: port ${program} of 127.0.0.1 is in use by another program`);
  expect(one.said).toMatch(/start on another port: PORT=\d+ npm start/);
  expect(other.code).toBe(2);
  expect(other.said).toContain(`PORT: port ${conclave} of 127.0.0.1 is in use by another Conclave`);
});

test("an inner port that was set and is taken: leave it out", async () => {
  const [port, taken] = await freePorts();
  await take(taken);
  const { code, said } = await startOn({ PORT: String(port) }, "--internal", String(taken));
  expect(code).toBe(2);
  expect(said).toContain(`--internal: port ${taken} of 127.0.0.1 is in use by another program`);
  expect(said).toContain("leave out --internal to use a free port");
});
