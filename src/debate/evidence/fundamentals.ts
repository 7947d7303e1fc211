import type { AsOfMarket } from "#src/market/door/open-market.ts";
import { coinMeasures } from "#src/market/measures/coin-measures.ts";
import { fundamentalMeasures } from "#src/market/fundamentals.ts";
import { companyResults, resultsDays, type Results } from "#src/market/measures/company-results.ts";
import type { ChartEvent } from "#src/contract/run/run.ts";
import type { FilingFact } from "#src/market/market-data.ts";
import type { Instant } from "#src/core/clock.ts";
import { oncePer } from "#src/core/once.ts";
import { findingsOf, type Finding, type Section } from "./numbering.ts";
import { priceWindowDays } from "./market.ts";
import { kindOf } from "#src/market/door/coverage.ts";

export const actionDays = 3650;
const fundingDays = 35;

/** A company's figures or a coin's market; nothing for an index. */
export async function fundamentalsSection(market: AsOfMarket): Promise<Section> {
  switch (market.instrument.assetType) {
    case "index":
      return { findings: [], notes: [`fundamentals: ${market.instrument.symbol} is an index and files no reports`] };
    case "crypto":
      return coinSection(market);
    case "stock":
      return companySection(market);
  }
}

async function companySection(market: AsOfMarket): Promise<Section> {
  const [filings, events, actions, bars, adjusted, basis] = await Promise.all([
    market.filings(),
    market.events(resultsDays),
    market.actions(actionDays),
    market.bars(priceWindowDays),
    market.adjustedBars(priceWindowDays),
    market.priceBasis(priceWindowDays),
  ]);
  const last = bars.records.at(-1);
  const { measures, notes, missing, quarters } = fundamentalMeasures({
    facts: filings.records,
    actions: actions.records,
    comparableFrom: basis.from,
    rawClose: last === undefined ? null : { value: last.close, date: last.date },
    session: market.session,
    instrument: market.instrument,
  });
  const { calendar, session } = market;
  const results = companyResults({
    events: events.records,
    facts: filings.records,
    bars: adjusted.records,
    calendar,
    session,
    quarters,
  });
  const found = findingsOf([...measures, ...results.measures]);
  const { symbol } = market.instrument;
  const isFund = kindOf(market.instrument).name === "etf";
  // Without filings a dividend yield alone would look like a basis.
  return filings.records.length === 0
    ? {
        findings: [],
        notes: isFund ? [`fundamentals: ${symbol} is an exchange-traded fund and files no statements`] : filings.notes,
      }
    : {
        findings: [...found.findings, ...toldResults(results)],
        notes: [...filings.notes, ...events.notes, ...actions.notes, ...notes, ...found.notes],
        events: reportsFiled(filings.records),
        missing,
        available: availableAt(filings.records),
      };
}

function toldResults({ told }: Results): Finding[] {
  const newest = told?.events.at(-1);
  if (told === null || newest === undefined) return [];
  return [
    {
      key: "past_results",
      label: `The last ${told.events.length} times that the company told results (8-K item 2.02), the newest first; what had been expected is not known`,
      value: null,
      text: told.text,
      unit: null,
      at: newest.filed,
      source: newest.source,
      source_ids: told.events.map(({ sourceId }) => sourceId),
      formula: null,
    },
  ];
}

/** Each report once, by filing day; annual and quarterly ones are earnings. */
const reportsFiled = oncePer((facts: readonly FilingFact[]): readonly ChartEvent[] => {
  const reports = new Map<string, ChartEvent>();
  for (const { accession, form, filed } of facts) {
    if (reports.has(accession)) continue;
    const kind = /^(?:10-[KQ]|20-F|40-F)/.test(form) ? "earnings" : "filing";
    reports.set(accession, { kind, date: filed, label: `${form} filed` });
  }
  return [...reports.values()];
});

const availableAt = oncePer(
  (facts: readonly FilingFact[]): ReadonlyMap<string, Instant> =>
    new Map(facts.flatMap(({ sourceId, availableAt: at }) => (at === null ? [] : [[sourceId, at]]))),
);

async function coinSection(market: AsOfMarket): Promise<Section> {
  const [bars, funding] = await Promise.all([market.adjustedBars(priceWindowDays), market.funding(fundingDays)]);
  const measures = coinMeasures({
    bars: bars.records,
    funding: funding.records,
    sessionsPerYear: 365,
    source: bars.records.at(-1)?.source ?? "",
  });
  const { findings, notes } = findingsOf(measures);
  return { findings, notes: [...funding.notes, ...notes] };
}
