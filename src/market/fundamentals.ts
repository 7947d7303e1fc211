import { addDays, daysBetween, type LocalDate } from "#src/platform/clock.ts";
import type { CorporateAction, FilingFact, Measure } from "./market-data.ts";
import { measures, type Reading } from "./measure.ts";
import { balanceSheet } from "./fundamentals/balance.ts";
import { flowMeasures, trailingFlows } from "./fundamentals/flow-measures.ts";
import { knownFacts, laterFiling, onBasis, splitBasis, vintage } from "./fundamentals/known-facts.ts";
import { balanceMeasures, dividendMeasures, valuationMeasures } from "./fundamentals/valuation-measures.ts";

interface FundamentalArgs {
  /** Everything known at the run's instant, all vintages, ascending by `filed`. */
  readonly facts: readonly FilingFact[];
  /** Known at the run's instant, ascending by ex-date; those after the session are not applied. */
  readonly actions: readonly CorporateAction[];
  /**
   * From when on no split is unknown; `null`: always. What was filed before it per share or in shares, and dividends
   * from before it, cannot be brought to the session's basis and count as not stated.
   */
  readonly comparableFrom: LocalDate | null;
  /** The last close as traded. */
  readonly rawClose: { readonly value: number; readonly date: LocalDate } | null;
  readonly session: LocalDate;
  /** Of the price. */
  readonly currency: string;
}

/** Reports older than this describe another company: only their age is told. */
const oldestReportDays = 550;

/**
 * A company's growth, margins, cash, balance sheet and valuation from its filings as known. Of each concept and
 * period the latest filed counts, restated to the session's split basis. A figure that cannot be told from what
 * is known is absent; so are all valuations when the filer reports in another currency than that of the price.
 * Keys, formulas and concepts: docs/measures.md.
 */
export function fundamentalMeasures(args: FundamentalArgs): Measure[] {
  const { actions, comparableFrom, rawClose, session, currency } = args;
  const facts = comparableFrom === null ? args.facts : args.facts.filter((fact) => !isStranded(fact, comparableFrom));
  const basis = splitBasis(actions, session);
  const price = rawClose === null ? null : rawClose.value / basis(rawClose.date);
  const dividends = comparableFrom === null ? dividendMeasures(actions, price, basis, session, currency) : [];
  const known = knownFacts(facts, actions, session, currency);
  if (known === null || known.latestEnd < addDays(session, -oldestReportDays)) {
    return measures([...dividends, ...ages(args.facts, known?.latestEnd ?? null, session)]);
  }
  const flows = trailingFlows(known);
  const sheet = balanceSheet(known);
  const priced = price !== null && price > 0 && known.currency === currency;
  return measures([
    ...flowMeasures(known, flows),
    ...balanceMeasures(known, sheet),
    ...dividends,
    ...(priced ? valuationMeasures(known, flows, sheet, price, session) : []),
    ...ages(args.facts, known.latestEnd, session),
  ]);
}

/** A figure in shares or per share that was filed before the first day whose splits are all known. */
function isStranded({ unit, filed }: FilingFact, comparableFrom: LocalDate): boolean {
  return filed < comparableFrom && (unit === "shares" || unit.endsWith("/shares"));
}

function ages(facts: readonly FilingFact[], latestEnd: LocalDate | null, session: LocalDate): Reading[] {
  const newest = facts.at(-1);
  if (newest === undefined) return [];
  // The newest fact in one fixed order, so that the order of a day's facts does not matter.
  let last = newest;
  for (let i = facts.length - 2; i >= 0; i -= 1) {
    const fact = facts[i];
    if (fact === undefined || fact.filed < newest.filed) break;
    const later = laterFiling(fact, last) || fact.value - last.value;
    if (later > 0 || (later === 0 && fact.sourceId > last.sourceId)) last = fact;
  }
  const shared = { unit: "days", source: last.source, sourceIds: [last.sourceId] };
  const filing: Reading = {
    key: "days_since_last_filing",
    label: `Days since the last filing (${last.form} of ${last.filed})`,
    value: daysBetween(last.filed, session),
    at: session,
    formula: "session − filing day",
    ...shared,
  };
  if (latestEnd === null || latestEnd === "") return [filing];
  return [
    filing,
    {
      key: "latest_period_end_age",
      label: "Age of the newest period reported",
      value: daysBetween(latestEnd, session),
      at: latestEnd,
      formula: "session − newest period end in the statements",
      ...shared,
    },
  ];
}

/** A fact of a history, on the session's split basis. */
export interface HistoricFact {
  readonly fact: FilingFact;
  /** As filed, but per-share values and share counts are restated for the splits since; not rounded. */
  readonly value: number;
  /** How the value follows from what was filed; `null` when it is that. */
  readonly restatement: string | null;
  /** True for a per-share value or a share count as filed that nobody can restate, since splits may be unknown. */
  readonly isStranded: boolean;
}

/**
 * The last `n` periods of one concept as known, ascending by end: of each period the latest filed. Periods of
 * different lengths stand side by side, as filers report them.
 */
export function factHistory(
  facts: readonly FilingFact[],
  concept: string,
  n: number,
  known: Pick<FundamentalArgs, "actions" | "comparableFrom" | "session">,
): readonly HistoricFact[] {
  const periods = new Map<string, FilingFact>();
  for (const fact of facts) {
    if (fact.concept !== concept) continue;
    const key = `${fact.end} ${fact.start ?? ""} ${fact.unit}`;
    const other = periods.get(key);
    if (other === undefined || vintage(fact, other) > 0) periods.set(key, fact);
  }
  const basis = splitBasis(known.actions, known.session);
  return [...periods]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(-n)
    .map(([, fact]) => {
      const factor = basis(fact.filed);
      const stranded = known.comparableFrom !== null && isStranded(fact, known.comparableFrom);
      const value = stranded ? fact.value : onBasis(fact, basis);
      const sign = fact.unit === "shares" ? "×" : "/";
      const restatement = value === fact.value ? null : `${fact.value} as filed ${sign} ${factor}`;
      return { fact, value, restatement, isStranded: stranded };
    });
}
