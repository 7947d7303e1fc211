import autocannon from "autocannon";
import { openHouse } from "#tests/support/front-door.ts";
const house = await openHouse();
const door = await house.open();
const submit = async () => (await (await fetch(`${door.url}/v1/analyses`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ticker: "AAPL", trade_date: "2025-06-02" }) })).json()) as { id: string };
const job = await submit();
console.log(job);
console.log(await (await fetch(`${door.url}/v1/analyses/${job.id}`)).text());
process.send?.({});
const { Worker } = await import("node:worker_threads");
console.log(door.url, job.id);
const run = (url: string, o: object = {}) => autocannon({ url, connections: 50, duration: 5, workers: 1, ...o } as never);
const { createServer } = await import("node:http");
const { getRequestListener } = await import("@hono/node-server");
const { Hono } = await import("hono");
const body = await (await fetch(`${door.url}/v1/analyses/${job.id}`)).text();
const app = new Hono().get("/v1/analyses/:id", (c) => c.body(body, 200, { "content-type": "application/json" }));
const base = createServer(getRequestListener(app.fetch)).listen(0);
const bp = (base.address() as { port: number }).port;
for (let i = 0; i < 2; i++) {
  const b = await run(`http://127.0.0.1:${bp}/v1/analyses/${job.id}`);
  const g = await run(`${door.url}/v1/analyses/${job.id}`);
  console.log("base", b.requests.average, "get", g.requests.average, "ratio", (g.requests.average / b.requests.average).toFixed(3), "p99", g.latency.p99, g.non2xx);
}
base.close();
process.exit(0);
console.log("post", p.requests.average, "p99", p.latency.p99, p.non2xx);
await house.drop();
process.exit(0);
