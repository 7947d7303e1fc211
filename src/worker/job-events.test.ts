import { afterAll, beforeAll, expect, test } from "vitest";
import type { DebateEvent } from "#src/contract/events.ts";
import type { JobEvent } from "#src/contract/jobs.ts";
import { Reports } from "#src/contract/run.ts";
import { systemClock } from "#src/platform/clock.ts";
import { readEvents } from "#src/services/analyses/read-events.ts";
import { submit } from "#tests/support/api-client.ts";
import { start } from "#tests/support/finished-job.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { startModelServer } from "#tests/support/model-server.ts";
import { testCluster, untilEnded } from "#tests/support/worker-process.ts";
import { jobEvents } from "./job-events.ts";
import { customerContext } from "#tests/support/contexts.ts";

let testApp: TestApp;
let url: string;
beforeAll(async () => {
  testApp = await openTestApp();
  ({ url } = await testApp.open());
});
afterAll(() => testApp.drop());

const bull = { agent: "bull", round: 1 } as const;
const bear = { agent: "bear", round: 1 } as const;
const said = (turn: typeof bull | typeof bear, text: string): DebateEvent => ({ type: "agent.delta", ...turn, text });
const finished = (turn: typeof bull | typeof bear): DebateEvent => ({
  type: "agent.finished",
  ...turn,
  headline: "made its case",
  tokens: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 },
  cost_usd: null,
  unsupported_numbers: 0,
  skipped: null,
});

async function runningJob(): Promise<string> {
  const { id } = await submit(url);
  await start(testApp, id);
  return id;
}

/** What one worker tells of the run until it ends or dies. */
async function attempt(id: string, ...events: readonly DebateEvent[]): Promise<void> {
  const { emit, drain } = jobEvents(testApp.db, systemClock, id);
  for (const event of events) emit(event);
  await drain();
}

async function told(id: string): Promise<JobEvent[]> {
  const { actor } = { actor: { owner: "local", plan: "elite", scopes: ["analyses:read"] } as const };
  return [...(await readEvents(customerContext({ db: testApp.db, actor }), { id, after: 0 })).events].slice(2);
}

const brief = ({ type, data }: JobEvent): string =>
  [type, data["agent"], data["text"]].filter((part) => part !== undefined).join(" ");

/** The agents' words as a reader has them who heeds `agent.restarted`. */
function heard(events: readonly JobEvent[]): Record<string, string> {
  const words: Record<string, string> = {};
  for (const { type, data } of events) {
    const agent = String(data["agent"]);
    if (type === "agent.restarted") words[agent] = "";
    if (type === "agent.delta") words[agent] = `${words[agent] ?? ""}${String(data["text"])}`;
  }
  return words;
}

test("a turn that a dead worker left in the middle begins again, and says so before its first new word", async () => {
  const id = await runningJob();
  const opening: DebateEvent[] = [
    { type: "agent.started", ...bull },
    { type: "agent.started", ...bear },
  ];
  await attempt(id, ...opening, said(bull, "Margins wi"), said(bear, "Debt."), finished(bear));
  // The bear's answer was kept, so nothing of it is said again; the bull is asked anew.
  await attempt(id, ...opening, said(bull, "Margins"), finished(bear), said(bull, " widened."), finished(bull));
  const events = await told(id);
  expect(events.map(brief)).toEqual([
    "agent.started bull",
    "agent.started bear",
    "agent.delta bull Margins wi",
    "agent.delta bear Debt.",
    "agent.finished bear",
    "agent.restarted bull",
    "agent.delta bull Margins",
    "agent.delta bull  widened.",
    "agent.finished bull",
  ]);
  expect(heard(events)).toEqual({ bull: "Margins widened.", bear: "Debt." });
});

test("it says so again when the next worker dies too, and never in a run that nothing happened to", async () => {
  const id = await runningJob();
  for (const text of ["One", "Tw", "Three"]) await attempt(id, said(bull, text), said(bull, "."));
  const events = await told(id);
  expect(events.map(brief)).toEqual([
    "agent.delta bull One.",
    "agent.restarted bull",
    "agent.delta bull Tw.",
    "agent.restarted bull",
    "agent.delta bull Three.",
  ]);
  expect(heard(events)).toEqual({ bull: "Three." });
});

test("a worker is killed while an agent speaks: what a reader heard in the end is what stands in the report", async () => {
  let stalled = false;
  const model = await startModelServer({
    pieceLength: 25,
    plan({ prompt }) {
      if (stalled || !prompt.includes("You are the bull.")) return { kind: "answer" };
      stalled = true;
      return { kind: "stall", afterPieces: 12 };
    },
  });
  const jobs = await testCluster();
  const dying = jobs.startWorker(model.url);
  const submitted = await jobs.submit("2019-06-03");
  const { id } = submitted;
  const told = async (): Promise<readonly JobEvent[]> => (await readEvents(jobs.context, { id, after: 0 })).events;
  const has = async (...lines: readonly string[]): Promise<boolean> => {
    const events = (await told()).map(({ type, data }) => `${type} ${String(data["agent"])}`);
    return lines.every((line) => events.includes(line));
  };
  await expect.poll(() => has("agent.delta bull", "agent.finished bear")).toBe(true);
  dying.kill("SIGKILL");
  jobs.startWorker(model.url);
  const [job] = await untilEnded(jobs, [submitted]);
  expect(job?.status).toBe("succeeded");
  const events = await told();
  expect(events.filter(({ type }) => type === "agent.restarted").map(({ data }) => data)).toEqual([bull]);
  const { market, bull: bulls, bear: bears, portfolio_manager } = Reports.parse(job?.result?.reports);
  const first = (report: typeof market): string | undefined => report?.turns[0]?.text;
  expect(heard(events)).toMatchObject({
    market: first(market),
    bull: first(bulls),
    bear: first(bears),
    portfolio_manager: first(portfolio_manager),
  });
  await model.close();
});
