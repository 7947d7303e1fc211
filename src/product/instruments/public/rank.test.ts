import { expect, test } from "vitest";
import type { Opinion } from "#src/contract/jobs/analysis.ts";
import type { Signal, SignalDetail } from "#src/contract/signals/signals.ts";
import { signalOf } from "#tests/support/signals.ts";
import { inOrder, newestOpinions } from "./rank.ts";

const detail = (symbol: string, rating: Opinion, changes: Partial<Omit<Signal, "kind">> = {}): SignalDetail => ({
  signal: signalOf(symbol, rating, changes),
  hash: "0".repeat(64),
  withdrawn: null,
  marks: [],
});
const noDays = () => [];
const symbols = (all: readonly { readonly symbol: string }[]) => all.map(({ symbol }) => symbol);

test("the newest opinion that was not withdrawn stands for an instrument", () => {
  const withdrawn = { ...detail("AAPL", "Sell"), withdrawn: { at: "2025-06-03T00:00:00Z", reason: "wrong data" } };
  const { opinions } = newestOpinions([withdrawn, detail("AAPL", "Hold"), detail("AAPL", "Buy")], [], noDays);
  expect(opinions).toMatchObject([{ symbol: "AAPL", rating: "Hold", hits: null }]);
});

test("REVIEW stands apart as soon as it is newer than the opinion, and no sooner", () => {
  const signals = [detail("AAPL", "Buy", { session: "2025-06-03" }), detail("IBM", "Sell", { session: "2025-06-03" })];
  const reviews = [
    { symbol: "IBM", session: "2025-06-04" },
    { symbol: "AAPL", session: "2025-06-02" },
    { symbol: "KO", session: "2025-06-04" },
  ];
  const ranked = newestOpinions(signals, reviews, noDays);
  expect(symbols(ranked.opinions)).toEqual(["AAPL"]);
  expect(ranked.reviews).toEqual([
    { symbol: "IBM", name: "IBM for a test", session: "2025-06-04", before: "Sell" },
    { symbol: "KO", name: "KO", session: "2025-06-04", before: null },
  ]);
});

test("conviction is the strength of the opinion, either way, then confidence, then agreement", () => {
  const { opinions } = newestOpinions(
    [
      detail("HOLD", "Hold", { confidence: 0.9 }),
      detail("WEAK", "Buy", { confidence: 0.4 }),
      detail("SHORT", "Sell", { confidence: 0.8 }),
      detail("OVER", "Overweight", { confidence: 0.9 }),
      detail("TWO", "Buy", { confidence: 0.4, agreement: { runs: 3, agreeing: 2, ratings: ["Buy", "Buy", "Hold"] } }),
    ],
    [],
    noDays,
  );
  expect(symbols(inOrder(opinions, "conviction"))).toEqual(["SHORT", "WEAK", "TWO", "OVER", "HOLD"]);
  expect(symbols(inOrder(opinions, "agreement")).at(-1)).toBe("TWO");
  expect(symbols(inOrder(opinions, "symbol"))).toEqual(["HOLD", "OVER", "SHORT", "TWO", "WEAK"]);
});
