import { join } from "node:path";
import { fc } from "@fast-check/vitest";
import {
  type Agent,
  AnalystAnswer,
  PlanAnswer,
  ProposalAnswer,
  ResearcherAnswer,
  RiskAnswer,
  ThesisAnswer,
} from "#src/contract/run/answers.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { roundToUnit } from "#src/market/measures/measure.ts";
import type { AnswerBase, Brief } from "#src/debate/reasoners/reasoner.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { chainOfCompany, MONDAY } from "./company.ts";
import { bar, funding, instrument, memoryVendor, post, vendorChainOf } from "./memory-vendor.ts";
import { archiveChain, finishedRun, type Setup } from "./run-analysis.ts";

/* Evidence that the rules may meet, and what they are asked about it. */

const reasoner = createRulesReasoner();

/** A coin with 400 days of prices and volumes, and a month of funding. */
export function coin(): Setup {
  const days = calendarByName("24/7")?.sessionsBetween("2024-05-01", MONDAY) ?? [];
  const hours = Array.from({ length: 90 }, (_, index) => Date.parse("2025-05-04T00:00:00Z") + index * 8 * 3_600_000);
  const bars = days.map((date, index) => bar(date, 100 + 20 * Math.sin(index / 40), { volume: 1000 + index }, "24/7"));
  const rates = hours.map((at) => funding(new Date(at).toISOString(), 0.0002));
  const coins = [instrument("ETH-USD", "24/7", "crypto")];
  const vendors = vendorChainOf(memoryVendor("test", { bars, funding: rates }, coins));
  return { vendors, ticker: "ETH-USD", tradeDate: MONDAY, reasoner };
}

/** A coin that has lost half of its price within a year. */
export function fallenCoin(): Setup["vendors"] {
  const days = calendarByName("24/7")?.sessionsBetween("2024-05-01", MONDAY) ?? [];
  const bars = days.map((date, index) => {
    const close = (100 - index / 8) * (1 + 0.04 * Math.sin(index));
    return bar(date, close, { high: close * 1.02, low: close * 0.98, volume: 1000 + index }, "24/7");
  });
  return vendorChainOf(memoryVendor("test", { bars }, [instrument("ETH-USD", "24/7", "crypto")]));
}

/** The measures of a company with everything, of one whose posts are marked by their authors, and of a coin. */
export async function everyMeasure(): Promise<Map<string, Evidence>> {
  const demo = await archiveChain(join(import.meta.dirname, "../../demo"));
  if (demo === null) throw new Error("the shipped archive is missing");
  const marked = Array.from({ length: 30 }, (_, index) =>
    post(`2025-05-31T10:${10 + index}:00Z`, `post ${index}`, { stance: index % 3 === 0 ? "bearish" : "bullish" }),
  );
  const setups: Setup[] = [
    { vendors: demo, ticker: "DEMO", tradeDate: "2019-06-03", reasoner },
    { vendors: chainOfCompany({ social: marked }), ticker: "AAPL", tradeDate: MONDAY, reasoner },
    coin(),
  ];
  const runs = await Promise.all(setups.map((setup) => finishedRun(setup)));
  return new Map(runs.flatMap(({ outcome }) => outcome.run.manifest.evidence.map((item) => [item.key, item] as const)));
}

/** Any value for each measure that some run produced, in its unit; each may be missing. */
export function anyEvidence(produced: ReadonlyMap<string, Evidence>): fc.Arbitrary<Evidence[]> {
  return fc
    .tuple(
      ...[...produced.values()]
        .filter((item) => item.value !== null)
        .map((item) => {
          const price = item.unit === "USD";
          const value = price
            ? fc.double({ min: 1e-7, max: 2e5, noNaN: true })
            : fc.oneof(fc.double({ min: -300, max: 300, noNaN: true }), fc.integer({ min: -5, max: 5 }));
          return fc.option(
            value.map((number) => ({ ...item, value: roundToUnit(number, item.unit ?? "") })),
            { freq: 5 },
          );
        }),
    )
    .map((items) => numbered(items.flatMap((item) => item ?? [])));
}

export function numbered(items: readonly Evidence[]): Evidence[] {
  return items.map((item, index) => ({ ...item, id: `M${index + 1}` }));
}

const answers: Record<Agent, Brief<AnswerBase>["answer"]> = {
  market: AnalystAnswer,
  social: AnalystAnswer,
  news: AnalystAnswer,
  fundamentals: AnalystAnswer,
  bull: ResearcherAnswer,
  bear: ResearcherAnswer,
  research_manager: PlanAnswer,
  trader: ProposalAnswer,
  aggressive: RiskAnswer,
  neutral: RiskAnswer,
  conservative: RiskAnswer,
  portfolio_manager: ThesisAnswer,
};

export const instruments = {
  stock: { symbol: "AAPL", name: "AAPL for a test", assetType: "stock", currency: "USD" },
  crypto: { symbol: "BTC-USD", name: "Bitcoin / US dollar", assetType: "crypto", currency: "USD" },
  index: { symbol: "^GSPC", name: "S&P 500 index", assetType: "index", currency: "USD" },
} as const satisfies Record<string, Brief<AnswerBase>["instrument"]>;

export function briefFor(
  agent: Agent,
  evidence: readonly Evidence[],
  round: number,
  about: Brief<AnswerBase>["instrument"] = instruments.stock,
): Brief<AnswerBase> {
  return {
    agent,
    round,
    depth: "quick",
    instrument: about,
    asOf: `${MONDAY}T20:00:00.000Z`,
    tradeDate: MONDAY,
    evidence,
    transcript: [],
    ask: "Speak.",
    answer: answers[agent],
    tools: [],
    steps: [],
    seed: 1,
  };
}
