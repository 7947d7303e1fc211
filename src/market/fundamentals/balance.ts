import type { LocalDate } from "#src/platform/clock.ts";
import type { FilingFact } from "../market-data.ts";
import { balanceConcepts, flowConcepts, shareConcepts } from "./concepts.ts";
import type { KnownFacts, Period } from "./known-facts.ts";
import { aboutYearBefore, endsDescending, lastAverage, type Figure } from "./trailing.ts";

/** The newest balance sheet. A figure the filer does not state there is `null`, never zero. */
export interface BalanceSheet {
  readonly date: LocalDate;
  readonly equity: Figure | null;
  readonly currentAssets: Figure | null;
  readonly currentLiabilities: Figure | null;
  readonly cashAndInvestments: Figure | null;
  readonly totalDebt: Figure | null;
}

export function balanceSheet(known: KnownFacts): BalanceSheet | null {
  const [date] = endsDescending(known.merged([...balanceConcepts.total, ...balanceConcepts.equity]));
  if (date === undefined) return null;
  const at = (concepts: readonly string[]) => balanceAt(known, concepts, date);
  return {
    date,
    equity: at(balanceConcepts.equity),
    currentAssets: at(balanceConcepts.currentAssets),
    currentLiabilities: at(balanceConcepts.currentLiabilities),
    cashAndInvestments: cashAndInvestments(at),
    totalDebt: totalDebt(at),
  };
}

/** The equity on a balance date, if it is one. */
export function equityAt(known: KnownFacts, date: LocalDate): Figure | null {
  return balanceAt(known, balanceConcepts.equity, date);
}

/** The equity 52 or 53 weeks before a balance date. */
export function equityYearBefore(known: KnownFacts, date: LocalDate): Figure | null {
  const before = aboutYearBefore(endsDescending(known.merged(balanceConcepts.equity)), date);
  return before === null ? null : equityAt(known, before);
}

function balanceAt(known: KnownFacts, concepts: readonly string[], date: LocalDate): Figure | null {
  for (const concept of concepts) {
    const found = known.series(concept).find((period) => period.end === date && period.start === null);
    if (found !== undefined) return { value: found.value, end: date, formula: concept, facts: [found.fact] };
  }
  return null;
}

type At = (concepts: readonly string[]) => Figure | null;

/** Cash, and the marketable securities the balance sheet states, short and long. Strategic stakes do not count. */
function cashAndInvestments(at: At): Figure | null {
  const both = at(balanceConcepts.cashAndShortInvestments);
  const cash = both ?? at(balanceConcepts.cash);
  if (cash === null) return null;
  const short = both === null ? at(balanceConcepts.shortInvestments) : null;
  return sum([cash, short, at(balanceConcepts.longInvestments)]);
}

/** Long-term debt with its current part, and short-term borrowings, in whichever of its forms the filer states it. */
function totalDebt(at: At): Figure | null {
  const all = at(balanceConcepts.allDebt);
  if (all !== null) return all;
  const borrowings = at(balanceConcepts.shortDebt);
  const short =
    borrowings === null ? [at(balanceConcepts.commercialPaper), at(balanceConcepts.otherShortDebt)] : [borrowings];
  const noncurrent = at(balanceConcepts.longDebtNoncurrent);
  if (noncurrent === null) {
    const long = at(balanceConcepts.longDebt);
    return long === null ? null : sum([long, ...short]);
  }
  const current = at(balanceConcepts.longDebtCurrent);
  const allCurrent = current === null ? at(balanceConcepts.allCurrentDebt) : null;
  return allCurrent === null ? sum([noncurrent, current, ...short]) : sum([noncurrent, allCurrent]);
}

/** The parts that are stated, of which there must be one. */
function sum(parts: readonly (Figure | null)[]): Figure | null {
  const stated = parts.filter((part) => part !== null);
  const [first] = stated;
  if (first === undefined) return null;
  return {
    value: stated.reduce((total, part) => total + part.value, 0),
    end: first.end,
    formula: stated.map((part) => part.formula).join(" + "),
    facts: stated.flatMap((part): readonly FilingFact[] => part.facts),
  };
}

/** Counts a factor of this apart are not two counts of the same shares: filers slip by thousands. */
const slip = 3;

/**
 * The newest count of shares, on the session's split basis: cover page, balance sheet or, where a filer with
 * several classes states neither, the period's average.
 */
export function sharesOutstanding(known: KnownFacts): Figure | null {
  const diluted = lastAverage(known, flowConcepts.dilutedShares)?.now.value ?? null;
  let best: Period | null = null;
  for (const concept of shareConcepts) {
    const plausible = known.series(concept).filter(({ value }) => value > 0 && isNear(value, diluted));
    const last = plausible.at(-1);
    if (last !== undefined && last.end >= known.latestEnd && (best === null || last.end > best.end)) best = last;
  }
  return best === null ? null : { value: best.value, end: best.end, formula: best.fact.concept, facts: [best.fact] };
}

function isNear(value: number, diluted: number | null): boolean {
  return diluted === null || (value < diluted * slip && value > diluted / slip);
}
