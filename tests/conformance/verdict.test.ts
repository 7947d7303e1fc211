import { describe, expect, test } from "vitest";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import { VendorFailed } from "#src/core/errors.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import type { Line } from "#src/debate/reasoners/scripted/scripted-reasoner.ts";
import { chainOfCompany, company, MONDAY } from "#tests/support/company.ts";
import { vendorChainOf, failingVendor, instrument, memoryVendor } from "#tests/support/memory-vendor.ts";
import { finishedRun, memoryOf, runAnalysis, type Setup } from "#tests/support/run-analysis.ts";
import { plainAnswer, plainLine, voices } from "#tests/support/voices.ts";

const setup: Setup = { vendors: chainOfCompany(), reasoner: voices(plainLine), ticker: "AAPL", tradeDate: MONDAY };

/** A run in which everybody speaks plainly and the portfolio manager says `line`. */
async function decided(change: Record<string, unknown> | { prose: string }) {
  const memory = memoryOf([]);
  const script = (brief: Parameters<typeof plainAnswer>[0]): Line => {
    if (brief.agent !== "portfolio_manager") return plainLine(brief);
    return "prose" in change && typeof change["prose"] === "string"
      ? { prose: change["prose"], problem: "not JSON" }
      : { answer: { ...plainAnswer(brief), ...change } };
  };
  const { outcome, calls } = await finishedRun({ ...setup, reasoner: voices(script), memory });
  const { rating, is_review, reports } = outcome.run.result;
  const asked = calls.filter(({ brief }) => brief.agent === "portfolio_manager").length;
  return { rating, asked, is_review, reason: reports.review_reason, reports, remembered: memory.kept };
}

describe("the rating", () => {
  test.each(Opinion.options)("%s, given as a field, is the rating", async (rating) => {
    const decision = await decided({ rating, text: `A Sell, a Buy, who knows.\n\n**Rating:** ${rating}` });
    expect(decision).toMatchObject({ rating, is_review: false, reason: null });
    expect(decision.remembered).toEqual([
      { symbol: "AAPL", session: MONDAY, rating, reasoner: "scripted deep-1", runId: "run-1" },
    ]);
  });

  test.each([
    ["another rating", { rating: "Buy", text: "Rating: Sell" }],
    ["a rating, where the field says that there is none", { rating: null, text: "Rating: Sell" }],
    ["that there is none, where the field has one", { rating: "Buy", text: "Rating: REVIEW" }],
    ["two ratings", { rating: "Buy", text: "Rating: Buy or Sell" }],
  ])("is none where the prose's own label line says %s", async (_what, change) => {
    const decision = await decided(change);
    expect(decision).toMatchObject({ rating: "REVIEW", is_review: true, remembered: [] });
    expect(decision.reports).toMatchObject({
      review_code: "conflict",
      review_reason: "the portfolio manager gave two different ratings",
      portfolio_manager: { turns: [{ read_as: ["asked_again"] }] },
    });
  });

  test("no rating in the field is no opinion", async () => {
    const decision = await decided({ rating: null, thesis: "The evidence is thin", text: "It may rise." });
    expect(decision).toMatchObject({ rating: "REVIEW", is_review: true, reports: { review_code: "no_opinion" } });
    expect(decision.reason).toBe("the portfolio manager has no opinion: The evidence is thin");
    expect(decision.remembered).toEqual([]);
  });

  test("prose without structure is read by its last label line", async () => {
    const decision = await decided({ prose: "Not a Buy any more.\n\nRating: **Underweight**" });
    expect(decision).toMatchObject({ rating: "Underweight", is_review: false, reason: null });
    expect(decision.reports.portfolio_manager?.turns[0]).toMatchObject({ problem: "not JSON", points: [], fields: {} });
    expect(decision.reports.verdict).toBeNull();
  });

  test.each([
    ["", "unreadable_answer", "the portfolio manager did not decide: the model gave no answer: deep-1: not JSON"],
    ["I would buy it, Hold on, sell?", "unreadable_answer", "gave no rating that can be read (not JSON)"],
    ["Rating: Buy\nRating: Sell", "conflict", "gave two different ratings"],
    ["Rating: Strong Buy", "unreadable_answer", "gave no rating that can be read (not JSON)"],
    ["Rating: REVIEW", "no_opinion", "has no opinion: Rating: REVIEW"],
    ['{"rating": "Buy"', "unreadable_answer", "gave no rating that can be read (not JSON)"],
  ])(
    "prose that names no rating is asked about once more, and then REVIEW that says why: %j",
    async (prose, code, reason) => {
      const decision = await decided({ prose });
      expect(decision).toMatchObject({ rating: "REVIEW", is_review: true, remembered: [] });
      expect(decision.reason).toContain(reason);
      expect(decision.reports.review_code).toBe(code);
      expect(decision.asked).toBe(2);
    },
  );

  test("a trader without a structured proposal leaves no levels and no checks", async () => {
    const script = (brief: Parameters<typeof plainAnswer>[0]): Line =>
      brief.agent === "trader" ? { prose: "Buy at 101, stop at 90.", problem: "not JSON" } : plainLine(brief);
    const { outcome } = await finishedRun({ ...setup, reasoner: voices(script) });
    const { reports, decision } = outcome.run.result;
    expect(decision).toBe("Buy at 101, stop at 90.");
    expect([reports.levels, reports.checks]).toEqual([null, []]);
  });

  test("levels that cannot be meant are failed by code and not published", async () => {
    const script = (brief: Parameters<typeof plainAnswer>[0]): Line => {
      if (brief.agent !== "trader") return plainLine(brief);
      const entry = brief.evidence.find(({ key }) => key === "close")?.value ?? Number.NaN;
      return {
        answer: { ...plainAnswer(brief), action: "buy", entry, stop: entry + 2, target: entry * 90, size_pct: 5 },
      };
    };
    const { outcome } = await finishedRun({ ...setup, reasoner: voices(script) });
    const { checks, levels } = outcome.run.result.reports;
    const failed = checks.filter((check) => check.outcome === "fail").map(({ id }) => id);
    expect(failed).toEqual(expect.arrayContaining(["stop_side", "target_scale"]));
    expect(levels).toMatchObject({ action: "buy", entry: expect.any(Number), stop: null, target: null });
  });
});

describe("nothing to debate is REVIEW without a call", () => {
  const nobody = memoryVendor("test", {}, [instrument("AAPL")]);
  test.each<[string, Partial<Setup>, RegExp]>([
    ["an unknown symbol", { ticker: "MSFT" }, /^MSFT is not known: not in test$/],
    ["a slip of a symbol", { ticker: "AAPLE" }, /^AAPLE is not known: not in test; did you mean AAPL\?$/],
    [
      "a coin that is asked for as a stock",
      { ticker: "BTCUSDT" },
      /^BTCUSDT is not known: .*; did you mean BTC-USDT\?$/,
    ],
    [
      "a symbol as another site writes it",
      { ticker: "NASDAQ:MSFT" },
      /^"NASDAQ:MSFT" is not a symbol: .*; did you mean MSFT\?$/,
    ],
    ["a future date", { now: "2025-06-01T12:00:00Z" }, /^2025-06-02 is in the future: it is 2025-06-01/],
    ["no data at all", { vendors: vendorChainOf(nobody) }, /^no data for AAPL as of 2025-06-02T20:00:00.000Z$/],
    ["a date before all data", { tradeDate: "1999-06-01" }, /^no data for AAPL as of 1999-06-01/],
    ["a date before 1900", { tradeDate: "1899-12-31" }, /^1899-12-31 is before 1900-01-01, where the calendar begins$/],
    ["the year 0", { tradeDate: "0000-02-29" }, /^0000-02-29 is before 1900-01-01/],
    ["the last year", { tradeDate: "9999-12-31" }, /^9999-12-31 is in the future/],
    [
      "a pair of currencies",
      { ticker: "EURUSD" },
      /^"EURUSD" is not a symbol: a pair of currencies is neither a stock/,
    ],
    ["a symbol that is close to one", { ticker: "$AAPL" }, /^"\$AAPL" is not a symbol: .*; did you mean AAPL\?$/],
    ["half a symbol", { ticker: "A-" }, /^"A-" is not a symbol: '\.' and '-' stand only between letters or digits/],
    ["a path", { ticker: "../../etc/passwd" }, /^"\.\.\/\.\.\/etc\/passwd" is not a symbol/],
    ["an umlaut", { ticker: "Ä" }, /^"Ä" is not a symbol: a symbol has only letters, digits/],
    ["what nobody can see", { ticker: "\u200f \u200b" }, /^the ticker is empty$/],
    ["a text that turns around", { ticker: "\u202eLPAA A" }, /^"LPAA A" is not a symbol/],
    [
      "no data for the analysts that were asked for",
      { analysts: ["news"], vendors: chainOfCompany({ news: [] }) },
      /^no data for AAPL/,
    ],
  ])("%s", async (_what, change, reason) => {
    const memory = memoryOf([]);
    for (const reasoner of [voices(plainLine), createRulesReasoner()]) {
      const { outcome, calls, events } = await finishedRun({ ...setup, reasoner, memory, ...change });
      expect(calls).toEqual([]);
      const { result, usage, manifest } = outcome.run;
      expect(result).toMatchObject({ rating: "REVIEW", is_review: true, decision: null });
      expect(result.reports.review_reason).toMatch(reason);
      expect(usage).toMatchObject({ calls: 0, cost_usd: "0", agents: [] });
      expect(manifest).toMatchObject({ rating: "REVIEW", calls: [] });
      expect(events).toEqual([{ type: "debate.finished", rating: "REVIEW", is_review: true }]);
    }
    expect(memory.kept).toEqual([]);
  });

  test("a vendor that fails is an error and no REVIEW: nobody can say that there is no data", async () => {
    const down = failingVendor("down", "unavailable");
    const { outcome, calls } = await runAnalysis({ ...setup, vendors: vendorChainOf(down) });
    expect(outcome).toMatchObject({ ok: false, error: expect.any(VendorFailed), reports: {} });
    const knowing = vendorChainOf({ ...down, instrument: async () => instrument("AAPL") });
    const second = await runAnalysis({ ...setup, vendors: knowing });
    expect(second.outcome).toMatchObject({ ok: false, error: expect.any(VendorFailed) });
    expect([...calls, ...second.calls]).toEqual([]);
  });

  test("a vendor of words that fails is a note, and the run goes on", async () => {
    const { bars = [] } = company();
    const half = {
      ...failingVendor("half", "timeout"),
      ...memoryVendor("half", { bars, actions: [] }, [instrument("AAPL")]),
    };
    const { outcome, calls } = await finishedRun({ ...setup, vendors: vendorChainOf(half) });
    expect(calls.map(({ step }) => step)[0]).toBe("market/1");
    expect(calls).toHaveLength(1 + 2 + 3 + 3);
    expect(outcome.run.result.reports.data.notes).toEqual(
      expect.arrayContaining([expect.stringMatching(/^news: half failed \(timeout\)/)]),
    );
  });
});
