import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Job } from "#src/contract/jobs/analysis.ts";
import { readSettings } from "#src/core/config/config.ts";
import { exposureOf } from "#src/core/network/exposure.ts";
import { askAt, composeGoMissing, resolveCompose, startComposed, type Composed } from "#tests/support/compose.ts";
import { emptyDatabase } from "#tests/support/database.ts";
import { deployed, findProxy, startProxy, type Proxy } from "#tests/support/proxies.ts";
import { until } from "#tests/support/up-process.ts";

/* compose.yaml beside a copy of .env.example, read by Compose's own library; its commands with its environment as plain
 * processes. Not Docker: images, volumes, read-only file systems and Docker's networks are not tried. */

let missing: string | null;
beforeAll(() => {
  missing = composeGoMissing();
}, 180_000);

async function composed(own: Readonly<Record<string, string>> = {}): Promise<Composed> {
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  const started = await startComposed(resolveCompose(own), database.url);
  await started.healthy();
  return started;
}

test("settings of this machine stay outside of the containers, and all others reach them", (context) => {
  if (missing !== null) return context.skip(missing);
  const own = { PORT: "8080", OPENAI_API_KEY: "sk-mine", SERVICE_MAX_DEBATE_ROUNDS: "2" };
  const { http } = resolveCompose(own).services;
  expect(http?.ports).toEqual([expect.objectContaining({ host_ip: "127.0.0.1", published: "8080", target: 3000 })]);
  expect(http?.environment).toMatchObject({
    HOST: "0.0.0.0",
    PORT: "3000",
    PUBLIC_URL: "http://localhost:8080",
    OPENAI_API_KEY: "sk-mine",
    SERVICE_MAX_DEBATE_ROUNDS: "2",
    SERVICE_LLM_BASE_URL: "ollama=http://host.docker.internal:11434",
  });
  // On an address of Docker's networks, which no process of this test has.
  const exposed = exposureOf(readSettings(http?.environment ?? {}).service);
  expect([exposed.open, exposed.admits("172.18.0.5:3000"), exposed.admits("localhost:8080")]).toEqual([
    false,
    true,
    true,
  ]);
  expect(http?.extra_hosts).toEqual(["host.docker.internal=host-gateway"]);
  const chosen = { PUBLIC_URL: "https://conclave.example", SERVICE_LLM_BASE_URL: "ollama=http://gpu.example:11434" };
  expect(resolveCompose(chosen).services["worker"]?.environment).toMatchObject(chosen);
  return undefined;
});

test("with .env.example as .env, all roles are healthy, and an analysis is made over the published port", async (context) => {
  if (missing !== null) return context.skip(missing);
  const service = await composed();
  expect((await service.ask("/")).text).toContain("<html");
  const [key = ""] = /\b(?:cnc|ck)_\w+/.exec(service.run(keysCreate())) ?? [];
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const body = JSON.stringify({ ticker: "DEMO", trade_date: "2019-06-03" });
  const submitted = await service.ask("/v1/analyses", { method: "POST", headers, body });
  expect(submitted.status, submitted.text).toBe(202);
  const { id } = Job.parse(JSON.parse(submitted.text));
  const status = async (): Promise<string> =>
    Job.parse(JSON.parse((await service.ask(`/v1/analyses/${id}?wait=30`, { headers })).text)).status;
  await until(async () => (await status()) === "succeeded", 60_000);
  return undefined;
}, 240_000);

/** The arguments that deploy/README.md has for it. */
function keysCreate(): string[] {
  const readme = readFileSync(join(import.meta.dirname, "../../deploy/README.md"), "utf8");
  return /exec http node src\/cli\/main\.js ([^#`\n]+)/.exec(readme)?.[1]?.trim().split(/ +/) ?? [];
}

describe.each<readonly [Proxy, "nginx.conf" | "Caddyfile"]>([
  ["nginx", "nginx.conf"],
  ["caddy", "Caddyfile"],
])("behind %s as deploy/ has it", (name, file) => {
  test("pages, streams and a batch of 8 MB pass", async (context) => {
    const program = findProxy(name);
    if (missing !== null) return context.skip(missing);
    if (program === null) return context.skip(`${name} cannot be had on this machine`);
    const service = await composed({ PUBLIC_URL: "https://conclave.example", TRUSTED_PROXIES: "127.0.0.0/8" });
    const port = await startProxy(
      name,
      program,
      deployed(file, 3000).replaceAll("127.0.0.1:3000", `${service.address}:3000`),
    );
    const [key = ""] = /\b(?:cnc|ck)_\w+/.exec(service.run(keysCreate())) ?? [];
    const ask = (path: string, type?: string, body?: string) =>
      askAt("127.0.0.1", port, path, {
        host: "conclave.example",
        headers: { "x-api-key": key, ...(type !== undefined && { "content-type": type }) },
        ...(body !== undefined && { method: "POST", body }),
      });
    expect((await ask("/")).text).toContain("<html");
    const request = { ticker: "DEMO", trade_date: "2019-06-03" };
    const large = `${JSON.stringify({ custom_id: "a", request })}\n${"\n".repeat(8_000_000)}`;
    const batch = await ask("/v1/batches", "application/jsonl", large);
    expect(batch.status, batch.text).toBe(202);
    const { id } = Job.parse(JSON.parse((await ask("/v1/analyses", "application/json", JSON.stringify(request))).text));
    expect((await ask(`/v1/analyses/${id}/events`)).text).toContain("event: job.succeeded");
    return undefined;
  }, 240_000);
});
