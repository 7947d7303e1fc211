import { addDays, daysBetween, type LocalDate } from "#src/core/clock.ts";
import { brokerNotes } from "./brokers.ts";
import { cents, newYork, type Quarter, type Results, splitDate, splitRatio } from "./company.ts";
import { fillers } from "./fillers.ts";
import type { Report } from "./filings.ts";
import type { Action, Session } from "./prices.ts";
import type { Happenings, Item } from "./happenings.ts";
import { seeded } from "./random.ts";
import { dollars, millions, newYorkTime, ordinal, share, stamp } from "./wording.ts";

/** A line of news/DEMO.jsonl, as docs/archives.md has it. */
export interface News {
  readonly publishedAt: string;
  readonly title: string;
  readonly summary: string;
  readonly source: string;
}

const publisher = "Demo Wire (synthetic)";
/** A weekday's close on which a move is news by itself. */
const notableMove = 0.032;
const fewestAWeek = 3;
const mostAWeek = 6;

/** Three to six items a week, ascending by time; a week with results may have more. */
export function wire(happenings: Happenings): News[] {
  const must: Item[] = [
    ...happenings.story.map(({ date, time, title, summary }) => ({ at: newYorkTime(date, time), title, summary })),
    ...happenings.results.map(resultsItem),
    ...happenings.reports.flatMap((report) =>
      report.filed >= "2016-01-04" && report.form !== "10-K/A" ? [reportItem(report)] : [],
    ),
    ...happenings.actions.flatMap(dividendItem),
    ...happenings.sessions.flatMap((session) => moveItem(session, happenings)),
  ];
  const may = [...weekReviews(happenings.sessions), ...brokerNotes(happenings), ...fillers(happenings)];
  return filledUp(must, may)
    .toSorted((a, b) => a.at - b.at || (a.title < b.title ? -1 : 1))
    .map(({ at, title, summary }) => ({ publishedAt: stamp(at), title, summary, source: publisher }));
}

/** Adds optional items to each week until it has its number, in an order of chance. */
function filledUp(must: readonly Item[], may: readonly Item[]): Item[] {
  const random = seeded("demo weeks");
  const weekOf = (item: Item) => Math.floor((daysBetween("2016-01-04", newYork().dateAt(item.at)) + 7) / 7);
  const weeks = Map.groupBy(must, weekOf);
  const spare = Map.groupBy(may, weekOf);
  return [...new Set([...weeks.keys(), ...spare.keys()])].flatMap((week) => {
    const fixed = weeks.get(week) ?? [];
    const wanted = Math.floor(random.between(fewestAWeek, mostAWeek));
    const shuffled = (spare.get(week) ?? []).map((item) => ({ item, rank: random.next() }));
    const chosen = shuffled.toSorted((a, b) => a.rank - b.rank).slice(0, Math.max(0, wanted - fixed.length));
    return [...fixed, ...chosen.map(({ item }) => item)];
  });
}

/** Diluted earnings as the report of the day states them, before or after the split. */
export function statedEps({ flows, dilutedShares }: Quarter, on: LocalDate): number {
  return cents(flows.netIncome / Math.round(dilutedShares * (on < splitDate ? 1 / splitRatio : 1)));
}

function resultsItem({ quarter, yearBefore, date, expectedRevenue, expectedEps, guidance }: Results): Item {
  const { revenue } = quarter.flows;
  const growth = revenue / yearBefore.flows.revenue - 1;
  const eps = statedEps(quarter, date);
  const expected = cents(expectedEps * (date < splitDate ? splitRatio : 1));
  const verdict =
    eps > expected ? "profit beats expectations" : eps < expected ? "profit misses expectations" : "profit as expected";
  const grown = growth >= 0 ? "rises" : "falls";
  const next = ordinal((quarter.quarter % 4) + 1);
  return {
    at: newYorkTime(date, "16:05"),
    title: `Demo Instruments ${ordinal(quarter.quarter)}-quarter revenue ${grown} ${share(growth)}, ${verdict}`,
    summary:
      `Revenue was ${millions(revenue)} after ${millions(yearBefore.flows.revenue)} a year before; analysts had expected ` +
      `${millions(expectedRevenue)}. Diluted earnings were ${dollars(eps)} a share against ${dollars(expected)} expected. ` +
      `Gross margin came to ${share(1 - quarter.flows.costOfRevenue / revenue)}. For the ${next} quarter the company ` +
      `guides to revenue of ${millions(guidance.low)} to ${millions(guidance.high)}.`,
  };
}

function reportItem({ form, filed, last }: Report): Item {
  const annual = form === "10-K";
  const name = annual ? `annual report for ${last.year}` : `quarterly report for the ${ordinal(last.quarter)} quarter`;
  return {
    at: newYorkTime(filed, "17:10"),
    title: `Demo Instruments files ${name}`,
    summary:
      `Cash stood at ${millions(last.balance.cash)} and debt at ${millions(last.balance.debt)} on ${last.end}. ` +
      `Capital spending in the ${annual ? "fourth " : ""}quarter was ${millions(last.flows.capex)}, ` +
      `share repurchases ${millions(last.flows.buybacks)}.`,
  };
}

function dividendItem({ exDate, kind, value }: Action): Item[] {
  if (kind !== "dividend") return [];
  const declared = newYork().lastSessionOnOrBefore(addDays(exDate, -24));
  return [
    {
      at: newYorkTime(declared, "16:12"),
      title: `Demo Instruments declares quarterly dividend of ${Math.round(value * 100)} cents a share`,
      summary: `The shares trade without the dividend from ${exDate} on.`,
    },
  ];
}

/** A close that moved far, with the news behind it where there is some. */
function moveItem(session: Session, { story, results, sessions }: Happenings): Item[] {
  const { change, indexChange, date, close } = session;
  if (change === null || indexChange === null || Math.abs(change) < notableMove) return [];
  const calendar = newYork();
  const isBehind = (day: LocalDate, time: string) => (time < "16:00" ? day : calendar.nextSession(day)) === date;
  const event = story.find((each) => each.move !== 0 && isBehind(each.date, each.time));
  const result = results.find((each) => calendar.nextSession(each.date) === date);
  // Closes before and after the split do not compare.
  const recent = sessions
    .filter((each) => each.date <= date && date >= splitDate === each.date >= splitDate)
    .slice(-60);
  const extremes =
    recent.length < 60
      ? []
      : [Math.min(...recent.map((each) => each.close)), Math.max(...recent.map((each) => each.close))];
  const extreme = ["lowest", "highest"][extremes.indexOf(close)];
  const why =
    result !== undefined
      ? ` after ${ordinal(result.quarter.quarter)}-quarter results`
      : event !== undefined
        ? ` on ${event.topic} news`
        : Math.abs(indexChange) > 0.015
          ? " with the market"
          : " without company news";
  return [
    {
      at: newYorkTime(date, "16:32"),
      title: `Demo Instruments shares ${change > 0 ? "rise" : "fall"} ${share(change)}${why}`,
      summary:
        `They closed at ${dollars(close)} in trading of ${(session.volume / 1_000_000).toFixed(1)} million shares. ` +
        `The S&P 500 ${Math.abs(indexChange) < 0.0005 ? "did not move" : `${indexChange > 0 ? "gained" : "lost"} ${share(indexChange)}`}.` +
        (extreme === undefined ? "" : ` It was the ${extreme} close in sixty sessions.`),
    },
  ];
}

function weekReviews(sessions: readonly Session[]): Item[] {
  return sessions.flatMap((session, at) => {
    const next = sessions[at + 1];
    const weekday = ((daysBetween("2016-01-04", session.date) % 7) + 7) % 7;
    if (next === undefined || daysBetween(session.date, next.date) < 7 - weekday) return [];
    const week = sessions.slice(0, at + 1).filter((each) => daysBetween(each.date, session.date) <= weekday);
    const over = (changeOf: (each: Session) => number | null) =>
      week.reduce((product, each) => product * (1 + (changeOf(each) ?? 0)), 1) - 1;
    const own = over((each) => each.change);
    const market = over((each) => each.indexChange);
    const said = Math.abs(own) < 0.003 ? "little changed" : `${own > 0 ? "up" : "down"} ${share(own)}`;
    return [
      {
        at: newYorkTime(session.date, "17:20"),
        title: `Week in review: Demo Instruments ${said}, index ${market >= 0 ? "up" : "down"} ${share(market)}`,
        summary: `The shares ended the week at ${dollars(session.close)}. ${
          own > market ? "They did better than the market" : "They did worse than the market"
        } over ${week.length} sessions.`,
      },
    ];
  });
}
