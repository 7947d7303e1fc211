import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { openArchive } from "#src/market/vendors/archive/archive.ts";
import { checkArchive } from "#src/market/vendors/archive/archive-check.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { vendorChainOf } from "#tests/support/memory-vendor.ts";
import { finishedRun } from "#tests/support/run-analysis.ts";

/* Prices as people have met them in the field: what a source got wrong is named, and no opinion rests on it. */

const cases = resolve(import.meta.dirname, "../../../shared/cases/field");
const isThere = existsSync(cases);
if (!isThere && process.env["CI"] === "true") throw new Error(`the cases are missing at ${cases}`);

async function run(name: string, ticker: string) {
  const made = await finishedRun({
    vendors: vendorChainOf(await openArchive(resolve(cases, name))),
    reasoner: createRulesReasoner(),
    ticker,
    tradeDate: "2025-06-02",
  });
  const { result, manifest } = made.outcome.run;
  const values = new Map(manifest.evidence.map(({ key, value }) => [key, value]));
  return { rating: result.rating, reports: result.reports, notes: result.reports.data.notes.join("\n"), values };
}

const told = async (name: string): Promise<string> =>
  (await checkArchive(resolve(cases, name))).map(({ message }) => message).join("\n");

describe.skipIf(!isThere)("prices from the field (skipped without ../shared/cases/field)", () => {
  test("with nothing wrong are rated, and nothing is said of them", async () => {
    const found = await run("plain", "EXW");
    expect(found.rating).not.toBe("REVIEW");
    expect(found.values.has("return_252d")).toBe(true);
    expect(await told("plain")).toBe("");
  });

  test("with a split of 8 for 1 that no action names: no figure spans the jump", async () => {
    const found = await run("split-8", "EXW");
    expect(found.notes).toContain("the price of 2025-04-21 looks like an 8-for-1 split that no source names");
    expect(found.rating).toBe("REVIEW");
    expect(
      ["return_63d", "sma_50", "close_vs_sma_200", "max_drawdown_252"].filter((key) => found.values.has(key)),
    ).toEqual([]);
    expect(await told("split-8")).toContain("an 8-for-1 split");
  });

  test("that are adjusted already, with the split named: no figure is adjusted by it", async () => {
    const found = await run("adjusted-twice", "EXW");
    expect(found.notes).toContain("the 4-for-1 split named for 2025-04-21 does not show in the prices");
    expect(found.values.has("return_63d")).toBe(false);
    expect(found.values.get("sma_20")).toBeGreaterThan(150);
    expect(await told("adjusted-twice")).toContain("does not show in the prices");
  });

  test("in pounds at the end of pence: the switch is named, and there is no opinion", async () => {
    const found = await run("pence-at-the-end", "EXB.L");
    expect(found).toMatchObject({ rating: "REVIEW", reports: { levels: null } });
    expect(found.reports.review_reason).toMatch(
      /^prices from 2025-05-30 on are 1\/100 of those before: they look like another unit, so only 2 of 400/,
    );
    expect(await told("pence-at-the-end")).toContain("1/100 of those before");
  });

  test("behind a dividend of 30 %: the report names it, and the drop is no reason to sell", async () => {
    const found = await run("special-dividend", "EXD");
    expect(found.notes).toContain("a distribution of 38.82 USD a share on 2025-05-05 was 30.0% of the close before");
    expect(found.values.get("large_distribution")).toBe(38.82);
    expect(found.values.get("return_21d")).toBeLessThan(-20);
    expect(found.values.get("with_dividends_return_21d")).toBeGreaterThan(0);
    // Without the drop the series is that of the first case.
    expect(found.rating).toBe((await run("plain", "EXW")).rating);
  });

  test("that never trade: no opinion, for there is no trade", async () => {
    const found = await run("never-trades", "EXF");
    expect(found).toMatchObject({ rating: "REVIEW", reports: { review_code: "no_data" } });
    expect(found.reports.review_reason).toMatch(/^no trade in the last 400 sessions/);
    expect(await told("never-trades")).toContain("no trade in the last 400 sessions");
  });
});
