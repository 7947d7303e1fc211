import { describe, expect, test } from "vitest";
import type { JobEvent } from "#src/contract/jobs/jobs.ts";
import { emptyRun, applyEvent, spent, type LiveRun } from "./live-run.ts";

const tokens = { input_tokens: 100, cached_input_tokens: 0, output_tokens: 20 };

function told(...events: readonly (readonly [type: string, data?: Record<string, unknown>])[]): JobEvent[] {
  return events.map(([type, data = {}], index) => ({
    seq: index + 1,
    type,
    data,
    created_at: `2026-01-05T10:00:${String(index).padStart(2, "0")}.000Z`,
  }));
}

function after(events: readonly JobEvent[]): LiveRun {
  return events.reduce(applyEvent, emptyRun("2026-01-05T09:59:59.000Z"));
}

const bull = { agent: "bull", round: 1 };
const finished = { ...bull, headline: "For it", tokens, cost_usd: "0.1", unsupported_numbers: 1, skipped: null };

describe("a run as its events tell it", () => {
  const events = told(
    ["job.queued"],
    ["job.running"],
    ["agent.started", bull],
    ["agent.tool", { ...bull, tool: "news", found: 2 }],
    ["agent.delta", { ...bull, text: "Margins " }],
    ["agent.delta", { ...bull, text: "rise." }],
    ["agent.finished", finished],
    ["agent.started", { ...bull, round: 2 }],
    ["debate.finished", { rating: "Hold", is_review: false }],
    ["holdings.progress", { done: 4, of: 5 }],
    ["job.succeeded", { rating: "Hold", is_review: false }],
  );

  test("has each turn with what it said, found, cost and took", () => {
    const run = after(events);
    expect(run).toMatchObject({ status: "succeeded", rating: "Hold", seq: 11, startedAt: events[1]?.created_at });
    expect([run.holdings, after(events.slice(0, 9)).holdings]).toEqual([{ done: 4, of: 5 }, null]);
    expect(run.turns).toMatchObject([
      { agent: "bull", round: 1, text: "Margins rise.", lookUps: 1, tokens: 120, costUsd: "0.1", unsupported: 1 },
      { agent: "bull", round: 2, finishedAt: null },
    ]);
  });

  test("is the same when a reconnect tells a part again, or when it is cut in two", () => {
    const again = [...events.slice(0, 6), ...events.slice(3)];
    expect(after(again)).toEqual(after(events));
    expect(events.slice(5).reduce(applyEvent, after(events.slice(0, 5)))).toEqual(after(events));
  });

  test("forgets what was said before a worker died", () => {
    const [first, second] = ["Margins ", "Sales fall."].map((text) => ["agent.delta", { ...bull, text }] as const);
    const run = after(told(["job.queued"], first ?? ["x"], ["agent.restarted", bull], second ?? ["x"]));
    expect(run.turns).toMatchObject([{ text: "Sales fall.", finishedAt: null }]);
  });

  test("has the spans of a finished text, and that text where it is another than was told before", () => {
    const spans = [{ from: 0, to: 4, kind: "reference", ids: ["M1"], expression: null }];
    const end = (data: object) =>
      told(["agent.delta", { ...bull, text: "9.9 %" }], ["agent.finished", { ...finished, ...data }]);
    expect(after(end({ spans })).turns).toMatchObject([{ text: "9.9 %", spans }]);
    expect(after(end({ spans, text: "5.5 %" })).turns).toMatchObject([{ text: "5.5 %", spans }]);
    expect(after(end({})).turns).toMatchObject([{ text: "9.9 %", spans: [] }]);
  });

  test("passes over kinds of events that it does not know", () => {
    expect(after(told(["job.queued"], ["agent.sang", bull]))).toMatchObject({ seq: 2, turns: [] });
  });

  test("has no sum where one price is not known, and nothing spent before anybody spoke", () => {
    expect(spent(after(events.slice(0, 3)))).toBe("0");
    expect(spent(after(events))).toBe("0.1");
    expect(spent(after(told(["agent.finished", { ...finished, cost_usd: null }])))).toBeNull();
  });

  test("says why it failed", () => {
    const run = after(told(["job.queued"], ["job.running"], ["job.failed", { error: "the budget is used up" }]));
    expect(run).toMatchObject({ status: "failed", error: "the budget is used up" });
  });
});
