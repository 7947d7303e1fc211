import { beforeAll, describe, expect, test } from "vitest";
import type { AgentReport, AgentTurn, Reports } from "#src/contract/run/run.ts";
import { fullReport } from "#tests/support/full-report.ts";
import { buildDocument } from "../build-document.ts";
import { headFacts } from "../headline.ts";
import type { FinishedRun } from "../text/result-text.ts";
import { stanceMap } from "./stance-map.ts";

let full: FinishedRun;
beforeAll(async () => {
  full = await fullReport();
});

function turn(round: number, fields: AgentTurn["fields"], over: Partial<AgentTurn> = {}): AgentTurn {
  return { round, text: `Round ${round}`, points: [], fields, problem: null, ...over };
}

function report(agent: AgentReport["agent"], turns: AgentTurn[], skipped: string | null = null): AgentReport {
  return { agent, text: "", turns, skipped };
}

function withVoices(
  voices: readonly AgentReport[],
  rating: FinishedRun["run"]["result"]["rating"] = "Overweight",
): FinishedRun {
  const { data, checks, levels, verdict, review_reason, numbers } = full.reports;
  const reports: Reports = { data, checks, levels, verdict, review_reason, numbers };
  for (const voice of voices) reports[voice.agent] = voice;
  return { run: { ...full.run, result: { ...full.run.result, rating } }, reports };
}

const point = (claim: string, ...evidence: string[]) => ({ claim, evidence });

describe("the map of who stood where", () => {
  test("has opinions on one scale and sizes on another, and says who disagreed and what moved", () => {
    const map = stanceMap(
      withVoices([
        report("market", [turn(1, { score: 2 })]),
        report("social", [], "no data"),
        report("fundamentals", [turn(1, { score: -1 })]),
        report("bull", [
          turn(1, {}, { points: [point("a", "M1"), point("b", "M2")] }),
          turn(2, {}, { points: [point("c", "M3"), point("d", "M4")] }),
        ]),
        report("bear", [turn(1, {}, { points: [point("e", "M9")] })]),
        report("research_manager", [turn(1, { lean: "Buy" }, { points: [point("kept", "M2", "M9")] })]),
        report("trader", [turn(1, { action: "buy", size_pct: 4 })]),
        report("aggressive", [turn(1, { size_pct: 8 })]),
        report("neutral", [turn(1, { size_pct: null })]),
        report("conservative", [turn(1, { size_pct: 2 })]),
        report("portfolio_manager", [turn(1, { rating: "Overweight" })]),
      ]),
    );
    expect(map?.ratingAt).toBe(1);
    expect(map?.opinions).toEqual([
      { title: "Market analyst", says: "+2", saidAt: "market-1", place: 2 },
      { title: "Fundamentals analyst", says: "−1", saidAt: "fundamentals-1", place: -1 },
      { title: "Research manager", says: "Buy", saidAt: "research-manager-1", place: 2 },
      { title: "Portfolio manager", says: "Overweight", saidAt: "portfolio-manager-1", place: 1 },
    ]);
    expect(map?.sizes).toEqual([
      { title: "Trader", says: "Buy 4%", saidAt: "trader-1", place: 4 },
      { title: "Aggressive risk voice", says: "8%", saidAt: "aggressive-1", place: 8 },
      { title: "Conservative risk voice", says: "2%", saidAt: "conservative-1", place: 2 },
    ]);
    expect(map?.sizesTo).toBe(10);
    expect(map?.remarks).toEqual([
      "Against the rating: Fundamentals analyst (−1).",
      "The plan uses the evidence of 1 of the bull's 4 points and 1 of the bear's 1 point.",
      "The research manager leaned Buy; the portfolio manager decided Overweight.",
      "The risk voices ask for 2% to 8% of the portfolio.",
      "No view from: social analyst, neutral risk voice.",
    ]);
  });

  test("has a trader who names no size among the sizes, with nothing", () => {
    const map = stanceMap(withVoices([report("trader", [turn(1, { action: "hold", size_pct: null })])]));
    expect(map?.sizes).toMatchObject([{ says: "Hold", place: 0 }]);
    expect(map?.opinions).toEqual([]);
  });

  test("puts REVIEW nowhere on the scale", () => {
    expect(stanceMap(withVoices([report("market", [turn(1, { score: 0 })])], "REVIEW"))?.ratingAt).toBeNull();
  });

  test("leads to words that are in the document, in every report", () => {
    const { parts } = buildDocument(full);
    const ids = parts.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.kind === "stage" ? block.rounds.flatMap(({ voices }) => voices.flatMap((voice) => voice.ids)) : [],
      ),
    );
    const map = stanceMap(full);
    const led = [...(map?.opinions ?? []), ...(map?.sizes ?? [])].map(({ saidAt }) => saidAt);
    expect(led.length).toBeGreaterThan(5);
    expect(led.filter((id) => !ids.includes(id))).toEqual([]);
  });
});

/** The rounds of the debate: who spoke in which. */
function roundsOf(finished: FinishedRun): (readonly [string | null, ...string[]])[] {
  const debate = buildDocument(finished).parts.find(({ id }) => id === "debate");
  return (debate?.blocks ?? []).flatMap((block) =>
    block.kind === "stage"
      ? block.rounds.map(({ title, voices }) => [title, ...voices.map((voice) => voice.title)] as const)
      : [],
  );
}

test("opening stands against opening, and rebuttal against rebuttal", () => {
  const said = (side: string) => [1, 2].map((round) => turn(round, {}, { text: `${side} ${round}` }));
  expect(roundsOf(withVoices([report("bull", said("for")), report("bear", said("against"))]))).toEqual([
    ["Opening", "Bull", "Bear"],
    ["Rebuttal", "Bull", "Bear"],
  ]);
});

test("voices that say the same are told once, under all their names", () => {
  const same = (agent: AgentReport["agent"]) => report(agent, [turn(1, { size_pct: null }, { text: "No position." })]);
  expect(roundsOf(withVoices([same("aggressive"), same("neutral"), same("conservative")]))).toEqual([
    [null, "Aggressive risk voice, neutral risk voice, conservative risk voice"],
  ]);
});

test("the figures of the head have distances from the entry, in percent and in average true ranges", () => {
  const levels = { action: "buy", entry: 40, stop: 38, target: 46, size_pct: 3, currency: "USD" } as const;
  const evidence = full.run.manifest.evidence.map((item) =>
    item.key === "close" ? { ...item, value: 41 } : item.key === "atr_14" ? { ...item, value: 2 } : item,
  );
  const run = { ...full.run, manifest: { ...full.run.manifest, evidence } };
  const facts = headFacts({ run, reports: { ...full.reports, levels } });
  expect(Object.fromEntries(facts.map(({ label, value, note }) => [label, [value, note]]))).toMatchObject({
    "Last close": ["41.00 USD", "on 2019-06-03"],
    Entry: ["40.00 USD", "−2.4% · 0.5 ATR"],
    Stop: ["38.00 USD", "−5.0% · 1.0 ATR"],
    Target: ["46.00 USD", "+15.0% · 3.0 ATR"],
    "Reward to risk": ["3.0", null],
    Size: ["3%", "0.1% lost at the stop"],
    Confidence: ["40%", "over 30 days"],
  });
});

describe("what was lacking", () => {
  const aboutData = (finished: FinishedRun): string =>
    JSON.stringify(buildDocument(finished).parts.find(({ id }) => id === "data")?.blocks ?? []);
  const whole = "No data was missing";
  const clean = (over: Partial<Reports["data"]>, review: string | null = null): FinishedRun => {
    const finished = withVoices([report("market", [turn(1, { score: 0 })])]);
    return {
      run: finished.run,
      reports: { ...finished.reports, review_reason: review, data: { ...full.reports.data, notes: [], ...over } },
    };
  };

  test("is nothing only where nothing was", () => {
    expect(aboutData(clean({}))).toContain(whole);
    expect(aboutData(clean({ notes: ["macro: no source is configured"] }))).not.toContain(whole);
  });

  test("is never denied below a reason such as that the symbol is not known", () => {
    expect(aboutData(clean({ as_of: null, session: null, sources: [] }, "ZZZZ is not known"))).not.toContain(whole);
    expect(aboutData(clean({}, "there is no data"))).not.toContain(whole);
  });

  test("is not denied where an analyst had nothing to work from", () => {
    const finished = clean({});
    const social = report("social", [], "no data, so it was not asked");
    expect(aboutData({ ...finished, reports: { ...finished.reports, social } })).not.toContain(whole);
  });
});
