import { expect, test } from "vitest";
import { rerunStages } from "./run-text.tsx";

test("a stage stands by the first of its agents who spoke, and not at all where none did", () => {
  const found = rerunStages(["news", "social", "bull", "bear", "trader", "portfolio_manager"]);
  expect(found.map(({ value }) => value)).toEqual(["news", "bull", "trader", "portfolio_manager"]);
  expect(found[0]?.label).toBe("Analysts");
  expect(rerunStages([])).toEqual([]);
});
