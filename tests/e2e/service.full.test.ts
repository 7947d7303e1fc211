import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { ask, submit } from "#tests/support/api-client.ts";
import { askingModel, conclaveHome } from "#tests/support/conclave.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { startModelServer } from "#tests/support/model-server.ts";
import { clearUp, freePorts, makeHome, portsInARow, postmasterOf, until } from "#tests/support/up-process.ts";

/* `conclave up` with all its real processes. */

const main = join(import.meta.dirname, "../../src/cli/main.js");
const script = "/usr/bin/script";
const demo = { ticker: "DEMO", trade_date: "2019-06-03" };

afterEach(async () => {
  expect(await clearUp()).toEqual([]);
});

interface Service {
  readonly child: ChildProcess;
  readonly url: string;
  /** On standard output and standard error, all processes. */
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>;
  /** Nobody listens on any of its ports. */
  gone(): Promise<void>;
}

/** @param through a program that runs the command line it gets as arguments */
async function startService(
  home: string,
  {
    env = {},
    through = [],
    web = true,
  }: { readonly env?: Record<string, string>; readonly through?: readonly string[]; readonly web?: boolean } = {},
): Promise<Service> {
  const [port] = await freePorts();
  const inner = await portsInARow();
  const ports = [port, ...inner];
  const [program = process.execPath, ...before] = [...through, process.execPath];
  const child = spawn(program, [...before, main, "up", "--internal", String(inner[0]), ...(web ? [] : ["--no-web"])], {
    env: {
      PATH: process.env["PATH"] ?? "",
      TERM: "xterm",
      CONCLAVE_HOME: home,
      PORT: String(port),
      SERVICE_ONLINE_TOOLS: "false",
      SERVICE_LLM_BASE_URL: "ollama=http://127.0.0.1:9",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (out += piece));
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (err += piece));
  const ended = once(child, "close").then(([code]) => z.number().nullable().parse(code));
  await until(() => {
    if (child.exitCode !== null) throw new Error(out + err);
    return out.includes("Conclave is running") && out.includes(home);
  });
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    out: () => out,
    err: () => err,
    ended,
    gone: async () => void (await until(async () => (await Promise.all(ports.map(isFree))).every(Boolean))),
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(true));
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
  });
}

describe("a service ends with all its processes", () => {
  test("on SIGHUP; and it has said where it is, its log in JSON, and no word besides", async () => {
    const home = await makeHome();
    const service = await startService(home);
    const { id } = await submit(service.url, demo);
    await ask(service.url, "GET", `/v1/analyses/${id}?wait=20`);
    expect(postmasterOf(home)).not.toBeNull();
    service.child.kill("SIGHUP");
    expect(await service.ended).toBe(0);
    await service.gone();
    await until(() => postmasterOf(home) === null);
    expect(service.err()).toBe("conclave: stopping\n");
    const lines = service.out().trim().split("\n");
    const odd = lines.filter((line) => !line.startsWith("{"));
    expect(odd.map((line) => line.trim().split(/ {2,}/)[0])).toEqual([
      "Conclave is running. Press Ctrl-C to stop.",
      "App",
      "API",
      "Reference",
      "Access",
      "Reasoner",
      "Data",
      "Postgres",
      "Home",
      "Metrics",
      "Try",
    ]);
    const entries = lines.filter((line) => line.startsWith("{")).map((line): unknown => JSON.parse(line));
    expect(entries).toContainEqual(expect.objectContaining({ role: "worker", job: id, msg: "job ended" }));
  });

  test("when npm that started it is killed outright", async () => {
    const database = await freshDatabase();
    onTestFinished(() => database.drop());
    const service = await startService(await makeHome(), {
      env: { DATABASE_URL: database.url, npm_lifecycle_event: "start" },
      through: ["/bin/sh", "-c", '"$0" "$@" & wait'],
      web: false,
    });
    service.child.kill("SIGKILL");
    await service.gone();
    expect(service.err()).toBe("conclave: stopping\n");
  });

  test.skipIf(!existsSync(script))("when its terminal is closed; what stood there was for people to read", async () => {
    const home = await makeHome();
    const service = await startService(home, {
      web: false,
      through: ["/bin/sh", "-c", `exec ${script} --quiet --return --command "$0 $*" /dev/null`],
    });
    const { id } = await submit(service.url, demo);
    await ask(service.url, "GET", `/v1/analyses/${id}?wait=20`);
    await until(() => service.out().includes("job ended"));
    expect(service.out()).toMatch(new RegExp(`\\d\\d:\\d\\d:\\d\\d  worker  job started, ${id}`));
    expect(service.out()).not.toMatch(/\{"|Warning|Running|request_id/);
    service.child.kill("SIGKILL");
    await service.gone();
    await until(() => postmasterOf(home) === null);
  });
});

describe("secrets", () => {
  test("stand in no output of any process; a webhook is verified with the secret of the 202", async () => {
    const model = await startModelServer({
      plan: ({ index }) => (index === 14 ? { kind: "status", status: 401 } : { kind: "answer" }),
    });
    const told: { readonly headers: Record<string, string>; readonly body: string }[] = [];
    const receiver = createServer(async (request, response) => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      told.push({ headers, body: await text(request) });
      response.writeHead(204).end();
    });
    const hooks = await listening(receiver);
    const database = await freshDatabase();
    onTestFinished(async () => {
      receiver.close();
      await model.close();
      await database.drop();
    });
    const planted = {
      SERVICE_LLM_API_KEY: "openai-compatible=sk-planted-model-key-0001",
      ANTHROPIC_API_KEY: "sk-ant-planted-0002",
      MARKET_ACCESS: "finnhub=planted-vendor-key-0003",
      AWS_SECRET_ACCESS_KEY: "planted/aws+secret/0004",
    };
    const env = {
      ...askingModel(model.url),
      ...planted,
      DATABASE_URL: database.url,
      SERVICE_AUTH: "key",
      LOG_LEVEL: "trace",
      WEBHOOK_ALLOW_PRIVATE: "1",
    };
    const service = await startService(await makeHome(), { env });
    expect(service.out()).toMatch(/Access +by API key: npx conclave keys create/);
    const made = await conclaveHome({ DATABASE_URL: database.url }).run(
      "keys",
      "create",
      "--owner",
      "ann",
      "--plan",
      "elite",
    );
    const key = made.out.trim();
    expect(key).toMatch(/^cnc_/);
    const headers = { "x-api-key": key, cookie: "session=planted-cookie-0005", authorization: `Bearer ${key}` };

    const hook = `http://user:planted-password-0006@127.0.0.1:${hooks}/hook?token=planted-query-0007`;
    const own = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
    const first = await ask(service.url, "POST", "/v1/analyses", { headers, json: { ...demo, webhook_url: hook } });
    const secret = first.headers.get("webhook-secret") ?? "";
    const { id } = z.object({ id: z.string() }).parse(first.body);
    await until(() => told.length === 1);
    const message = z
      .object({ type: z.literal("analysis.succeeded"), data: z.object({ id: z.literal(id) }) })
      .safeParse(new Webhook(secret).verify(told[0]?.body ?? "", told[0]?.headers ?? {}));
    expect(message.success).toBe(true);
    expect(() => new Webhook(own).verify(told[0]?.body ?? "", told[0]?.headers ?? {})).toThrow(
      "No matching signature found",
    );

    // The model refuses the key in the middle of this one; then requests that are wrong in all ways.
    const second = { ...demo, trade_date: "2019-06-04", webhook_url: hook, webhook_secret: own };
    await submit(service.url, second, headers);
    await until(() => told.length === 2);
    new Webhook(own).verify(told[1]?.body ?? "", told[1]?.headers ?? {});
    await ask(service.url, "POST", "/v1/analyses", { headers, json: { webhook_secret: own, webhook_url: hook } });
    await ask(service.url, "POST", "/v1/analyses", {
      headers: { ...headers, "content-type": "application/json" },
      raw: `{"webhook_secret": "${own}", `,
    });
    await ask(service.url, "GET", `/v1/analyses/${key}?cursor=${key}&api_key=${key}`, { headers });
    await ask(service.url, "GET", "/v1/config", { headers: { "x-api-key": `${key}x` } });
    service.child.kill("SIGTERM");
    expect(await service.ended).toBe(0);

    const said = service.out() + service.err();
    expect(said).toContain(`"job":"${id}"`);
    expect(said).toContain('"status":401');
    const prompt = model.calls[0] ?? { system: "", prompt: "" };
    const hidden = {
      ...planted,
      key,
      secret,
      own,
      cookie: "planted-cookie-0005",
      password: "planted-password-0006",
      query: "planted-query-0007",
      database: new URL(database.url).password,
      instructions: prompt.system.slice(0, 60),
      evidence: prompt.prompt.slice(0, 60),
    };
    for (const [name, value] of Object.entries(hidden)) {
      expect(value.length, name).toBeGreaterThan(8);
      // Also as a JSON text has it, and without the prefix that gives it away.
      for (const form of [value, JSON.stringify(value).slice(1, -1), value.replace(/^(cnc_|whsec_)/, "")])
        expect(said.includes(form), name).toBe(false);
    }
  });
});
