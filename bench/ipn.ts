import { createHmac } from "node:crypto";
import { canonicalJson } from "#src/core/hash.ts";
import { newId } from "#src/core/ids.ts";
import { openBenchDoor, startClients } from "./front-door.ts";
import { median, report } from "./setup.ts";

/*
 * POST /api/deposit/ipn at 50 connections, over HTTP: each callback is verified, kept, bound to its deposit and
 * committed with what follows (a move, an event for the owner's stream, a place in the queue). Three callbacks for each
 * deposit, as a payment has them. Against bare one-row inserts by 50 callers through the same pool, in turns. Then some
 * of them again, as replays.
 */
const connections = 50;
const rounds = 5;
const ms = 1500;
const deposits = 1500;
const leastRatio = 0.05;
/** A processor gives up after 3 s. */
const mostP99Ms = 1000;
const secret = "a secret of this bench alone";

const door = await openBenchDoor(1, { NOWPAYMENTS_API_KEY: "none", NOWPAYMENTS_IPN_SECRET: secret });
const { pool } = door.db;
const clients = startClients();

/** @returns the callbacks of so many fresh deposits of as many owners */
async function callbacks(round: number): Promise<string[]> {
  await pool.query(
    `insert into accounts (id, plan, created_at) select 'usr_${round}_' || n, 'free', now() from generate_series(1, ${deposits}) n`,
  );
  await pool.query(
    `insert into deposits (id, owner, processor, state, price, currency_code, coin, network, currency_name, opening_at,
       payment_id, pay_amount, pay_address, created_at, updated_at)
     select 'dep_${round}_' || n, 'usr_${round}_' || n, 'nowpayments', 'waiting', 1999, 'usdttrc20', 'USDT', 'trx', 'Tether', now(),
       (${round * 1_000_000} + n)::text, 19.99, 'T' || n, now(), now() from generate_series(1, ${deposits}) n`,
  );
  return ["confirming", "confirmed", "finished"].flatMap((status) =>
    Array.from({ length: deposits }, (_, index) => bodyOf(round, index + 1, status)),
  );
}

function bodyOf(round: number, n: number, status: string): string {
  return JSON.stringify({
    payment_id: round * 1_000_000 + n,
    parent_payment_id: null,
    invoice_id: null,
    payment_status: status,
    pay_address: `T${n}`,
    payin_extra_id: null,
    price_amount: 19.99,
    price_currency: "usd",
    pay_amount: 19.99,
    actually_paid: 19.99,
    actually_paid_at_fiat: 19.99,
    pay_currency: "usdttrc20",
    order_id: `dep_${round}_${n}`,
    order_description: "Conclave balance $19.99",
    purchase_id: String(round * 1_000_000 + n),
    outcome_amount: 19.79,
    outcome_currency: "usdttrc20",
    payment_extra_ids: null,
    fee: { currency: "usdttrc20", depositFee: 0.1, withdrawalFee: 0, serviceFee: 0.1 },
  });
}

function requestOf(body: string, key: string): string {
  const signature = createHmac("sha512", key)
    .update(canonicalJson(JSON.parse(body)))
    .digest("hex");
  return `POST /api/deposit/ipn HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\nContent-Type: application/json\r\nX-Nowpayments-Sig: ${signature}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

await pool.query("create table bare (id text primary key, body bytea not null, created_at timestamptz not null)");

/** One-row inserts a second, of a callback's size. */
async function bare(): Promise<number> {
  const started = performance.now();
  const body = Buffer.from(bodyOf(0, 1, "finished"));
  let made = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (; performance.now() - started < 500; made += 1)
        await pool.query("insert into bare (id, body, created_at) values ($1, $2, now())", [newId("bare"), body]);
    }),
  );
  return (made / (performance.now() - started)) * 1000;
}

const seen: { ratio: number; fresh: number; p50: number; p99: number; replayed: number }[] = [];
let other = 0;
for (let round = 0; round <= rounds; round += 1) {
  const bodies = await callbacks(round);
  const requests = bodies.map((body) => requestOf(body, secret));
  const inserts = await bare();
  const fresh = await clients.load({ port: door.port, connections, ms, requests, status: 200 });
  // Beyond what there is the load begins again, and measures replays.
  if (fresh.answers > requests.length) throw new Error(`${requests.length} callbacks are too few for ${ms} ms`);
  const replayed = await clients.load({
    port: door.port,
    connections,
    ms: 500,
    requests: requests.slice(0, connections),
    status: 200,
  });
  other += fresh.other + replayed.other;
  await pool.query("truncate dbos.workflow_status, dbos.workflow_input cascade");
  if (round === 0) continue; // warms the code
  seen.push({
    ratio: fresh.perSecond / inserts,
    fresh: fresh.perSecond,
    p50: fresh.p50,
    p99: fresh.p99,
    replayed: replayed.perSecond,
  });
}
clients.close();
await door.close();

const ratio = median(seen.map((each) => each.ratio));
const p99 = median(seen.map((each) => each.p99));
report(
  {
    figure: "payment callbacks through verification and commit / a bare insert",
    value: ratio,
    unit: "x",
    target: `>= ${leastRatio}, p99 < ${mostP99Ms} ms`,
    met: ratio >= leastRatio && p99 < mostP99Ms && other === 0,
  },
  {
    per_second: Math.round(median(seen.map((each) => each.fresh))),
    p50_ms: median(seen.map((each) => each.p50)),
    p99_ms: p99,
    replays_per_second: Math.round(median(seen.map((each) => each.replayed))),
    refused: other,
    connections,
    rounds,
  },
);
