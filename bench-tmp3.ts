import pg from "pg";
import { openHouse } from "#tests/support/front-door.ts";
import { submit } from "#tests/support/api-client.ts";
const orig = pg.Client.prototype.query;
let on = false; const seen: string[] = [];
(pg.Client.prototype as any).query = function (a: any, ...r: any[]) { if (on) seen.push((typeof a === "string" ? a : a?.text ?? "?").replace(/\s+/g, " ").slice(0, 140)); return (orig as any).call(this, a, ...r); };
const house = await openHouse(); const door = await house.open();
await submit(door.url); on = true; await submit(door.url, undefined, {"idempotency-key":"x"}); on = false;
for (const s of seen) console.log(s);
const n = 3000;
async function load(c: number, work: () => Promise<unknown>) { const t = performance.now(); let left = n; const lat: number[] = []; await Promise.all(Array.from({ length: c }, async () => { while (left-- > 0) { const s = performance.now(); await work(); lat.push(performance.now() - s); } })); lat.sort((a, b) => a - b); return `${(n / (performance.now() - t) * 1000).toFixed(0)}/s p99 ${lat[Math.floor(n * .99)]!.toFixed(0)}`; }
await house.db.pool.query("create table bare (id text primary key, body jsonb, at timestamptz)");
let k = 0;
console.log("bare", await load(50, () => house.db.pool.query("insert into bare values ($1, $2, $3)", [`x${k++}`, '{"ticker":"AAPL"}', new Date()])));
console.log("post", await load(50, () => submit(door.url)));
console.log("bare", await load(50, () => house.db.pool.query("insert into bare values ($1, $2, $3)", [`x${k++}`, '{"ticker":"AAPL"}', new Date()])));
await house.drop(); process.exit(0);
