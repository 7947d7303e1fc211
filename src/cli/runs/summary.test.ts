import { expect, test } from "vitest";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { finishedRun } from "#tests/support/run-analysis.ts";
import { plainLine, voices } from "#tests/support/voices.ts";
import { summaryText } from "./summary.ts";

test("a reason that asks back ends with its own mark", async () => {
  const setup = { vendors: chainOfCompany(), reasoner: voices(plainLine), tradeDate: MONDAY };
  const { outcome } = await finishedRun({ ...setup, ticker: "NASDAQ:AAPL" });
  const finished = { run: outcome.run, reports: outcome.run.result.reports };
  const text = summaryText(finished, "folder", (_style, shown) => shown, 400);
  // Wrapped at the width of a terminal.
  expect(text.replaceAll(/\s+/g, " ")).toContain("did you mean AAPL? REVIEW is");
});
