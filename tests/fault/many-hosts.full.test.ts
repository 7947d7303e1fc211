import { request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Job } from "#src/contract/jobs/analysis.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { openDatabase, type Database } from "#src/core/db/database.ts";
import { systemClock } from "#src/core/clock.ts";
import { createKey } from "#src/product/keys/keys.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { followEvents, idsOf } from "#tests/support/event-stream.ts";
import { loseHost, startHosts } from "#tests/support/hosts.ts";
import { startModelServer } from "#tests/support/model-server.ts";
import { startPostgres } from "#tests/support/postgres-server.ts";
import { findProxy } from "#tests/support/proxies.ts";
import { tradeDates } from "#tests/support/trade-dates.ts";
import { demo } from "#tests/support/worker-process.ts";

interface Asked {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Through nginx, under the service's own name. */
function asker(port: number) {
  return (path: string, { method = "GET", headers = {}, body }: Asked = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const asked = request(
        {
          host: "127.0.0.1",
          port,
          path,
          method,
          agent: false,
          headers: {
            host: "conclave.example",
            ...(body !== undefined && { "content-type": "application/json" }),
            ...headers,
          },
        },
        async (answer) => resolve({ status: answer.statusCode ?? 0, text: await text(answer) }),
      );
      asked.once("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
}

type Ask = ReturnType<typeof asker>;

async function newKey(
  db: Database,
  owner: string,
): Promise<{ readonly id: string; readonly headers: { "x-api-key": string } }> {
  const ctx = systemContext({ db, clock: systemClock });
  const made = await createKey(ctx, {
    owner,
    plan: "elite",
    scopes: ["analyses:read", "analyses:write"],
    label: "test",
  });
  return { id: made.id, headers: { "x-api-key": made.key } };
}

test("two front doors, three workers and two web roles behind nginx: limits and quotas hold over all, and one of each may be lost", async (context) => {
  const nginx = findProxy("nginx");
  if (nginx === null) return context.skip("nginx cannot be had on this machine: install Debian's package nginx");
  const model = await startModelServer({ latencyMs: 100 });
  onTestFinished(() => model.close());
  const postgres = await startPostgres();
  const hosts = await startHosts(nginx, postgres.url, {
    ...askingModel(model.url),
    SERVICE_MAX_CONCURRENCY: "2",
  });
  const db = openDatabase(postgres.url, 2);
  onTestFinished(() => db.close());
  const ask = asker(hosts.port);
  await expectLimits(ask, db);
  await expectQuotas(ask, db);
  await expectNothingLost(ask, hosts, db);
  return undefined;
});

async function expectLimits(ask: Ask, db: Database): Promise<void> {
  const { id, headers } = await newKey(db, "often");
  const left = 12;
  await db.pool.query("insert into auth_limits (key, points, expire) values ($1, $2, $3)", [
    `minute elite:${id}`,
    plans.elite.requestsPerMinute - left,
    systemClock.now() + 60_000,
  ]);
  const answers = await Promise.all(Array.from({ length: 3 * left }, () => ask("/v1/config", { headers })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(left);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2 * left);
}

async function expectQuotas(ask: Ask, db: Database): Promise<void> {
  const { headers } = await newKey(db, "much");
  const left = 3;
  await db.pool.query(
    "insert into monthly_analyses (owner, month, submitted) values ('much', date_trunc('month', now() at time zone 'utc'), $1)",
    [plans.elite.analysesPerMonth - left],
  );
  const answers = await Promise.all(
    tradeDates(12).map((date) => ask("/v1/analyses", { method: "POST", headers, body: demo(date) })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: left }, () => 202),
    ...Array.from({ length: 12 - left }, () => 429),
  ]);
}

async function expectNothingLost(ask: Ask, hosts: Awaited<ReturnType<typeof startHosts>>, db: Database): Promise<void> {
  const { headers } = await newKey(db, "careful");
  const jobs = await Promise.all(
    tradeDates(6).map(async (date) =>
      Job.parse(JSON.parse((await ask("/v1/analyses", { method: "POST", headers, body: demo(date) })).text)),
    ),
  );
  const followed = jobs.map(({ id }) => follow(hosts.port, id, headers));
  await expect
    .poll(async () => (await db.pool.query("select 1 from analysis_events where type = 'agent.finished'")).rowCount)
    .toBeGreaterThan(10);
  await loseHost(hosts.workers[0]);
  await loseHost(hosts.doors[0]);
  await loseHost(hosts.webs[0]);
  for (const ids of await Promise.all(followed)) expect(ids).toEqual(ids.map((_, at) => at + 1));
  for (const { id } of jobs)
    expect(JSON.parse((await ask(`/v1/analyses/${id}`, { headers })).text)).toMatchObject({ id, status: "succeeded" });
  const { rows } = await db.pool.query<{ count: string }>(
    "select count(*) from analysis_events where type = 'job.succeeded' and analysis_id = any($1)",
    [jobs.map(({ id }) => id)],
  );
  expect(rows).toEqual([{ count: String(jobs.length) }]);
  const page = await ask("/pricing", { headers: { accept: "text/html" } });
  expect({ status: page.status, isPage: page.text.includes("<h1") }).toEqual({ status: 200, isPage: true });
}

/** All numbers of a job's events, by a client that comes back with the last one it has when its stream breaks. */
async function follow(port: number, id: string, key: Readonly<Record<string, string>>): Promise<number[]> {
  const seen: number[] = [];
  for (;;) {
    try {
      const stream = await followEvents(`http://127.0.0.1:${port}/v1/analyses/${id}/events`, {
        ...key,
        host: "conclave.example",
        "last-event-id": String(seen.at(-1) ?? 0),
      });
      await stream.ended;
      seen.push(...idsOf(stream));
      if (stream.events.some(({ event }) => event === "job.succeeded" || event === "job.failed")) return seen;
    } catch {
      // Nobody listens where it was sent; nginx knows in a moment.
    }
    await pause(200);
  }
}
