import { describe, expect, test } from "vitest";
import { type Change, RunDiff } from "#src/report/text/diff.ts";
import { MONDAY, chainOfCompany } from "#tests/support/company.ts";
import { type Setup, finishedRun } from "#tests/support/run-analysis.ts";
import { plainAnswer, plainLine, voices } from "#tests/support/voices.ts";
import type { Agent } from "#src/contract/run/answers.ts";
import { type Compared, diffRuns, whatChanged } from "./diff.ts";

const setup: Setup = { vendors: chainOfCompany(), reasoner: voices(plainLine), ticker: "AAPL", tradeDate: MONDAY };

async function compared(changes: Partial<Setup> = {}, runId = "run-1"): Promise<Compared> {
  const { outcome } = await finishedRun({ ...setup, ...changes, settings: { runId } });
  return { run: outcome.run, reports: outcome.run.result.reports };
}

describe("what changed between two runs", () => {
  test("is nothing for the same run again", async () => {
    expect(diffRuns(await compared(), await compared({}, "run-2"))).toEqual({
      before: "run-1",
      after: "run-2",
      outcome: [],
      setting: [],
      evidence: { changed: [], added: [], removed: [] },
      arguments: [],
    });
  });

  test("is values of the same measures, and items that came and went, from one date to another", async () => {
    const diff = diffRuns(await compared({ tradeDate: "2025-05-02" }), await compared());
    expect(RunDiff.parse(diff)).toEqual(diff);
    expect(diff.setting.map(({ name }) => name)).toEqual(["trade_date", "as_of"]);
    const close = diff.evidence.changed.find(({ key }) => key === "close");
    expect(close).toMatchObject({ name: "Last close, as traded", unit: "USD" });
    expect(close?.before).not.toBe(close?.after);
    expect(diff.evidence.added.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["Dispatch 5 about the company", "Post 5 about the company"]),
    );
    const back = diffRuns(await compared(), await compared({ tradeDate: "2025-05-02" }));
    expect(back.evidence.removed).toEqual(diff.evidence.added);
    expect(back.evidence.changed.find(({ key }) => key === "close")).toEqual({
      ...close,
      before: close?.after,
      after: close?.before,
    });
  });

  test("is claims and fields of each agent, and the outcome, from one reasoner to another", async () => {
    const reasoner = voices((brief) => {
      if (brief.agent === "bull")
        return { answer: { ...plainAnswer(brief), points: [{ claim: "a new one", evidence: [] }] } };
      return brief.agent === "portfolio_manager"
        ? { answer: { ...plainAnswer(brief), rating: null } }
        : plainLine(brief);
    });
    const diff = diffRuns(await compared(), await compared({ reasoner }));
    expect(diff.outcome.map(({ name, before, after }) => [name, before, after])).toEqual([
      ["rating", "Overweight", "REVIEW"],
      ["instruction", "Overweight: own more than usual.", "REVIEW: no opinion, so nothing is to be done."],
      ["review_reason", null, expect.stringMatching(/no opinion/)],
    ]);
    expect(diff.arguments).toEqual([
      { agent: "bull", added: ["a new one"], removed: [expect.stringMatching(/bull/)], fields: [] },
      {
        agent: "portfolio_manager",
        added: [],
        removed: [],
        fields: [{ name: "rating", before: "Overweight", after: null }],
      },
    ]);
  });

  test("shows an analyst that only one of them asked", async () => {
    const diff = diffRuns(await compared({ analysts: ["market", "news"] }), await compared({ analysts: ["market"] }));
    const news = diff.arguments.find(({ agent }) => agent === "news");
    expect(news).toMatchObject({ added: [], fields: [{ name: "score", before: 1, after: null }] });
    expect(diff.evidence.removed.every(({ id }) => id.startsWith("N"))).toBe(true);
  });
});

const argued = (agent: Agent, fields: readonly Change[], added: readonly string[] = []) => ({
  agent,
  added: [...added],
  removed: [],
  fields: [...fields],
});
const score = (before: number | null, after: number | null): Change => ({ name: "score", before, after });

test("the analyst that moved most is named, then the manager and the trader", () => {
  const moved = [
    argued("market", [score(0, 1)]),
    argued("fundamentals", [score(-2, 1)]),
    argued("research_manager", [{ name: "lean", before: "Hold", after: "Buy" }]),
    argued("trader", [{ name: "action", before: "hold", after: "buy" }]),
  ];
  expect(whatChanged({ arguments: moved }, { before: "Hold", after: "Overweight" })).toBe(
    "The rating changed from Hold to Overweight. The fundamentals analyst moved most, from a score of \u22122 to +1, and 1 other analyst moved with it; the research manager's lean changed from Hold to Buy; the trader's action from hold to buy.",
  );
});

test("without a move the sentence says so, and tells of new claims", () => {
  const same = { before: "Hold", after: "Hold" } as const;
  expect(whatChanged({ arguments: [] }, same)).toBe(
    "Both runs ended in Hold. No analyst, manager or trader moved, and no claim is new.",
  );
  const claims = [argued("bear", [], ["Margins fall."])];
  expect(whatChanged({ arguments: claims }, same)).toContain("1 claim in the second is new.");
});

test("REVIEW is no opinion, and a field that was not read is no move", () => {
  const unread = [argued("market", [score(null, 2)])];
  expect(whatChanged({ arguments: unread }, { before: "Buy", after: "REVIEW" })).toMatch(
    /^The first run ended in Buy, the second without an opinion \(REVIEW\)\. No analyst/,
  );
  expect(whatChanged({ arguments: [] }, { before: "REVIEW", after: "REVIEW" })).toMatch(/^Neither run/);
});
