import type { LocalDate } from "#src/core/clock.ts";
import type { FilingFact } from "../market-data.ts";
import { balanceConcepts } from "./concepts.ts";
import type { KnownFacts } from "./known-facts.ts";
import { aboutYearBefore, endsDescending, type Figure } from "./trailing.ts";

/** The newest balance sheet; what it does not state is `null`, never zero. */
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

/** Cash and marketable securities, without strategic stakes. */
function cashAndInvestments(at: At): Figure | null {
  const both = at(balanceConcepts.cashAndShortInvestments);
  const cash = both ?? at(balanceConcepts.cash);
  if (cash === null) return null;
  const short = both === null ? at(balanceConcepts.shortInvestments) : null;
  return sum([cash, short, at(balanceConcepts.longInvestments)]);
}

/** Long-term debt with its current part, and short-term borrowings. */
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

/** The stated parts, of which there must be one. */
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
