import { type Instant, type LocalDate, addDays, daysBetween, toIso } from "#src/core/clock.ts";
import { fewestDays, nextInYear } from "#src/core/figures/next-in-year.ts";
import { oncePer } from "#src/core/once.ts";
import { counted } from "#src/core/text/number-text.ts";
import type { Bar, CompanyEvent, FilingFact, Measure } from "../market-data.ts";
import type { Calendar } from "../calendar/calendar.ts";
import type { QuarterChange } from "../fundamentals/trailing.ts";
import { growth } from "../fundamentals/ratios.ts";
import { type Reading, joinSources, measures, roundToUnit } from "./measure.ts";
import { readable } from "./plausible.ts";

/** Items of Form 8-K (https://www.sec.gov/files/form8-k.pdf), but 9.01, which only lists exhibits. */
const titles: Readonly<Record<string, string>> = {
  "1.01": "entered into a material agreement",
  "1.02": "ended a material agreement",
  "1.03": "bankruptcy or receivership",
  "1.04": "mine safety",
  "1.05": "a material cybersecurity incident",
  "2.01": "completed an acquisition or a sale of assets",
  "2.02": "announced results",
  "2.03": "took on a direct financial obligation",
  "2.04": "an event that makes an obligation due sooner",
  "2.05": "costs of exit or disposal",
  "2.06": "a material impairment",
  "3.01": "notice of delisting, or a rule of listing not met",
  "3.02": "sold shares that are not registered",
  "3.03": "changed the rights of holders of securities",
  "4.01": "changed its auditor",
  "4.02": "earlier statements should no longer be relied on",
  "5.01": "a change of control",
  "5.02": "directors or officers left or were appointed",
  "5.03": "changed its articles or its fiscal year",
  "5.04": "trading under employee plans suspended",
  "5.05": "changed its code of ethics",
  "5.06": "is no longer a shell company",
  "5.07": "shareholders voted",
  "5.08": "nominations of directors by shareholders",
  "7.01": "disclosed under Regulation FD",
  "8.01": "another event it thinks important",
};

/** Item 2.02. */
export const resultsItem = "2.02";

/** `announced results (2.02); shareholders voted (5.07)`; `null` for exhibits alone. */
export function eventText({ items }: Pick<CompanyEvent, "items">): string | null {
  const told = [...new Set(items)].flatMap((item) => {
    const title = Object.hasOwn(titles, item) ? titles[item] : undefined;
    return title === undefined ? [] : [`${title} (${item})`];
  });
  return told.length === 0 ? null : told.join("; ");
}

/* When a company told its results, what its shares did then, and when it may tell the next. */

/** Days of 8-Ks behind the estimate: twelve quarters and a late one. */
export const resultsDays = 1230;
const mostTold = 4;

export interface ResultsArgs {
  /** 8-Ks as known, ascending. */
  readonly events: readonly CompanyEvent[];
  readonly facts: readonly FilingFact[];
  /** Split-adjusted. */
  readonly bars: readonly Bar[];
  readonly calendar: Calendar;
  readonly session: LocalDate;
  readonly quarters: readonly QuarterChange[];
}

export interface Results {
  readonly measures: readonly Measure[];
  /** Of the last announcements, the newest first. */
  readonly told: { readonly text: string; readonly events: readonly CompanyEvent[] } | null;
}

/** A quarterly or annual report of a domestic filer. */
interface Report {
  readonly filed: LocalDate;
  /** The end of its period. */
  readonly end: LocalDate;
  readonly fact: FilingFact;
}

export function companyResults({ events, facts, bars, calendar, session, quarters }: ResultsArgs): Results {
  const announced = events.filter(({ form, items }) => form === "8-K" && items.includes(resultsItem));
  const reports = reportsOf(facts);
  const byReport = reports.map((report, index) => announcementOf(report, reports[index - 1], announced));
  const reactions = announced.slice(-mostTold).map((event) => ({ event, reaction: reactionTo(event, bars, calendar) }));
  const newest = reactions.at(-1)?.reaction ?? null;
  const [quarter] = quarters;
  const next = nextReport(reports, byReport, announced, session);
  const told = reactions.toReversed().map(({ event, reaction }) => {
    const of = reports[byReport.indexOf(event)];
    return toldText(event, reaction, of && quarters.find(({ end }) => end === of.end));
  });
  return {
    measures: measures([
      ...(newest === null ? [] : [newest.reading]),
      ...growth(
        "eps_growth_q",
        "Growth of diluted earnings a share, last quarter on the same a year before, split-adjusted",
        quarter?.epsDiluted ?? null,
        "diluted earnings a share of the quarter / of the same quarter a year before − 1",
      ),
      ...(next === null ? [] : [next]),
    ]),
    told: told.length === 0 ? null : { text: told.join("; "), events: reactions.map(({ event }) => event) },
  };
}

/** By filing day; amendments and reports of a changed year have no place in a rhythm. */
const reportsOf = oncePer((facts: readonly FilingFact[]): readonly Report[] => {
  const reports = new Map<string, Report>();
  for (const fact of facts) {
    if (fact.start === null || fact.end >= fact.filed || !/^10-(?:Q|K|K405)$/.test(fact.form)) continue;
    const known = reports.get(fact.accession);
    if (known === undefined || fact.end > known.end)
      reports.set(fact.accession, { filed: fact.filed, end: fact.end, fact });
  }
  return [...reports.values()].toSorted((a, b) => (a.filed < b.filed ? -1 : Number(a.filed > b.filed)));
});

/** The last 8-K between two reports is of the second; earlier ones were preliminary. */
function announcementOf(
  { filed }: Report,
  before: Report | undefined,
  announced: readonly CompanyEvent[],
): CompanyEvent | undefined {
  const from = before?.filed ?? addDays(filed, -90);
  return announced.findLast((event) => event.filed > from && event.filed <= filed);
}

interface Reaction {
  readonly reading: Reading;
  readonly text: string;
}

/** The first session that closed after the filing could be read; `null` without its price or the one before. */
function reactionTo(event: CompanyEvent, bars: readonly Bar[], calendar: Calendar): Reaction | null {
  const at = knownAt(event);
  const day = calendar.dateAt(at);
  const session = calendar.isSession(day) && calendar.sessionClose(day) > at ? day : calendar.nextSession(day);
  const before = calendar.lastSessionOnOrBefore(addDays(session, -1));
  const index = bars.findLastIndex(({ date }) => date === session);
  const [bar, last] = [bars[index], bars[index - 1]];
  if (bar === undefined || last?.date !== before) return null;
  const value = (bar.close / last.close - 1) * 100;
  const reading: Reading = {
    key: "results_reaction",
    label: `Price change on the first session that closed after results were told (8-K item 2.02, public from ${timeText(at)})`,
    value,
    unit: "%",
    at: session,
    formula: `close / close of ${before} − 1`,
    source: joinSources([bar.source, event.source]),
    sourceIds: [event.sourceId, last.sourceId, bar.sourceId],
    inputs: [`close ${readable(bar.close)}`, `close before ${readable(last.close)}`],
  };
  return { reading, text: `price ${percent(value)} on ${session}, the first session that closed after` };
}

function toldText(event: CompanyEvent, reaction: Reaction | null, quarter: QuarterChange | undefined): string {
  const { currency, epsDiluted: eps, revenue } = quarter ?? { currency: "", epsDiluted: null, revenue: null };
  const filed = [
    ...(eps === null
      ? []
      : [`diluted earnings a share ${readable(eps.now.value)} ${currency}, ${readable(eps.before.value)} then`]),
    ...(revenue === null || revenue.before.value <= 0
      ? []
      : [`revenue ${percent((revenue.now.value / revenue.before.value - 1) * 100)}`]),
  ];
  const against = `quarter to ${quarter?.end ?? ""} against the same a year before, as filed: ${filed.join(", ")}`;
  return [
    `public from ${timeText(knownAt(event))}`,
    ...(reaction === null ? [] : [reaction.text]),
    ...(filed.length === 0 ? [] : [against]),
  ].join(", ");
}

/** By results told where every report has some, else by reports filed. */
function nextReport(
  reports: readonly Report[],
  byReport: readonly (CompanyEvent | undefined)[],
  announced: readonly CompanyEvent[],
  session: LocalDate,
): Reading | null {
  const last = reports.at(-1);
  if (last === undefined) return null;
  const since = reports.findIndex((_, index) => byReport.slice(index).every((event) => event !== undefined));
  const told = since === -1 ? [] : byReport.slice(since).flatMap((event) => event ?? []);
  const byResults = told.length >= fewestDays;
  const next = nextInYear(byResults ? told.map(({ filed }) => filed) : reports.map(({ filed }) => filed), session);
  // Told already, though the report is not filed yet.
  if (next === null || announced.some(({ filed }) => filed > last.filed && filed >= next.earliest)) return null;
  const { date, earliest, latest, from, weeks, shifts } = next;
  const what = byResults ? "results (8-K item 2.02)" : "quarterly or annual report (10-Q, 10-K)";
  const records = byResults ? told : reports.map(({ fact }) => fact);
  const moved = weeks === 0 ? "" : `, ${weeks > 0 ? "later" : "earlier"} by ${counted(Math.abs(weeks), "week")}`;
  const spread = `${readable(Math.min(...shifts))} to ${readable(Math.max(...shifts))} days`;
  return {
    key: "next_report_days",
    label: `Days to the next ${what}, an estimate from past filings that the company has not confirmed: about ${date}, between ${earliest} and ${latest}`,
    value: daysBetween(session, date),
    unit: "days",
    at: session,
    formula: `52 weeks after that of the same quarter (${from})${moved}; the last ${shifts.length} came ${spread} off 52 weeks`,
    source: joinSources(records.map(({ source }) => source)),
    sourceIds: records.slice(-shifts.length - 4).map(({ sourceId }) => sourceId),
  };
}

function knownAt({ availableAt, eventTime }: CompanyEvent): Instant {
  return availableAt ?? eventTime;
}

function timeText(instant: Instant): string {
  const iso = toIso(instant);
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** `+3.7%`, with a real minus. */
function percent(value: number): string {
  return `${value > 0 ? "+" : ""}${readable(roundToUnit(value, "%"))}%`;
}
