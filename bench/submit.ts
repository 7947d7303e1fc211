import { getRequestListener } from "@hono/node-server";
import { Hono, type Context } from "hono";
import { createServer } from "node:http";
import { addDays } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import { listen, openBenchDoor, startClients } from "./front-door.ts";
import { median, report } from "./setup.ts";

/*
 * POST /v1/analyses at 50 connections, over HTTP, each a row, an event and a place in the queue in one transaction,
 * against bare one-row inserts by 50 callers through the same pool, in turns. The queue is emptied between.
 */
const connections = 50;
const rounds = 15;
const ms = 400;

const door = await openBenchDoor(1_000_000);
const { pool } = door.db;
await pool.query(
  "create table bare (id text primary key, owner text not null, status text not null, request jsonb not null, created_at timestamptz not null)",
);
const insert = "insert into bare (id, owner, status, request, created_at) values ($1, $2, $3, $4, now())";
// The same with a place in the queue, by the durable engine's own function, in the same transaction.
const queue = `with queued as (
  select dbos.enqueue_workflow(workflow_name => 'bare', queue_name => 'bare', application_name => 'bench',
    workflow_id => $1::text, positional_args => array[to_json($1::text)])
) insert into bare (id, owner, status, request, created_at) select $1, $2, $3, $4, now() from queued`;
const clients = startClients();

/** A body that is parsed and one statement: the least over HTTP. What that falls short of the bare insert is not ours. */
const doing = (statement: string) => async (c: Context) => {
  const id = newId("ana");
  await pool.query(statement, [id, "local", "queued", JSON.stringify(await c.req.json())]);
  return c.json({ id, status: "queued" }, 202);
};
const least = createServer(
  getRequestListener(new Hono().post("/v1/analyses", doing(insert)).post("/queued", doing(queue)).fetch),
);
const leastPort = await listen(least);

const requests = Array.from({ length: 200 }, (_, index) => {
  const body = JSON.stringify({ ticker: "DEMO", trade_date: addDays("2018-06-01", index) });
  return `POST /v1/analyses HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
});

async function bare(): Promise<number> {
  const started = performance.now();
  let made = 0;
  const one = JSON.stringify({ ticker: "DEMO", trade_date: "2018-06-01", asset_type: "stock" });
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (; performance.now() - started < ms; made += 1)
        await pool.query(insert, [newId("ana"), "local", "queued", one]);
    }),
  );
  return (made / (performance.now() - started)) * 1000;
}

async function emptied(): Promise<void> {
  await pool.query("delete from bare");
  await pool.query("delete from analysis_events using analyses where id = analysis_id and status = 'queued'");
  await pool.query("delete from analyses where status = 'queued'");
  await pool.query("delete from dbos.workflow_status");
  await pool.query("delete from dbos.workflow_input");
}

/*
 * A service that has been used has rows, and Postgres has counted them. On empty tables it plans each foreign key's
 * check as a scan and keeps that plan until it counts them, a minute later at most: truncated tables would measure that.
 */
await clients.load({ port: door.port, connections, ms: 2000, requests, status: 202 });
await pool.query("update analyses set status = 'cancelled', finished_at = now()");
await pool.query("insert into bare select id, owner, status, request, created_at from analyses");
await pool.query("analyze");

const ratios: number[] = [];
const bareRoutes: number[] = [];
const queueingRoutes: number[] = [];
const rates: { bare: number; post: number; p50: number; p99: number }[] = [];
let other = 0;
for (let round = 0; round <= rounds; round += 1) {
  const inserts = await bare();
  const hono = await clients.load({ port: leastPort, connections, ms, requests, status: 202 });
  const queued = await clients.load({
    port: leastPort,
    connections,
    ms,
    requests: requests.map((each) => each.replace("/v1/analyses", "/queued")),
    status: 202,
  });
  const posts = await clients.load({ port: door.port, connections, ms, requests, status: 202 });
  await emptied();
  if (round === 0) continue; // warms the code
  ratios.push(posts.perSecond / inserts);
  bareRoutes.push(hono.perSecond / inserts);
  queueingRoutes.push(queued.perSecond / inserts);
  rates.push({ bare: inserts, post: posts.perSecond, p50: posts.p50, p99: posts.p99 });
  other += posts.other;
}
clients.close();
least.closeAllConnections();
least.close();
await door.close();

const ratio = median(ratios);
const p99 = median(rates.map((each) => each.p99));
report(
  {
    figure: "POST /v1/analyses / a bare one-row insert through the same pool",
    value: ratio,
    unit: "x",
    target: ">= 0.5, p99 < 50 ms",
    met: ratio >= 0.5 && p99 < 50 && other === 0,
  },
  {
    ratio_of_a_bare_route: Number(median(bareRoutes).toFixed(3)),
    ratio_of_a_route_that_queues: Number(median(queueingRoutes).toFixed(3)),
    p99_ms: p99,
    p50_ms: median(rates.map((each) => each.p50)),
    posts_per_second: Math.round(median(rates.map((each) => each.post))),
    bare_per_second: Math.round(median(rates.map((each) => each.bare))),
    refused: other,
    connections,
    rounds,
  },
);
