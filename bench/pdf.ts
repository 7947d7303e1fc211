import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "#src/core/clock.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { finishJob, startJob } from "#src/product/analyses/running.ts";
import { openBenchDoor } from "./front-door.ts";
import { demoChain, median, report, run } from "./setup.ts";

/*
 * How long /api/health takes while 60 PDFs are asked for at once, against the same door idle, in one run. Each PDF is
 * of a run of its own: none is kept from before.
 */
const documents = 60;
const everyMs = 25;
const idleLooks = 80;

const door = await openBenchDoor(1000);
const origin = `http://127.0.0.1:${door.port}`;
const { run: finished } = await run(await demoChain(), createRulesReasoner(), "2019-06-03");
const ids: string[] = [];
for (let n = 0; n < documents; n += 1) {
  const answer = await fetch(`${origin}/v1/analyses`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ticker: "DEMO", trade_date: "2019-06-03" }),
  });
  await answer.body?.cancel();
  const id = (answer.headers.get("location") ?? "").replace("/v1/analyses/", "");
  const { db, queue } = door;
  await startJob({ db, queue, clock: systemClock }, id);
  const { result, usage, manifest } = finished;
  const own = { ...manifest, run_id: id };
  await finishJob(
    { db, queue, clock: systemClock },
    { id, end: { status: "succeeded", result, usage, manifest: own } },
  );
  ids.push(id);
}

interface Looked {
  readonly ms: number[];
  refused: number;
}

async function look(into: Looked): Promise<void> {
  const began = performance.now();
  const answer = await fetch(`${origin}/api/health`);
  await answer.arrayBuffer();
  into.ms.push(performance.now() - began);
  if (answer.status !== 200) into.refused += 1;
  await pause(everyMs);
}

const idle: Looked = { ms: [], refused: 0 };
for (let n = 0; n < idleLooks; n += 1) await look(idle);

const loaded: Looked = { ms: [], refused: 0 };
const over = new AbortController();
const began = performance.now();
const all = Promise.all(
  ids.map(async (id) => {
    const answer = await fetch(`${origin}/v1/analyses/${id}/report.pdf`);
    await answer.arrayBuffer();
    return answer.status;
  }),
).finally(() => over.abort());
while (!over.signal.aborted) await look(loaded);
const statuses = await all;
const seconds = (performance.now() - began) / 1000;

const again = performance.now();
await (await fetch(`${origin}/v1/analyses/${ids[0]}/report.pdf`)).arrayBuffer();
const keptMs = performance.now() - again;
await door.close();

const p50 = (looked: Looked): number => Number(median(looked.ms).toFixed(2));
const ratio = Number((p50(loaded) / p50(idle)).toFixed(2));
report(
  {
    figure: "GET /api/health while 60 PDFs are made / the same door idle",
    value: ratio,
    unit: "x",
    target: "<= 5, and no 503",
    met: ratio <= 5 && idle.refused + loaded.refused === 0,
  },
  {
    idle_p50_ms: p50(idle),
    loaded_p50_ms: p50(loaded),
    loaded_max_ms: Number(Math.max(...loaded.ms).toFixed(1)),
    refused: idle.refused + loaded.refused,
    pdfs: statuses.filter((status) => status === 200).length,
    told_to_wait: statuses.filter((status) => status === 429 || status === 503).length,
    pdfs_per_second: Number((statuses.filter((status) => status === 200).length / seconds).toFixed(2)),
    second_fetch_ms: Number(keptMs.toFixed(1)),
  },
);
