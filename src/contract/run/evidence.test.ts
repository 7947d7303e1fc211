import { expect, test } from "vitest";
import { type EvidenceCoverage, coverageText } from "./evidence.ts";

test.each<[EvidenceCoverage, string]>([
  [
    { kind: "bars", status: "held", source: "archive:main", from: "2019-01-02", to: "2026-06-02", records: 1866 },
    "Prices: 1,866 records from 2019-01-02 to 2026-06-02, from archive main",
  ],
  [
    { kind: "filings", status: "held", source: "archive:main", from: "2020-02-01", to: "2020-02-01", records: 1 },
    "Financial statements: 1 record on 2020-02-01, from archive main",
  ],
  [
    { kind: "news", status: "online", sources: ["finnhub", "gdelt"], past: true },
    "News: asked of finnhub, gdelt when a run starts",
  ],
  [{ kind: "social", status: "online", sources: ["reddit"], past: false }, "Posts: from reddit, for today alone"],
  [{ kind: "macro", status: "missing", problem: null }, "Economic figures: none"],
  [
    { kind: "events", status: "missing", problem: "the archive main failed (malformed)" },
    "Company events and results (8-K): none: the archive main failed (malformed)",
  ],
])("%j", (coverage, said) => {
  const { label, text } = coverageText(coverage);
  expect(`${label}: ${text}`).toBe(said);
});
