import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText } from "ai";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import { createLlmReasoner } from "#src/debate/reasoners/llm/llm-reasoner.ts";
import { demoChain, median, report, run } from "./setup.ts";

/*
 * Debate wall time over its chain of model calls: a model server with a fixed latency in a process of its own, 4
 * analysts, one round of each debate. The chain is 1 + D + R + 3 = 6 steps; it takes what the very requests of that
 * debate take when `fetch` alone sends them again, those of a step at once and a step behind the other. `over_latency`
 * compares with the latency alone, as if neither server nor network needed any time.
 */
const latencyMs = 250;
const runs = 15;
/** Debates before those that count: a worker has made many, and its code is compiled. The first stands beside. */
const warmUps = 30;

const server = fork(join(import.meta.dirname, "model-server.ts"), [String(latencyMs)]);
const [url] = await once(server, "message");
const plainFetch = globalThis.fetch;
/** The bodies of the requests of each step of the latest debate. */
let steps: string[][] = [];
globalThis.fetch = (input, init) => {
  if (typeof init?.body === "string") steps.at(-1)?.push(init.body);
  return plainFetch(input, init);
};
const reasoner = createLlmReasoner({
  provider: "openai-compatible",
  settings: { baseUrl: String(url) },
  models: { deep: "deep", quick: "quick" },
  concurrency: 8,
});
const vendors = await demoChain();

/** One debate as of a day of June 2019. @returns in milliseconds, the whole of it and the part in which an agent spoke */
async function debate(day: number): Promise<{ wall: number; turns: number }> {
  steps = [];
  let [open, since, turns] = [0, 0, 0];
  const started = performance.now();
  await run(vendors, reasoner, `2019-06-0${day}`, {
    emit(event) {
      if (event.type === "agent.started" && ++open === 1) {
        since = performance.now();
        steps.push([]);
      }
      if (event.type === "agent.finished" && --open === 0) turns += performance.now() - since;
    },
  });
  return { wall: performance.now() - started, turns };
}

/** The requests of the latest debate, those of a step at once. @returns in milliseconds */
async function again(send: (body: string) => Promise<unknown>): Promise<number> {
  const asked = steps;
  const started = performance.now();
  for (const bodies of asked) await Promise.all(bodies.map(send));
  return performance.now() - started;
}

async function byFetch(body: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await plainFetch(`${String(url)}/chat/completions`, { method: "POST", headers, body });
  await answer.text();
}

const Body = z.object({ messages: z.array(z.object({ role: z.enum(["system", "user"]), content: z.string() })) });
const compatible = createOpenAICompatible({ name: "bench", baseURL: String(url), fetch: plainFetch });
/** The models' library with the same messages and nothing around it: what no debate can be quicker than. */
async function byLibrary(body: string): Promise<void> {
  const { messages } = Body.parse(JSON.parse(body));
  const instructions = messages
    .filter(({ role }) => role === "system")
    .map(({ content }) => content)
    .join("\n\n");
  const asked = messages.flatMap(({ role, content }) => (role === "user" ? [{ role, content }] : []));
  await streamText({ model: compatible("deep"), instructions, messages: asked }).text;
}

const cold = await debate(3); // loads the provider's package, parses the archive
for (let index = 1; index < warmUps; index += 1) await debate(3 + (index % 5));
const debates: { wall: number; turns: number }[] = [];
const chains: number[] = [];
const libraries: number[] = [];
for (let index = 0; index < runs; index += 1) {
  debates.push(await debate(3 + (index % 5)));
  chains.push(await again(byFetch));
  libraries.push(await again(byLibrary));
}
server.disconnect();

const wall = median(debates.map((one) => one.wall));
const chain = median(chains);
report(
  {
    figure: "debate wall time / chain of model calls",
    value: wall / chain,
    unit: "x",
    target: "<= 1.03",
    met: wall / chain <= 1.03,
  },
  {
    wall_ms: Math.round(wall),
    chain_ms: Math.round(chain),
    library_over_chain: Number((median(libraries) / chain).toFixed(3)),
    over_latency: Number((wall / (steps.length * latencyMs)).toFixed(3)),
    cold_wall_ms: Math.round(cold.wall),
    turns_ms: Math.round(median(debates.map((one) => one.turns))),
    requests: steps.map((bodies) => bodies.length),
    latency_ms: latencyMs,
    runs,
  },
);
