import { expect, test } from "vitest";
import { pagesToFind, placeOf, places } from "./places.ts";

test("there are at most seven places, and each of their pages belongs to its own", () => {
  expect(places.length).toBeLessThanOrEqual(7);
  for (const place of places)
    for (const { href } of [place, ...place.tabs]) expect(placeOf(href)?.label).toBe(place.label);
});

test.each([
  ["/signals/sig_1", "Signals"],
  ["/signals/lists", "Lists"],
  ["/settings/channels/chn_1", "Lists"],
  ["/settings", "Account"],
  ["/docs/api/submitAnalysis", "Developers"],
  ["/analyses/new", "Analyses"],
  ["/help", undefined],
])("%s belongs to %s", (path, label) => {
  expect(placeOf(path)?.label).toBe(label);
});

test("no page is found twice", () => {
  expect(new Set(pagesToFind.map(({ href }) => href)).size).toBe(pagesToFind.length);
});
