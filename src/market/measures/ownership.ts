import { type LocalDate, addDays } from "#src/core/clock.ts";
import { sha256 } from "#src/core/hash.ts";
import { counted } from "#src/core/text/number-text.ts";
import type { CorporateAction, InsiderTrade, InstitutionPosition, Measure } from "../market-data.ts";
import { calendarByName } from "../calendar/calendar.ts";
import { splitText } from "../series/corporate-actions.ts";
import { type Reading, measures } from "./measure.ts";
import { readable } from "./plausible.ts";

/** Codes of Form 4 for what was bought or sold at will; grants, exercises, taxes and gifts are no opinion. */
const willed = { P: "bought", S: "sold" } as const;

type Willed = InsiderTrade & { readonly code: keyof typeof willed };

export function willedTrades(trades: readonly InsiderTrade[]): Willed[] {
  return trades.filter((trade): trade is Willed => Object.hasOwn(willed, trade.code));
}

/** `COOK TIMOTHY D (Chief Executive Officer) sold 100 shares at $190.10 on 2025-05-02`. */
export function tradeText({ owner, role, code, shares, price, date }: Willed): string {
  const at = price === null ? "" : ` at $${price}`;
  return `${owner} (${role}) ${willed[code]} ${shares.toLocaleString("en-US")} shares${at} on ${date}`;
}

/** Of those with a price; absent where there are none. */
export function insiderMeasures(trades: readonly InsiderTrade[], session: string, days: number): Measure[] {
  return (["P", "S"] as const).flatMap((code): Measure[] => {
    const of = willedTrades(trades).filter((trade) => trade.code === code && trade.price !== null);
    const [first] = of;
    if (first === undefined) return [];
    const people = new Set(of.map(({ owner }) => owner)).size;
    return [
      {
        key: code === "P" ? "insider_purchases" : "insider_sales",
        label: `Shares ${willed[code]} by insiders in the market, ${people} ${people === 1 ? "person" : "people"}, filed in ${days} days (Form 4)`,
        value: sum(of.map(({ shares, price }) => shares * (price ?? 0))),
        unit: "USD",
        at: session,
        formula: "sum of shares * price",
        source: first.source,
        sourceIds: of.map(({ sourceId }) => sourceId),
      },
    ];
  });
}

/* Who held the shares at a quarter's end, as managers told the SEC (Form 13F). */

/** Two quarters and the time for filing on the second. */
export const institutionDays = 240;
const mostNamed = 5;

export interface InstitutionsArgs {
  /** As known, ascending. */
  readonly positions: readonly InstitutionPosition[];
  readonly session: LocalDate;
  readonly actions: readonly Pick<CorporateAction, "exDate" | "action" | "value">[];
  /** Share counts from before may stand on another split basis; `null`: all compare. */
  readonly comparableFrom: LocalDate | null;
}

export interface Institutions {
  readonly measures: readonly Measure[];
  readonly largest: (Pick<Measure, "label" | "at" | "source" | "sourceIds"> & { readonly text: string }) | null;
  readonly notes: readonly string[];
}

/** Of the last quarter that every manager has had the time to file on. */
export function institutionsOf({ positions, session, actions, comparableFrom }: InstitutionsArgs): Institutions {
  const ended = quarterBefore(addDays(session, 1));
  const isOpen = lastFilingDay(ended) >= session;
  const period = isOpen ? quarterBefore(ended) : ended;
  const notes = isOpen
    ? [
        `the quarter to ${ended} may be filed on until ${lastFilingDay(ended)}, so the figures are of the quarter to ${period}`,
      ]
    : [];
  const now = holdersOf(positions, period);
  const before = now && holdersOf(positions, quarterBefore(period));
  const isUnsure = before !== null && comparableFrom !== null && comparableFrom > before.period;
  const ratio = before === null || isUnsure ? null : splitBetween(actions, before.period, period);
  if (now === null) notes.push(`no source has the filings on the quarter to ${period}`);
  else if (before === null)
    notes.push(`no source has the filings on the quarter to ${quarterBefore(period)}, so no change is told`);
  else if (isUnsure)
    notes.push(`no change of shares is told, since a split may lie between ${before.period} and ${period}`);
  const since = splitBetween(actions, period, session);
  const basis = since === 1 ? "" : `, before the ${splitText(since)} since then`;
  return {
    measures: measures(
      now === null ? [] : [...levels(now, basis), ...(before === null ? [] : changes(now, before, ratio))],
    ),
    largest: now && largest(now, before, ratio, basis),
    notes: notes.map((note) => `institutions: ${note}`),
  };
}

/** What the managers of a quarter hold, by CIK. */
interface Quarter {
  readonly period: LocalDate;
  readonly holders: ReadonlyMap<string, InstitutionPosition>;
  readonly source: string;
  readonly sourceId: string;
}

function levels({ period: at, holders, source, sourceId }: Quarter, basis: string): Reading[] {
  const shared = { at, source, sourceIds: [sourceId], formula: null };
  return [
    {
      ...shared,
      key: "institutions_managers",
      label: `Institutional managers that report shares at the end of the quarter to ${at} (Form 13F)`,
      value: holders.size,
      unit: "count",
    },
    {
      ...shared,
      key: "institutions_shares",
      label: `Shares that they report together, counted on ${at}${basis}; several managers may report the same shares`,
      value: sum([...holders.values()].map(({ shares }) => shares)),
      unit: "shares",
    },
  ];
}

/** @param ratio new shares for one old between the quarters' ends; `null`: not known */
function changes(now: Quarter, before: Quarter, ratio: number | null): Reading[] {
  const both = [...now.holders.keys()].filter((cik) => before.holders.has(cik));
  const sharesOfBoth = ({ holders }: Quarter): number => sum(both.map((cik) => holders.get(cik)?.shares ?? 0));
  const fresh = counted(now.holders.size - both.length, "manager newly reports", "managers newly report");
  const gone = counted(before.holders.size - both.length, "manager");
  const shared = { at: now.period, source: now.source, sourceIds: [now.sourceId, before.sourceId] };
  const from = `from the quarter to ${before.period}`;
  return [
    {
      ...shared,
      key: "institutions_managers_change",
      label: `Change of that number ${from}: ${fresh} it, ${gone} “no longer reports it”, which may be a sale or no filing`,
      value: now.holders.size - before.holders.size,
      unit: "count",
      formula: "managers − managers then",
    },
    {
      ...shared,
      key: "institutions_shares_change",
      label: `Change of shares held ${from}, of the ${counted(both.length, "manager")} who filed in both quarters`,
      value: ratio === null ? null : (sharesOfBoth(now) / (sharesOfBoth(before) * ratio) - 1) * 100,
      unit: "%",
      formula: `shares / shares then${ratio === null || ratio === 1 ? "" : ` × ${readable(ratio)} for the split`} − 1`,
    },
  ];
}

function largest(now: Quarter, before: Quarter | null, ratio: number | null, basis: string): Institutions["largest"] {
  const named = [...now.holders.values()]
    .toSorted((a, b) => b.shares - a.shares || Number(a.cik) - Number(b.cik))
    .slice(0, mostNamed);
  return {
    at: now.period,
    source: now.source,
    sourceIds: named.map(({ sourceId }) => sourceId),
    label: `The largest institutional holders at the end of the quarter to ${now.period} (Form 13F)${basis}`,
    text: named.map((one) => holderText(one, before, ratio)).join("; "),
  };
}

const inWords = new Intl.NumberFormat("en-US", {
  notation: "compact",
  compactDisplay: "long",
  maximumSignificantDigits: 4,
});

/** `VANGUARD GROUP INC 1.319 billion shares ($293 billion), +2.5%`. */
function holderText(
  { manager, cik, shares, value }: InstitutionPosition,
  before: Quarter | null,
  ratio: number | null,
): string {
  const name = [...manager].slice(0, 60).join("");
  const size = `${name} ${inWords.format(shares)} shares ($${inWords.format(value)})`;
  if (before === null) return size;
  const then = before.holders.get(cik);
  if (then === undefined) return `${size}, newly reported`;
  if (ratio === null) return size;
  const change = Number(((shares / (then.shares * ratio) - 1) * 100).toFixed(1)) + 0;
  return `${size}, ${change > 0 ? "+" : ""}${readable(change)}%`;
}

function sum(of: readonly number[]): number {
  return of.reduce((total, one) => total + one, 0);
}

/** `null` without a filing from the time for filing: late ones and amendments alone are no quarter. */
function holdersOf(positions: readonly InstitutionPosition[], period: LocalDate): Quarter | null {
  const ofQuarter = positions.filter((one) => one.period === period);
  const due = lastFilingDay(period);
  if (!ofQuarter.some(({ amendment, filed }) => amendment === null && filed <= due)) return null;
  const states = new Map<string, InstitutionPosition>();
  for (const one of ofQuarter) {
    const known = one.amendment === "new holdings" ? states.get(one.cik) : undefined;
    states.set(
      one.cik,
      known === undefined ? one : { ...one, shares: known.shares + one.shares, value: known.value + one.value },
    );
  }
  const holders = new Map([...states].filter(([, { shares }]) => shares > 0));
  const filings = ofQuarter.map(({ sourceId }) => sourceId);
  // Thousands of names would be most of a run.
  const sourceId = `13F:${period}:${filings.length}:${sha256(filings.join("\n")).slice(0, 12)}`;
  return { period, holders, source: ofQuarter[0]?.source ?? "", sourceId };
}

/** New shares for one old by the splits after `from`, up to `to`. */
function splitBetween(actions: InstitutionsArgs["actions"], from: LocalDate, to: LocalDate): number {
  return actions
    .filter(({ action, exDate }) => action === "split" && exDate > from && exDate <= to)
    .reduce((ratio, { value }) => ratio * value, 1);
}

function quarterBefore(date: LocalDate): LocalDate {
  const month = Number(date.slice(5, 7));
  const first = String(month - ((month - 1) % 3)).padStart(2, "0");
  return addDays(`${date.slice(0, 4)}-${first}-01`, -1);
}

/**
 * The 45th day after the quarter, or the next business day.
 * @see 17 CFR 240.13f-1(a), 240.0-3(a)
 */
function lastFilingDay(period: LocalDate): LocalDate {
  const newYork = calendarByName("XNYS");
  if (newYork === null) throw new RangeError("no calendar is named XNYS");
  return newYork.nextSession(addDays(period, 44));
}
