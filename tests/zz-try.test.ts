import { test } from "vitest";
import { archivePath } from "#tests/support/archives.ts";
import { archiveChain, finishedRun } from "#tests/support/run-analysis.ts";
import { createRulesReasoner } from "#src/reasoners/rules/rules-reasoner.ts";
import { keysRead } from "#src/reasoners/rules/opinion.ts";

const cases = [
  [["stocknet-2014", "index-2000"], "AAPL", "2014-06-20"],
  [["djia-2025"], "AAPL", "2025-06-02"],
  [["crypto"], "BTC-USD", "2018-06-01"],
  [["crypto-2023"], "BTC-USD", "2023-06-01"],
  [["index-2000"], "^GSPC", "2008-09-29"],
  [["djia-2025"], "AAPL", "2025-06-01"],
  [["djia-2025"], "AAPL", "2025-07-04"],
  [["djia-2025"], "AAPL", "2024-12-13"],
  [["djia-2025"], "AAPL", "2026-01-15"],
  [["stocknet-2014", "index-2000"], "MCD", "2016-06-20"],
] as const;
test.for(cases)("%s %s %s", async ([names, ticker, tradeDate]) => {
  const chain = await archiveChain(...names.map((n) => archivePath(n)));
  if (!chain) throw new Error();
  const t = performance.now();
  const { outcome, calls } = await finishedRun({ chain, ticker, tradeDate, reasoner: createRulesReasoner(), rounds: 2, settings: {riskRounds: 2} });
  const t2 = performance.now();
  for (let i = 0; i < 5; i++) await finishedRun({ chain, ticker, tradeDate, reasoner: createRulesReasoner() });
  const { reports, rating } = outcome.run.result;
  console.log(names.join(), ticker, tradeDate, rating, reports.review_reason, reports.numbers, "calls", calls.length, "ms", (t2-t).toFixed(0), ((performance.now() - t2)/5).toFixed(0));
  console.log(reports.data.notes, reports.levels, reports.checks.map(c => c.id + ":" + c.outcome).join(" "));
  for (const r of Object.values(reports)) if (r && typeof r === "object" && "turns" in r) for (const t of r.turns) { for (const n of t.grounding.numbers) if (n.verdict === "unsupported") console.log("UNSUP", r.agent, n.point, n.text, "|", (n.point === null ? t.text : t.points[n.point]?.claim ?? "").slice(Math.max(0, n.offset - 60), n.offset + 40)); if (t.grounding.unknown_ids.length) console.log("UNKNOWN", t.grounding.unknown_ids); }
  console.log("keys missing", [...keysRead].filter(k => !outcome.run.manifest.evidence.some(e => e.key === k)).join(" "));
  if (tradeDate === "2014-06-20") for (const r of Object.values(reports)) if (r && typeof r === "object" && "turns" in r) console.log("##", r.agent, "\n", r.text);
});
