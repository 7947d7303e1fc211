import { spawn } from "node:child_process";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startPatienceMs } from "#tests/support/app.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { callAction, startPages, type Pages } from "#tests/support/built-pages.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { testSecret } from "#tests/support/database.ts";
import { rawHttp, rawRequest } from "#tests/support/raw-http.ts";
import { confirmedUser } from "#tests/support/sign-in.ts";
import { freePorts, until } from "#tests/support/up-process.ts";

/* The listeners that are not for people, as real processes: nobody gets around the front door by them. */

const publicUrl = "http://conclave.example";
const main = join(import.meta.dirname, "../../src/cli/main.js");

let testApp: TestApp;
let local: Pages;
let reached: Pages;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  local = await startPages(testApp);
  reached = await startPages(testApp, { PUBLIC_URL: publicUrl, TRUSTED_PROXIES: "127.0.0.1" });
  door = await testApp.open({ access: { open: false, loopback: true }, webUrl: local.url });
}, startPatienceMs);
afterAll(async () => {
  local.stop();
  reached.stop();
  await testApp.drop();
});

describe("an upload", () => {
  const mb = 1_048_576;
  test.each<[action: string, field: string, bytes: number, expected: number | RegExp]>([
    ["account.uploadAvatar", "picture", 5 * mb + 1000, /5 MB/],
    ["account.uploadAvatar", "picture", 5 * mb + 60_000, /5 MB/],
    ["account.uploadAvatar", "picture", 5 * mb + 70_000, 413],
    ["account.uploadAvatar", "picture", 30 * mb, 413],
    ["backtests.uploadBacktestFile", "result", 4 * mb, /JSON/],
    ["backtests.uploadBacktestFile", "result", 4 * mb + 1, /too large/],
    ["account.saveName", "name", 5 * mb + 60_000, /name/i],
  ])("%s with %s of %i bytes says what is wrong, and never fails", async (name, field, bytes, expected) => {
    const browser = await confirmedUser(testApp, door, `${field}-${bytes}@example.test`);
    const action = local.actions.get(name);
    if (action === undefined) throw new Error("no page has the action");
    const form = new FormData();
    form.set(field, field === "name" ? "x".repeat(bytes) : new File([Buffer.alloc(bytes, 7)], "file"));
    const answer = callAction(door.url, browser, action, form);
    if (typeof expected === "number") await expect(answer).rejects.toThrow(`answered ${expected}`);
    else expect(await answer).toEqual({ ok: false, kind: "invalid_input", message: expect.stringMatching(expected) });
  });
});

describe("the mailbox for development", () => {
  test("is there for the machine itself, and nowhere else", async () => {
    expect((await fetch(`${door.url}/dev/mail`)).status).toBe(200);
    const far = await testApp.open({
      access: { open: false, loopback: true },
      webUrl: reached.url,
      surroundings: { publicUrl, trustedProxies: ["127.0.0.1"], development: false },
    });
    for (const path of ["/dev/mail", "/%64ev/mail", "/dev/pay"])
      expect((await openBrowser(far.url).get(path)).status, path).toBe(404);
    const open = await testApp.open({ access: { open: true, loopback: false }, webUrl: local.url });
    expect((await fetch(`${open.url}/dev/mail`)).status).toBe(403);
  });
});

describe("with HOST=0.0.0.0", () => {
  /** One role on all interfaces; 127.0.0.2 is this machine too, and no address that a loopback bind answers at. */
  async function start(
    role: "http" | "worker" | "web",
    internal: string,
    env: Record<string, string> = {},
  ): Promise<{ said(): string }> {
    const child = spawn(process.execPath, [main, role, "--internal", internal], {
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: testApp.url,
        AUTH_SECRET: testSecret,
        HOST: "0.0.0.0",
        SERVICE_LLM_PROVIDER: "rules",
        SERVICE_ONLINE_TOOLS: "false",
        SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    await until(() => /front door ready|worker ready|pages ready/.test(text) || child.exitCode !== null);
    return { said: () => text };
  }

  const reaches = (port: number, host: string): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, host, () => {
        socket.destroy();
        resolve(true);
      });
      socket.once("error", () => resolve(false));
    });

  test("only the front door listens for others; health, figures and pages stay on the machine", async () => {
    const [port, metrics, worker] = await freePorts();
    const [web] = await freePorts();
    await start("http", String(metrics), { PORT: String(port) });
    await start("worker", String(worker));
    await start("web", String(web));
    for (const [name, at, outside] of [
      ["front door", port, true],
      ["its figures", metrics, false],
      ["worker", worker, false],
      ["pages", web, false],
    ] as const) {
      expect([name, await reaches(at, "127.0.0.1")]).toEqual([name, true]);
      expect([name, await reaches(at, "127.0.0.2")]).toEqual([name, outside]);
    }
  });

  test("--internal opens them, and the figures then ask for a token", async () => {
    const [port, metrics] = await freePorts();
    const { said } = await start("http", `0.0.0.0:${metrics}`, {
      PORT: String(port),
      METRICS_TOKEN: "token-for-the-figures",
      SERVICE_AUTH: "open",
    });
    const figures = (headers: Record<string, string>) => fetch(`http://127.0.0.2:${metrics}/metrics`, { headers });
    expect((await figures({})).status).toBe(401);
    expect((await figures({ authorization: "Bearer a-token" })).status).toBe(401);
    expect((await figures({ authorization: "Bearer token-for-the-figures" })).status).toBe(200);
    expect(said()).toMatch(/"level":"warn"[^\n]*SERVICE_AUTH=open, and others can reach this service/);
  });

  test("a worker elsewhere is found healthy under any name by its front door alone", async () => {
    const [worker] = await freePorts();
    await start("worker", `0.0.0.0:${worker}`);
    const far = await testApp.open({ signalEngineUrl: `http://127.0.0.2:${worker}` });
    const { body } = await openBrowser(far.url).get("/api/health");
    expect(body).toMatchObject({ checks: { signalEngine: { status: "up" } } });
    expect((await rawHttp(worker, rawRequest("GET /healthz", ["Host: worker.internal"]))).status).toBe(403);
  });
});
