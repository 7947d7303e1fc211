import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { createServer } from "node:http";
import { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { addDays, systemClock } from "#src/core/clock.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { finishJob, startJob } from "#src/product/analyses/running.ts";
import { listen, openBenchDoor, startClients } from "./front-door.ts";
import { demoChain, median, report, run } from "./setup.ts";

/*
 * GET /v1/analyses/{id} at 50 connections, 50 jobs in turns, against a Hono route that gives the same bytes from
 * memory, each in a state that is small (queued) and one that is large (succeeded, with its reports).
 */
const connections = 50;
const rounds = 5;
const ms = 1000;

const door = await openBenchDoor(1000);
const origin = `http://127.0.0.1:${door.port}`;
const { run: finished } = await run(await demoChain(), createRulesReasoner(), "2019-06-03");

async function submitted(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const answer = await fetch(`${origin}/v1/analyses`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(AnalysisRequest.parse({ ticker: "DEMO", trade_date: addDays("2018-06-01", index) })),
    });
    await answer.body?.cancel();
    ids.push((answer.headers.get("location") ?? "").replace("/v1/analyses/", ""));
  }
  return ids;
}

const queued = await submitted(connections);
const succeeded = await submitted(connections);
const { db, queue } = door;
for (const id of succeeded) {
  await startJob({ db, queue, clock: systemClock }, id);
  const { result, usage, manifest } = finished;
  await finishJob({ db, queue, clock: systemClock }, { id, end: { status: "succeeded", result, usage, manifest } });
}

const bodies = new Map<string, string>();
const memory = new Hono().get("/v1/analyses/:id", (c) =>
  c.body(bodies.get(c.req.param("id")) ?? "", 200, { "content-type": "application/json" }),
);
for (const id of [...queued, ...succeeded]) bodies.set(id, await (await fetch(`${origin}/v1/analyses/${id}`)).text());
const memoryServer = createServer(getRequestListener(memory.fetch));
const memoryPort = await listen(memoryServer);
// The least that reads from the database: its key, one row, JSON. What it falls short of the first is not ours.
const reading = new Hono().get("/v1/analyses/:id", async (c) => {
  const { rows } = await db.pool.query({
    name: "bare read",
    text: "select id, status, request, result, created_at from analyses where id = $1",
    values: [c.req.param("id")],
  });
  return c.json(rows[0]);
});
const readingServer = createServer(getRequestListener(reading.fetch));
const readingPort = await listen(readingServer);

const clients = startClients();
const asked = (port: number, ids: readonly string[]) => ({
  port,
  connections,
  ms,
  status: 200,
  requests: ids.map((id) => `GET /v1/analyses/${id} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`),
});

async function measure(ids: readonly string[]): Promise<Record<string, number>> {
  const ratios: number[] = [];
  const bare: number[] = [];
  const ours: number[] = [];
  const theirs: number[] = [];
  const p99: number[] = [];
  let other = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const plain = await clients.load(asked(memoryPort, ids));
    const read = await clients.load(asked(readingPort, ids));
    const polled = await clients.load(asked(door.port, ids));
    if (round === 0) continue; // warms the code
    ratios.push(polled.perSecond / plain.perSecond);
    bare.push(read.perSecond / plain.perSecond);
    ours.push(polled.perSecond);
    theirs.push(plain.perSecond);
    p99.push(polled.p99);
    other += polled.other + plain.other + read.other;
  }
  return {
    ratio: Number(median(ratios).toFixed(3)),
    ratio_of_a_bare_read: Number(median(bare).toFixed(3)),
    polls_per_second: median(ours),
    memory_per_second: median(theirs),
    p99_ms: median(p99),
    bytes: Buffer.byteLength(bodies.get(ids[0] ?? "") ?? ""),
    refused: other,
  };
}

const figures = { queued: await measure(queued), succeeded: await measure(succeeded) };
clients.close();
memoryServer.closeAllConnections();
memoryServer.close();
readingServer.closeAllConnections();
readingServer.close();
await door.close();

report(
  {
    figure: "GET /v1/analyses/{id} / a Hono route with the same bytes in memory, the lower of queued and succeeded",
    value: Math.min(...Object.values(figures).map(({ ratio = Number.NaN }) => ratio)),
    unit: "x",
    target: ">= 0.4",
    met: Object.values(figures).every(({ ratio = Number.NaN, refused = 1 }) => ratio >= 0.4 && refused === 0),
  },
  { ...figures, connections, rounds },
);
