/*
 * A day with the API: check the key, see what data there is, run a batch, follow an analysis and be told of its end,
 * read its report, keep a watchlist, backtest, read signals and the public record, and see what it all took.
 *
 *   CONCLAVE_URL=http://127.0.0.1:3000 CONCLAVE_API_KEY=cnc_… node day.ts
 *
 * DAY_LINES is the size of the batch, 200 unless set. Where the server sends webhooks to this machine
 * (WEBHOOK_ALLOW_PRIVATE=true), the webhook is verified too. The last line is the day as JSON.
 */
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Conclave, InvalidRequestError, NotFoundError, UnauthorizedError, verifyWebhook } from "@conclave/client";

const lineCount = Number(process.env["DAY_LINES"] ?? "200");
const url = process.env["CONCLAVE_URL"] ?? "http://127.0.0.1:3000";
let requests = 0;
const conclave = new Conclave({
  baseUrl: url,
  fetch: (address, init) => {
    requests += 1;
    return fetch(address, init);
  },
});
const started = performance.now();
const said: Record<string, unknown> = {};

function tell(step: string, what: unknown): void {
  said[step] = what;
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${step}: ${JSON.stringify(what)}`);
}

/** Each Monday from a date on. */
function mondays(from: string, count: number): string[] {
  const first = Date.parse(`${from}T00:00:00Z`);
  return Array.from({ length: count }, (_, week) => new Date(first + week * 7 * 86_400_000).toISOString().slice(0, 10));
}

async function checkKey(): Promise<void> {
  const stranger = new Conclave({ baseUrl: url, apiKey: "cnc_wrong" });
  const refused = await stranger.config().then(
    () => "taken: the server is open",
    (error: unknown) => (error instanceof UnauthorizedError ? error.code : Promise.reject(error)),
  );
  const { llm_provider } = await conclave.config();
  tell("keys", { wrong: refused, right: llm_provider });
}

async function seeData(): Promise<void> {
  const symbols: string[] = [];
  for await (const { symbol } of conclave.instruments.list({ limit: 50 })) symbols.push(symbol);
  tell("instruments", symbols);
}

async function runBatch(): Promise<void> {
  const lines = mondays("2016-03-07", lineCount).map((trade_date) => ({
    custom_id: trade_date,
    request: { ticker: "DEMO", trade_date, asset_type: "stock" as const },
  }));
  const batch = await conclave.batches.create(lines, { budgetUsd: "1.00" });
  const { status, counts } = await conclave.batches.wait(batch.id, { everyMs: 3000 });
  const ratings: Record<string, number> = {};
  for await (const { result } of conclave.batches.results(batch.id)) {
    // REVIEW means no opinion; it is counted as itself and never as a Hold.
    const rating = result?.rating ?? "none";
    ratings[rating] = (ratings[rating] ?? 0) + 1;
  }
  tell("batch", { status, succeeded: counts.succeeded, ratings });
}

/** Takes one message from Conclave, on this machine. */
async function receiver(): Promise<{ url: string; secret: string; message: Promise<string>; close: () => void }> {
  const secret = `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
  let done: (type: string) => void = () => {};
  const message = new Promise<string>((resolve) => (done = resolve));
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += String(piece);
    try {
      const { type } = await verifyWebhook(body, request.headers, secret);
      response.writeHead(204).end();
      done(type);
    } catch (error) {
      response.writeHead(400).end();
      done(String(error));
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}/`, secret, message, close: () => server.close() };
}

async function followOne(): Promise<string> {
  const hook = await receiver();
  const request = { ticker: "DEMO", trade_date: "2019-06-03", asset_type: "stock" } as const;
  const webhook = { webhook_url: hook.url, webhook_secret: hook.secret };
  let told = true;
  const job = await conclave.analyses.create({ ...request, ...webhook }).catch((error: unknown) => {
    if (!(error instanceof InvalidRequestError)) throw error;
    told = false;
    return conclave.analyses.create(request);
  });
  const agents: string[] = [];
  let events = 0;
  for await (const { type, data } of conclave.analyses.stream(job.id)) {
    events += 1;
    if (type === "agent.finished") agents.push(String(data["agent"]));
  }
  const { status, result } = await conclave.analyses.wait(job.id);
  tell("stream", { status, rating: result?.rating, events, agents: agents.length });
  if (told) {
    const type = await hook.message;
    let { data: deliveries } = await conclave.analyses.webhookDeliveries(job.id);
    // An attempt is written down once it has been answered, which is after the message is here.
    while (deliveries.length === 0) {
      await setTimeout(200);
      ({ data: deliveries } = await conclave.analyses.webhookDeliveries(job.id));
    }
    tell("webhook", { type, deliveries: deliveries.map((delivery) => delivery.status) });
  } else tell("webhook", "not sent: the server refuses private addresses");
  hook.close();
  return job.id;
}

async function readReport(id: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "conclave-day-"));
  const pdf = await conclave.analyses.report(id, { format: "pdf" });
  await writeFile(join(folder, "report.pdf"), pdf);
  const run = await conclave.analyses.report(id);
  const answer = await conclave.analyses.ask(id, "What is the target price?");
  tell("report", {
    pdf: pdf.length,
    calls: run.manifest === null ? 0 : "calls" in run.manifest && run.manifest.calls.length,
    answer: answer.kind,
  });
  const rerun = await conclave.analyses.rerun(id, { from: "trader" });
  const { status, result } = await conclave.analyses.wait(rerun.id);
  tell("rerun", { status, rating: result?.rating });
}

async function keepList(): Promise<void> {
  const list = await conclave.lists.create({ name: "From the API", instruments: [{ symbol: "DEMO" }] });
  const { instruments } = await conclave.lists.addInstrument(list.id, { symbol: "^GSPC" });
  const [next] = await conclave.lists.nextRuns(list.id, { limit: 1 });
  await conclave.lists.delete(list.id);
  const gone = await conclave.lists.get(list.id).catch((error: unknown) => error instanceof NotFoundError);
  tell("list", { instruments: instruments.length, next: next?.symbols, gone });
}

async function backtest(): Promise<void> {
  const order = { symbols: ["DEMO"], from: "2018-01-02", to: "2018-03-29", every: 20 };
  const { id, notes } = await conclave.backtests.create(order);
  const { status } = await conclave.backtests.wait(id, { everyMs: 1000 });
  const { decisions } = await conclave.backtests.result(id);
  await conclave.backtests.delete(id);
  tell("backtest", { status, decisions: decisions.length, notes });
}

async function readRecord(): Promise<void> {
  const { data: signals } = await conclave.signals.list({ limit: 5 });
  const { runs, head } = await conclave.record.get();
  const { opinions } = await conclave.record.ranking();
  let tracked = 0;
  for await (const _ of conclave.record.signals()) tracked += 1;
  tell("record", { signals: signals.length, tracked, opinions: opinions.length, head: head.number, runs });
}

await checkKey();
await seeData();
await runBatch();
await readReport(await followOne());
await keepList();
await backtest();
await readRecord();
const { jobs, cost_usd } = await conclave.usage();
const [newest] = (await conclave.requests.list({ limit: 1 })).data;
tell("usage", { jobs, cost_usd, logged: newest?.status });
console.log(JSON.stringify({ ...said, requests, seconds: Math.round((performance.now() - started) / 1000) }));
