import { expect, test } from "vitest";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import type { Bounds } from "./admission.ts";
import type { NewsItem } from "../market-data.ts";
import { news } from "#tests/support/memory-vendor.ts";
import { createRefusalLog } from "./refusals.ts";

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const bounds: Bounds = {
  from: "2025-05-01",
  to: "2025-06-02",
  fromInstant: at("2025-05-01"),
  asOf: at("2025-06-02"),
  lastClosed: "2025-06-02",
  historical: true,
  series: [],
};

const item = (title: string, day: string, changes: Partial<NewsItem> = {}): NewsItem =>
  news(`${day}T12:00:00Z`, title, changes);

test("what a source gave and a run may not know is counted and hashed, once for all windows, and not told", () => {
  const log = createRefusalLog();
  const known = item("known", "2025-05-20");
  const later = [item("b", "2025-06-05"), item("a", "2025-06-04")];
  const given = [known, ...later, item("undated", "2025-05-20", { availableAt: null }), item("old", "2025-04-01")];
  log.look("news", "press", given, bounds);
  log.look("news", "press", given, bounds);
  log.notAsked("social", "forum");
  const lines = later.map((record) => canonicalJson(record)).toSorted();
  const taken = log.take();
  expect(taken).toEqual([
    { kind: "news", source: "press", reason: "later", count: 2, sha256: sha256(lines.join("\n")) },
    expect.objectContaining({ reason: "outside", count: 1 }),
    expect.objectContaining({ reason: "undated", count: 1 }),
    { kind: "social", source: "forum", reason: "present_only", count: 0, sha256: null },
  ]);
  expect(JSON.stringify(taken)).not.toMatch(/news-|old/);
  expect(log.take()).toEqual([]);
});
