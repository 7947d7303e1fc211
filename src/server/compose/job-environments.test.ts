import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixedClock } from "#src/core/clock.ts";
import { readSettings } from "#src/core/config/config.ts";
import { emptyFolder } from "#tests/support/empty-folder.ts";
import { signalSettings } from "./job-environments.ts";

const instrument = (symbol: string, given: object = {}) => ({
  symbol,
  name: symbol,
  assetType: "stock",
  exchange: "NYSE",
  currency: "USD",
  calendar: "XNYS",
  ...given,
});
const pricesTo = (date: string): string =>
  `date,open,high,low,close,volume\n2025-05-01,10,11,9,10,100\n${date},10,11,9,10,100\n`;

test("without a list of its own the engine takes what is real in the archives and has prices up to these days", async () => {
  const folder = emptyFolder();
  const described = { name: "own", description: "made up", synthetic: true, sources: [], caveats: [] };
  writeFileSync(join(folder, "archive.json"), JSON.stringify(described));
  const all = [
    instrument("NOW"),
    instrument("OLD"),
    instrument("NONE"),
    instrument("INDEX", { assetType: "index" }),
    instrument("MADE", { synthetic: true }),
  ];
  writeFileSync(join(folder, "instruments.json"), JSON.stringify(all));
  mkdirSync(join(folder, "bars"));
  for (const symbol of ["NOW", "INDEX", "MADE"])
    writeFileSync(join(folder, `bars/${symbol}.csv`), pricesTo("2025-06-02"));
  writeFileSync(join(folder, "bars/OLD.csv"), pricesTo("2025-05-02"));
  const data = { archives: [folder], online: false };
  const clock = fixedClock(Date.parse("2025-06-04T12:00:00Z"));
  const { instruments } = await signalSettings(readSettings({}), data, "rules", clock);
  expect(instruments).toEqual([{ symbol: "NOW", asset_type: "stock" }]);
});
