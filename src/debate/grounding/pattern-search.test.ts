import { readdirSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { writtenRuns } from "#tests/support/written-sentences.ts";
import type * as Search from "./pattern-search.ts";

/** Every pattern is run on every text. */
const open: typeof Search = {
  occurs: (pattern, text) => pattern.test(text),
  firstIn: (pattern, text) => pattern.exec(text),
  allIn: (pattern, text) => [...text.matchAll(pattern)],
  mayMatch: () => true,
  gateOf: () => [],
  isOpen: () => true,
};
/** Which sentences of each set: the others read the same, and take ten times as long. */
const every = 40;

test("what a sentence says is read the same with every pattern run on it", async () => {
  const gated = await import("../grounding.ts");
  vi.resetModules();
  vi.doMock("./pattern-search.ts", () => open);
  const plain = await import("../grounding.ts");
  expect(plain.ground).not.toBe(gated.ground);
  let place = 0;
  for (const file of readdirSync(new URL("written", import.meta.url)))
    for (const { own, evidence, sentences } of writtenRuns(file.replace(".json", ""))) {
      const readers = [gated, plain].map(({ ground, prepareEvidence }) => ({
        ground,
        index: prepareEvidence(evidence),
      }));
      for (const [, , text, more] of sentences) {
        place += 1;
        if (place % every !== 0) continue;
        const proposed = Object.entries(more?.own ?? own).map(([role, value]) => ({ label: `trader ${role}`, value }));
        const { computations = [], language } = more ?? {};
        const [one, other] = readers.map(({ ground, index }) =>
          ground({ text, points: [], computations, proposed, index, language }),
        );
        expect(one, text).toEqual(other);
      }
    }
});
