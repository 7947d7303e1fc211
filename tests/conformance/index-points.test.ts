import { join } from "node:path";
import { expect, test } from "vitest";
import { composeReasoner } from "#src/server/compose/models/compose-reasoner.ts";
import { composeVendors } from "#src/server/compose/data/choose-data.ts";
import { readSettings } from "#src/core/config/config.ts";
import { renderMarkdown } from "#src/report/text/markdown.ts";
import { summaryText } from "#src/cli/runs/summary.ts";
import { finishedRun } from "#tests/support/run-analysis.ts";

const demo = join(import.meta.dirname, "../../demo");

test("an index is counted in points wherever its report is read, and a share in its currency", async () => {
  const settings = readSettings({});
  const vendors = await composeVendors({ archives: [demo], online: false }, settings);
  const reasoner = await composeReasoner({ provider: "rules", deep: null, quick: null, baseUrl: null }, settings);
  const read = async (ticker: string): Promise<string> => {
    const { outcome } = await finishedRun({ vendors, reasoner, ticker, tradeDate: "2019-06-03" });
    const finished = { run: outcome.run, reports: outcome.run.result.reports };
    return `${renderMarkdown(finished)}\n${summaryText(finished, "reports/x", (_style, text) => text, 100)}`;
  };
  const index = await read("^GSPC");
  expect(index.match(/.*\bUSD\b.*/g)).toBeNull();
  expect(index).toMatch(/\| 2,744\.45 points \| 58% \|/);
  expect(index).toMatch(/\| M1 \| Last close, as traded \| 2,744\.45 points \|/);
  expect(await read("DEMO")).toMatch(/\| M1 \| Last close, as traded \| [\d.,]+ USD \|/);
});
