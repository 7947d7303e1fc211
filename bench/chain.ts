import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createLlmReasoner } from "#src/reasoners/llm/llm-reasoner.ts";
import { demoChain, median, report, run } from "./setup.ts";

/*
 * Debate wall time over its chain of model calls: a model server with a fixed latency in a process of its own, 4
 * analysts, one round of each debate. The chain is 1 + D + R + 3 = 6 calls, of which each takes what a bare streamed
 * request of the same length takes in the same run; `over_latency` compares with the latency alone, as if a server
 * needed no time to answer.
 */
const latencyMs = 250;
const runs = 7;
/** Debates before those that count: a worker has made many, and its code is compiled. The first stands beside. */
const warmUps = 10;
/** Characters, as a brief of this debate has in the middle. */
const briefLength = 20_000;

const server = fork(join(import.meta.dirname, "model-server.ts"), [String(latencyMs)]);
const [url] = await once(server, "message");
const reasoner = createLlmReasoner({
  provider: "openai-compatible",
  settings: { baseUrl: String(url) },
  models: { deep: "deep", quick: "quick" },
  concurrency: 8,
});
const vendors = await demoChain();
const cold = await timed(3); // loads the provider's package, parses the archive
for (let index = 1; index < warmUps; index += 1) await timed(3 + (index % 5));

/** One debate as of a day of June 2019, in milliseconds. */
async function timed(day: number): Promise<number> {
  const started = performance.now();
  await run(vendors, reasoner, `2019-06-0${day}`);
  return performance.now() - started;
}

/** How long one request takes, by `fetch` alone. */
async function bareCall(): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${String(url)}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model: "deep",
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: "user", content: "x".repeat(briefLength) }],
    }),
  });
  await answer.text();
  return performance.now() - started;
}

const walls: number[] = [];
const bare: number[] = [];
const chains: number[] = [];
for (let index = 0; index < runs; index += 1) {
  const started = performance.now();
  const spoken = new Map<string, number>();
  let waited = 0;
  let since = 0;
  let open = 0;
  await run(vendors, reasoner, `2019-06-0${3 + (index % 5)}`, {
    emit(event) {
      if (event.type === "agent.started") spoken.set(`${event.agent}/${event.round}`, performance.now());
      if (event.type === "agent.started" && ++open === 1) since = performance.now();
      if (event.type === "agent.finished" && --open === 0) waited += performance.now() - since;
    },
  });
  walls.push(performance.now() - started);
  chains.push(waited);
  for (let call = 0; call < 3; call += 1) bare.push(await bareCall());
}
server.disconnect();

const wall = median(walls);
const calls = 6;
const chain = calls * median(bare);
report(
  "debate wall time / chain of model calls",
  {
    ratio: Number((wall / chain).toFixed(3)),
    target: "<= 1.05",
    wall_ms: Math.round(wall),
    chain_ms: Math.round(chain),
    over_latency: Number((wall / (calls * latencyMs)).toFixed(3)),
    cold_wall_ms: Math.round(cold),
    turns_ms: Math.round(median(chains)),
    calls_in_chain: calls,
    latency_ms: latencyMs,
    runs,
  },
  wall / chain <= 1.05,
);
