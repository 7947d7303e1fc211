import { describe, expect, test } from "vitest";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { MONDAY, chainOfCompany, company } from "#tests/support/company.ts";
import { type Setup, finishedRun } from "#tests/support/run-analysis.ts";
import { plainAnswer, plainLine, voices } from "#tests/support/voices.ts";
import { createRulesReasoner } from "../reasoners/rules/rules-reasoner.ts";
import { outlookOn } from "../reasoners/rules/opinion.ts";

const setup: Setup = { vendors: chainOfCompany(), reasoner: voices(plainLine), ticker: "AAPL", tradeDate: MONDAY };

async function sharedIn(changed: Setup) {
  const { calls, outcome } = await finishedRun(changed);
  const isAnalyst = (agent: string): boolean => Analyst.options.some((analyst) => analyst === agent);
  const shared = calls.flatMap(({ brief }) => (isAnalyst(brief.agent) ? [] : [brief.evidence]));
  return { shared, all: outcome.run.manifest.evidence };
}

describe("the evidence that everybody after the analysts sees", () => {
  test("is one list for all of them", async () => {
    const { shared } = await sharedIn(setup);
    for (const evidence of shared) expect(evidence).toEqual(shared[0]);
  });

  test("is what the analysts rest on and what levels and doubts are argued from, in its order", async () => {
    const { shared, all } = await sharedIn(setup);
    const needed = new Set([
      "close",
      "atr_14",
      "volatility_21",
      "support_20",
      "resistance_20",
      "sessions_available",
      "price_age_days",
    ]);
    // Every plain analyst cites the first two of its own.
    const cited = new Set(["M1", "M2", "S1", "S2", "N1", "N2", "F1", "F2"]);
    const wanted = all.filter(({ id, key }) => cited.has(id) || needed.has(key));
    expect(wanted.length).toBeGreaterThan(cited.size);
    expect(wanted.length).toBeLessThan(all.length);
    expect(shared[0]).toEqual(wanted);
  });

  test("holds all figures, and no words, of an analyst whose answer could not be read", async () => {
    const reasoner = voices((brief) =>
      brief.agent === "news" ? { prose: "See [N1].", problem: "not JSON" } : plainLine(brief),
    );
    const { shared, all } = await sharedIn({ ...setup, reasoner });
    const news = (items: readonly { id: string }[] = []) => items.filter(({ id }) => id.startsWith("N"));
    expect(news(shared[0])).toEqual(news(all.filter(({ value }) => value !== null)));
    expect(news(shared[0]).length).toBeGreaterThan(2);
  });

  test("is not widened by an id that nobody gave", async () => {
    const reasoner = voices((brief) => ({
      answer: {
        ...plainAnswer(brief),
        ...(brief.agent === "market" && { points: [{ claim: "x", evidence: ["M999", "m3"], side: "for" }] }),
      },
    }));
    const { shared, all } = await sharedIn({ ...setup, reasoner });
    expect(shared[0]?.every((item) => all.includes(item) || all.some(({ id }) => id === item.id))).toBe(true);
    expect(shared[0]?.some(({ id }) => id === "M3")).toBe(false);
  });

  test("lets the rules judge exactly as on all the evidence", async () => {
    const texts = ["excellent growth", "a strong profit", "good news", "a loss", "great success", "fine results"];
    const at = (index: number) => `2025-05-${28 + (index % 3)}T1${index}:00:00Z`;
    const { news = [], social = [] } = company();
    const [item] = news;
    const [post] = social;
    if (item === undefined || post === undefined) throw new Error("the company has no words");
    const when = (index: number) => ({ eventTime: Date.parse(at(index)), availableAt: Date.parse(at(index)) });
    const vendors = chainOfCompany({
      news: texts.map((title, index) => ({ ...item, title, sourceId: `n${index}`, ...when(index) })),
      social: texts.map((text, index) => ({ ...post, text, sourceId: `s${index}`, ...when(index), stance: "bullish" })),
    });
    const { shared, all } = await sharedIn({ ...setup, vendors, reasoner: createRulesReasoner() });
    const full = outlookOn(all, "stock");
    expect(full.reasons.map(({ analyst }) => analyst)).toEqual(expect.arrayContaining(["market", "news", "social"]));
    expect(full.reasons.some(({ part }) => part !== 0)).toBe(true);
    for (const evidence of shared) expect(outlookOn(evidence, "stock")).toEqual(full);
  });
});
