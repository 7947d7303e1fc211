import { afterAll, beforeAll, expect, test } from "vitest";
import type { DebateEvent } from "#src/contract/run/events.ts";
import type { JobEvent } from "#src/contract/jobs/jobs.ts";
import { systemClock } from "#src/core/clock.ts";
import { readEvents } from "#src/product/analyses/running.ts";
import { submit } from "#tests/support/api-client.ts";
import { start } from "#tests/support/finished-job.ts";
import { heard } from "#tests/support/heard-words.ts";
import { type TestApp, openTestApp } from "#tests/support/front-door.ts";
import { jobEvents } from "./durable-checkpoint.ts";
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
async function attempt(id: string, isResumed: boolean, ...events: readonly DebateEvent[]): Promise<void> {
  const { emit, drain } = jobEvents({ db: testApp.db, clock: systemClock }, id, isResumed, () => Promise.resolve());
  for (const event of events) emit(event);
  await drain();
}

async function told(id: string): Promise<JobEvent[]> {
  const { actor } = { actor: { owner: "local", plan: "elite", scopes: ["analyses:read"] } as const };
  return [...(await readEvents(customerContext({ db: testApp.db, actor }), { id, after: 0 })).events].slice(2);
}

const brief = ({ type, data }: JobEvent): string =>
  [type, data["agent"], data["text"]].filter((part) => part !== undefined).join(" ");

test("a turn that a dead worker left in the middle begins again, and says so before its first new word", async () => {
  const id = await runningJob();
  const opening: DebateEvent[] = [
    { type: "agent.started", ...bull },
    { type: "agent.started", ...bear },
  ];
  await attempt(id, false, ...opening, said(bull, "Margins wi"), said(bear, "Debt."), finished(bear));
  // The bear's answer was kept, so nothing of it is said again; the bull is asked anew.
  await attempt(id, true, ...opening, said(bull, "Margins"), finished(bear), said(bull, " widened."), finished(bull));
  const events = await told(id);
  expect(events.map(brief)).toEqual([
    "agent.started bull",
    "agent.started bear",
    "agent.delta bull Margins wi",
    "agent.delta bear Debt.",
    "agent.finished bear",
    "agent.restarted bull",
    "agent.delta bull Margins widened.",
    "agent.finished bull",
  ]);
  expect(heard(events)).toEqual({ bull: "Margins widened.", bear: "Debt." });
});

test("it says so again when the next worker dies too, and never in a run that nothing happened to", async () => {
  const id = await runningJob();
  for (const [nth, text] of ["One", "Tw", "Three"].entries())
    await attempt(id, nth > 0, said(bull, text), said(bull, "."));
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

test("nothing is told of a turn that could still be made anew", async () => {
  const id = await runningJob();
  const kept = Promise.withResolvers<void>();
  const { emit, drain } = jobEvents({ db: testApp.db, clock: systemClock }, id, false, () => kept.promise);
  emit(finished(bull));
  const drained = drain();
  // What would have been told at once is in the table by now.
  await runningJob();
  expect(await told(id)).toEqual([]);
  kept.resolve();
  await drained;
  expect((await told(id)).map(brief)).toEqual(["agent.finished bull"]);
});
