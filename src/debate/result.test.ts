import { describe, expect, test } from "vitest";
import { Reports } from "#src/contract/run/run.ts";
import { sha256, canonicalJson } from "#src/core/hash.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { finishedRun, type Setup } from "#tests/support/run-analysis.ts";
import { claimOf, plainAnswer, plainLine, voices } from "#tests/support/voices.ts";

const setup: Setup = { vendors: chainOfCompany(), reasoner: voices(plainLine), ticker: "AAPL", tradeDate: MONDAY };

describe("the result", () => {
  test("has every agent's rounds in order, and a heading for each where there are several", async () => {
    const { outcome } = await finishedRun({ ...setup, rounds: 2 });
    const { reports } = outcome.run.result;
    expect(Reports.parse(reports)).toEqual(reports);
    expect(reports.bull?.turns.map(({ round }) => round)).toEqual([1, 2]);
    expect(reports.bull?.text).toBe(
      `### Round 1\n\nThis is ${claimOf("bull", 1)}.\n\n### Round 2\n\nThis is ${claimOf("bull", 2)}.`,
    );
    expect(reports.neutral?.text).toBe(`This is ${claimOf("neutral", 1)}.`);
  });

  test("counts the numbers of all statements, points included", async () => {
    const reasoner = voices((brief) => ({
      answer: {
        ...plainAnswer(brief),
        text: `It closed at 12345.67 and RSI was ${brief.evidence[0]?.value ?? 0} [${brief.evidence[0]?.id}].`,
      },
    }));
    const { outcome } = await finishedRun({ ...setup, reasoner, analysts: ["market"] });
    const { numbers } = outcome.run.result.reports;
    // One analyst, two debaters, two managers, a trader and three risk voices: one miss each.
    expect(numbers).toEqual({ supported: 9, unsupported: 9 });
  });

  test("is what the manifest's hash says", async () => {
    const { outcome } = await finishedRun(setup);
    const { manifest, result } = outcome.run;
    expect(manifest.result_sha256).toBe(sha256(canonicalJson(JSON.parse(JSON.stringify(result)))));
    expect(manifest.rating).toBe(result.rating);
  });

  test("has the verdict's fields as given, and the trader's prose as the decision", async () => {
    const verdict = { rating: "Sell", thesis: "Because.", target: 120, horizon_days: 250, confidence: 0.25 };
    const reasoner = voices((brief) =>
      brief.agent === "portfolio_manager" ? { answer: { ...plainAnswer(brief), ...verdict } } : plainLine(brief),
    );
    const { outcome } = await finishedRun({ ...setup, reasoner });
    const { reports, decision } = outcome.run.result;
    expect(reports.verdict).toEqual({ thesis: "Because.", target: 120, horizon_days: 250, confidence: 0.25 });
    expect(decision).toBe(`This is ${claimOf("trader", 1)}.`);
    expect(reports.portfolio_manager?.turns[0]?.fields).toEqual(verdict);
  });
});
