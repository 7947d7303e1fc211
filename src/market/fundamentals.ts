import type { MissingRatio } from "#src/contract/run/run.ts";
import { counted } from "#src/core/text/number-text.ts";
import { addDays, daysBetween, type LocalDate } from "#src/core/clock.ts";
import type { CorporateAction, FilingFact, Measure } from "./market-data.ts";
import { measures, type Reading } from "./measures/measure.ts";
import { readable } from "./measures/plausible.ts";
import { balanceSheet, type BalanceSheet, missingRatios, missingYield } from "./fundamentals/ratios.ts";
import { flowMeasures, trailingFlows, type Flows } from "./fundamentals/flow-measures.ts";
import {
  knownFacts,
  laterFiling,
  moneyOf,
  onBasis,
  splitBasis,
  splitsUpTo,
  vintage,
  windowDays,
  type KnownFacts,
} from "./fundamentals/known-facts.ts";
import { currencyName } from "./currencies/rates.ts";
import { quarterChanges, type QuarterChange } from "./fundamentals/trailing.ts";
import { contradictions } from "./fundamentals/contradicted-facts.ts";
import {
  shareCount,
  type ShareCount,
  tradedUnit,
  type TradedInstrument,
  type TradedUnit,
} from "./fundamentals/share-count.ts";
import { formOf } from "./fundamentals/stated-lines.ts";
import { balanceMeasures, dividendMeasures, valuationMeasures } from "./fundamentals/valuation-measures.ts";

interface FundamentalArgs {
  /** Everything known at the run's instant, all vintages, ascending by `filed`. */
  readonly facts: readonly FilingFact[];
  /** Ascending by ex-date; those after the session are not applied. */
  readonly actions: readonly CorporateAction[];
  /** From when on all splits are known; `null`: always. Earlier figures per share count as not stated. */
  readonly comparableFrom: LocalDate | null;
  /** The last close as traded. */
  readonly rawClose: { readonly value: number; readonly date: LocalDate } | null;
  readonly session: LocalDate;
  /** What is traded at that price. */
  readonly instrument: TradedInstrument & { /** Of the price. */ readonly currency: string };
}

/** What filings say, and what had to be left out of it. */
export interface Fundamentals {
  readonly measures: readonly Measure[];
  readonly notes: readonly string[];
  /** Ratios that are not among the measures, and why. */
  readonly missing: readonly MissingRatio[];
  /** The newest first. */
  readonly quarters: readonly QuarterChange[];
}

/** Reports older than this describe another company: only their age is told. */
const oldestReportDays = 550;

/**
 * Growth, margins, cash, balance sheet and valuation from filings as known, restated to the session's split basis. What
 * cannot be told is absent. Definitions: docs/measures.md.
 */
export function fundamentalMeasures(args: FundamentalArgs): Fundamentals {
  const { actions, comparableFrom, rawClose, session, instrument } = args;
  const { currency } = instrument;
  const basis = splitBasis(actions, session);
  const price = rawClose === null ? null : rawClose.value / basis(rawClose.date);
  const dividends = comparableFrom === null ? dividendMeasures(actions, price, basis, session, currency) : [];
  const statements = statementsAsOf(args);
  const known = statements?.known;
  if (statements === null || known === undefined || known.latestEnd < addDays(session, -oldestReportDays)) {
    const left = measures([...dividends, ...ages(args.facts, known?.latestEnd ?? null, session)]);
    return { measures: left, notes: [], missing: [], quarters: [] };
  }
  const { facts, notes, flows, sheet, unit, count } = statements;
  const sharesPerUnit = unit.known ? unit.shares : 1;
  const eps = count.earningsNote === null ? (flows.epsDiluted?.now ?? null) : null;
  const otherCurrency =
    known.currency === currency
      ? null
      : `the company reports in ${currencyName(known.currency)}, and the price is in ${currencyName(currency)}`;
  const isPriced = otherCurrency === null && unit.known;
  const quote =
    price !== null && price > 0 && isPriced
      ? { price, session, sharesPerUnit, earningsPerUnit: sharesPerUnit / count.earningsOf }
      : null;
  const valued = quote === null ? [] : measures(valuationMeasures(known, flows, sheet, quote, count.figure, eps));
  return {
    measures: [
      ...measures([...statements.readings, ...dividends]),
      ...valued,
      ...measures(ages(args.facts, known.latestEnd, session)),
    ],
    missing: [
      ...missingRatios({
        unpriced: otherCurrency ?? (unit.known ? null : unit.reason),
        count: count.note,
        earnings: count.earningsNote,
        eps: flows.epsDiluted?.now ?? null,
        sheet,
        found: new Set(valued.map(({ key }) => key)),
      }),
      ...(dividends.length === 0 ? missingYield(actions, session, currency) : []),
    ],
    notes: [...notes, ...otherCurrencies(facts, known, session), ...valuationNotes(otherCurrency, unit, count)],
    quarters: statements.quarters,
  };
}

/** What filings say without the price. */
interface Statements {
  /** All that nothing contradicts, and notes of the others. */
  readonly facts: readonly FilingFact[];
  readonly notes: readonly string[];
  readonly known: KnownFacts;
  readonly flows: Flows;
  readonly sheet: BalanceSheet | null;
  readonly unit: TradedUnit;
  readonly count: ShareCount;
  readonly readings: readonly Reading[];
  readonly quarters: readonly QuarterChange[];
}

/** Between filings the same list of facts serves session after session. */
const lastRead = new WeakMap<readonly FilingFact[], { readonly key: string; readonly statements: Statements | null }>();

function statementsAsOf(args: FundamentalArgs): Statements | null {
  const { facts, actions, comparableFrom, session, instrument } = args;
  const oldest = addDays(session, -windowDays);
  // Facts enter and leave the window in order, so two counts identify it.
  const before = facts.reduce((count, { end }) => count + Number(end < oldest), 0);
  const after = facts.reduce((count, { end }) => count + Number(end > session), 0);
  const key = JSON.stringify([before, after, splitsUpTo(actions, session), comparableFrom, instrument]);
  const last = lastRead.get(facts);
  if (last?.key === key) return last.statements;
  const statements = readStatements(args);
  lastRead.set(facts, { key, statements });
  return statements;
}

function readStatements({ facts, actions, comparableFrom, session, instrument }: FundamentalArgs): Statements | null {
  const comparable = comparableFrom === null ? facts : facts.filter((fact) => !isStranded(fact, comparableFrom));
  const aside = contradictions(comparable, splitBasis(actions, session), session);
  const believed = comparable.filter((fact) => !aside.facts.has(fact));
  const known = knownFacts(believed, actions, session, instrument.currency);
  if (known === null) return null;
  const flows = trailingFlows(known);
  const sheet = balanceSheet(known);
  const unit = tradedUnit(instrument, believed);
  const count = shareCount(known, flows, unit.known ? unit.shares : 1);
  const readings = [...flowMeasures(known, flows), ...balanceMeasures(known, sheet, count.figure)];
  return {
    facts: believed,
    notes: aside.notes,
    known,
    flows,
    sheet,
    unit,
    count,
    readings: readings.map(ofCountedShares(unit)),
    quarters: quarterChanges(known),
  };
}

/** Marks figures that do not belong to the traded unit. */
function ofCountedShares(unit: TradedUnit): (reading: Reading) => Reading {
  const isOther = (key: string): boolean => key === "eps_diluted_ttm" || key === "shares_outstanding";
  if (unit.known && unit.shares === 1) return (reading) => reading;
  return (reading) =>
    isOther(reading.key) ? { ...reading, label: `${reading.label}, as the filings count shares` } : reading;
}

/** What the report says where a valuation is left out. */
function valuationNotes(currencies: string | null, unit: TradedUnit, { note, earningsNote }: ShareCount): string[] {
  const all = "market value and all multiples are left out";
  if (currencies !== null) return [`valuation: ${currencies}; ${all}`];
  if (!unit.known) return [`valuation: ${unit.reason}; ${all}`];
  return [
    ...(unit.from === null ? [] : [`valuation: one traded unit is ${readable(unit.shares)} shares, ${unit.from}`]),
    ...(note === null ? [] : [`valuation: ${note}; market value and what follows from it are left out`]),
    ...(earningsNote === null ? [] : [`valuation: ${earningsNote}; price to earnings is left out`]),
  ];
}

/** Figures of the last reports in another currency than that of the statements. */
function otherCurrencies(facts: readonly FilingFact[], { currency }: KnownFacts, session: LocalDate): string[] {
  const since = addDays(session, -oldestReportDays);
  const counts = new Map<string, number>();
  for (const { unit, filed } of facts) {
    const money = filed < since ? null : moneyOf(unit);
    if (money !== null && money !== currency) counts.set(money, (counts.get(money) ?? 0) + 1);
  }
  return [...counts].map(
    ([money, count]) => `filings: ${counted(count, "fact")} in ${money} set aside; the statements are in ${currency}`,
  );
}

/** A per-share figure filed before all splits are known. */
function isStranded({ unit, filed }: FilingFact, comparableFrom: LocalDate): boolean {
  return filed < comparableFrom && (unit === "shares" || unit.endsWith("/shares"));
}

function ages(facts: readonly FilingFact[], latestEnd: LocalDate | null, session: LocalDate): Reading[] {
  const newest = facts.at(-1);
  if (newest === undefined) return [];
  // A fixed order, so that the order of a day's facts does not matter.
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
    label: `Days since the last filing (${formOf(last)} of ${last.filed})`,
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
  /** Restated for splits since; not rounded. */
  readonly value: number;
  /** How the value follows from what was filed; `null` when it is that. */
  readonly restatement: string | null;
  /** True for per-share figures that cannot be restated because splits may be unknown. */
  readonly isStranded: boolean;
}

/** The last `n` periods of a concept, ascending by end: of each the latest filing that nothing contradicts. */
export function factHistory(
  facts: readonly FilingFact[],
  concept: string,
  n: number,
  known: Pick<FundamentalArgs, "actions" | "comparableFrom" | "session">,
): readonly HistoricFact[] {
  const basis = splitBasis(known.actions, known.session);
  const aside = contradictions(facts, basis, known.session).facts;
  const periods = new Map<string, FilingFact>();
  for (const fact of facts) {
    if (fact.concept !== concept || aside.has(fact)) continue;
    const key = `${fact.end} ${fact.start ?? ""} ${fact.unit}`;
    const other = periods.get(key);
    if (other === undefined || vintage(fact, other) > 0) periods.set(key, fact);
  }
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
