import { describe, expect, test } from "vitest";
import type { AnswerCount } from "#src/contract/jobs/model-checks.ts";
import { answerCounts } from "#src/server/worker/workflows/analysis.ts";
import { ModelFailed } from "#src/core/errors.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import type { Line } from "#src/debate/reasoners/scripted/scripted-reasoner.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { runAnalysis } from "#tests/support/run-analysis.ts";
import { plainAnswer, plainLine, voices } from "#tests/support/voices.ts";

type Script = (brief: Parameters<typeof plainLine>[0]) => Line;

async function counted(script: Script): Promise<Record<string, number>> {
  const run = { vendors: chainOfCompany(), reasoner: voices(script), ticker: "AAPL", tradeDate: MONDAY };
  const counts = answerCounts((await runAnalysis(run)).outcome);
  expect(counts.every(({ provider }) => provider === "scripted")).toBe(true);
  return Object.fromEntries(counts.map(({ model, outcome, count }: AnswerCount) => [`${model} ${outcome}`, count]));
}

/** What agents say in a debate of the company: market, social, news, fundamentals, bull, bear, trader, three risk voices. */
const plain = { "quick-1 answer": 10, "deep-1 answer": 2, "deep-1 verdict": 1 };

describe("the answers of a run", () => {
  test("that came as asked are counted by model and are nothing else", async () => {
    expect(await counted(plainLine)).toEqual(plain);
  });

  test("that were incomplete are counted as such", async () => {
    const script: Script = (brief) =>
      brief.agent === "bull" ? { prose: "It will rise.", problem: "there is no object" } : plainLine(brief);
    expect(await counted(script)).toEqual({ ...plain, "quick-1 incomplete": 1 });
  });

  test("of a portfolio manager who gives two ratings are asked for again, and end as a REVIEW of its model", async () => {
    const script: Script = (brief) =>
      brief.agent === "portfolio_manager"
        ? { answer: { ...plainAnswer(brief), rating: "Buy", text: "Rating: Sell" } }
        : plainLine(brief);
    expect(await counted(script)).toEqual({ ...plain, "deep-1 asked_again": 1, "deep-1 review_conflict": 1 });
  });

  test("that never came are counted as unheard", async () => {
    const script: Script = (brief) => {
      if (brief.agent === "bear") throw new ModelFailed("quick-1", "timeout", "no answer in time");
      return plainLine(brief);
    };
    expect(await counted(script)).toEqual({ ...plain, "quick-1 answer": 9, "quick-1 unheard": 1 });
  });

  test("of a run that its model failed are counted with the failure", async () => {
    const script: Script = (brief) => {
      if (brief.agent === "trader") throw new ModelFailed("quick-1", "unavailable", "the connection broke");
      return plainLine(brief);
    };
    expect(await counted(script)).toEqual({ "quick-1 answer": 6, "deep-1 answer": 1, "quick-1 failed": 1 });
  });

  test("of the rules engine are none", async () => {
    const run = { vendors: chainOfCompany(), reasoner: createRulesReasoner(), ticker: "AAPL", tradeDate: MONDAY };
    expect(answerCounts((await runAnalysis(run)).outcome)).toEqual([]);
  });
});
