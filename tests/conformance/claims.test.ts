import { describe, expect, test } from "vitest";
import { ground, prepareEvidence, type EvidenceIndex } from "#src/debate/grounding.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import { isSupported } from "#src/contract/judgement.ts";
import { reportsInOrder } from "#src/report/result-text.ts";
import { createRulesReasoner } from "#src/reasoners/rules/rules-reasoner.ts";
import { archivePath } from "../support/archives.ts";
import { claimsAbout, judgeClaims, type Judged } from "../support/claims/made.ts";
import { sentences, trendSentences, type WrittenSentence } from "../support/claims/sentences.ts";
import { archiveChain, finishedRun } from "../support/run-analysis.ts";

/** Ten runs: stocks with and without statements, a made-up company, an index, a coin. */
const runs: readonly (readonly [archive: string, symbol: string, date: string])[] = [
  ["djia-2025", "AAPL", "2025-06-02"],
  ["djia-2025", "BA", "2025-05-02"],
  ["stocknet-2014", "AAPL", "2015-06-02"],
  ["stocknet-2014", "XOM", "2016-03-02"],
  ["stocknet-2014", "AMZN", "2016-09-02"],
  ["stocknet-2014", "GE", "2015-02-02"],
  ["stocknet-2014", "CAT", "2015-08-03"],
  ["demo", "DEMO", "2019-06-03"],
  ["index-2000", "^GSPC", "2008-10-01"],
  ["crypto", "BTC-USD", "2019-05-01"],
];
const shared = archivePath("djia-2025");

async function runOf([archive, ticker, tradeDate]: (typeof runs)[number]) {
  const path = archive === "demo" ? "demo" : archivePath(archive);
  const vendors = await archiveChain(path);
  if (vendors === null) throw new Error(`no archive ${archive}`);
  const { outcome } = await finishedRun({ vendors, reasoner: createRulesReasoner(), ticker, tradeDate });
  return outcome.run;
}

async function evidenceOf(run: (typeof runs)[number]): Promise<readonly Evidence[]> {
  return (await runOf(run)).manifest.evidence;
}

interface Score {
  readonly kind: string;
  readonly claims: number;
  readonly precision: number;
  readonly recall: number;
}

function score(kind: string, judged: readonly Judged[]): Score {
  const wrong = judged.filter((one) => one.wrong).length;
  const flagged = judged.filter((one) => one.flagged).length;
  const both = judged.filter((one) => one.wrong && one.flagged).length;
  return { kind, claims: judged.length, precision: both / Math.max(1, flagged), recall: both / Math.max(1, wrong) };
}

describe.skipIf(shared === null)("crafted claims about ten runs, right and wrong", () => {
  test("what is wrong is flagged, and what is right is not", async () => {
    const judged: Judged[] = [];
    for (const [index, run] of runs.entries()) {
      const evidence = await evidenceOf(run);
      judged.push(...judgeClaims(evidence, claimsAbout(evidence, `claims ${index}`)));
    }
    const kinds = [...Map.groupBy(judged, ({ kind }) => kind)].map(([kind, of]) => score(kind, of));
    const all = score("all", judged);
    console.table([...kinds, all]);
    expect(all.claims).toBeGreaterThan(2000);
    expect(all.precision).toBeGreaterThanOrEqual(0.98);
    expect(all.recall).toBeGreaterThanOrEqual(0.95);
    for (const { kind, precision, recall } of kinds) {
      expect(precision, `precision of ${kind}`).toBeGreaterThanOrEqual(0.95);
      expect(recall, `recall of ${kind}`).toBeGreaterThanOrEqual(0.93);
    }
  });

  /** At a high of closes below that of a day, and far below one of years ago. */
  const highs = [
    ["stocknet-2014", "AMZN", "2015-07-24"],
    ["crypto", "ETH-USD", "2019-06-20"],
  ] as const;
  test.each([...runs, ...highs])("of what the rules say nothing is flagged: %s %s %s", async (...run) => {
    const { reports } = (await runOf(run)).result;
    const flagged = reportsInOrder(reports).flatMap(({ turns }) =>
      turns.flatMap(({ text, grounding: { numbers, words } }) => [
        ...words.flatMap(({ verdict, text: word }) => (verdict === "contradicted" ? [`${word}: ${text}`] : [])),
        ...numbers.flatMap((number) => (isSupported(number) ? [] : [`${number.text}: ${text}`])),
      ]),
    );
    expect(flagged).toEqual([]);
  });

  test("sentences as models write them", async () => {
    const evidence = await evidenceOf(["djia-2025", "AAPL", "2025-06-02"]);
    const index = prepareEvidence(evidence);
    const proposed = [
      { label: "trader entry", value: 200.5 },
      { label: "trader stop", value: 190 },
      { label: "trader target", value: 221 },
      { label: "trader size_pct", value: 4 },
      { label: "portfolio_manager confidence", value: 0.65 },
      { label: "portfolio_manager horizon_days", value: 90 },
    ];
    const trend = prepareEvidence(await evidenceOf(["stocknet-2014", "XOM", "2015-06-02"]));
    const misjudged = (of: EvidenceIndex) => (written: WrittenSentence) => {
      const { unsupported, words } = ground({ text: written.text, points: [], computations: [], proposed, index: of });
      return written.wrong !== (unsupported > 0 || words.some(({ verdict }) => verdict === "contradicted"));
    };
    expect([...sentences.filter(misjudged(index)), ...trendSentences.filter(misjudged(trend))]).toEqual([]);
  });
});
