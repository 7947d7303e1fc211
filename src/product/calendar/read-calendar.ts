import { entitlementsAt, Scope } from "#src/contract/accounts/plans.ts";
import { readCalendarBy } from "./queries/calendar-feeds.ts";
import { findPlanHolder } from "#src/product/plans/queries/plans.ts";
import type { SignalList } from "#src/product/signals/queries/signal-lists.ts";
import { NotFound } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import { counted } from "#src/core/text/number-text.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import type { Context, JobSettings, SystemContext } from "../context.ts";
import { followedLists, wantedOf } from "../dashboard/public/followed-lists.ts";
import { expectReports } from "../instruments/expect-reports.ts";
import { nextRuns } from "../signals/public/next-runs.ts";
import { writeCalendar, type CalendarEntry } from "./lib/write-calendar.ts";

/** About four weeks of weekdays. */
const ahead = 20;
const mostNamed = 8;

interface Input {
  readonly token: string;
  readonly origin: string;
  readonly settings: JobSettings;
  readonly environment: Pick<AnalysisEnvironment, "closes" | "runDelayMs">;
}

/**
 * Closes, runs and expected reports; coins never close.
 * @throws NotFound
 */
export async function readCalendar(
  ctx: SystemContext,
  { token, origin, settings, environment }: Input,
): Promise<string> {
  const { db, clock } = ctx;
  const now = clock.now();
  const owner = await readCalendarBy(db.sql, sha256(token), now);
  const held = owner === null ? null : await findPlanHolder(db.sql, owner);
  if (owner === null || held === null) throw new NotFound("there is no such calendar");
  const { plan } = entitlementsAt(held, now);
  const own: Context = { ...ctx, settings, requestId: "calendar", actor: { owner, plan, scopes: Scope.options } };
  const lists = await followedLists(own);
  const followed = lists.house === null ? lists.own : [...lists.own, lists.house];
  const host = new URL(origin).host;
  const entries = [
    ...closesOf(followed, environment, now),
    ...runsOf(lists.own, environment, now),
    ...(await reportsOf(own, followed)),
  ];
  const placed = entries.map(({ uid, path, ...entry }) => ({
    ...entry,
    uid: `${uid}@${host}`,
    url: `${origin}${path}`,
  }));
  return writeCalendar("Conclave", placed, now);
}

type Unplaced = Omit<CalendarEntry, "url"> & { readonly path: string };
type Environment = Input["environment"];

function closesOf(lists: readonly SignalList[], environment: Environment, now: number): Unplaced[] {
  const stocks = wantedOf(lists).filter((one) => one.asset_type === "stock");
  const closes = [...new Set(stocks.map(({ symbol }) => symbol))].flatMap((symbol) =>
    environment.closes(symbol, "stock", now, ahead).map((at) => ({ at, symbol })),
  );
  return [...Map.groupBy(closes, ({ at }) => at)].map(([at, alike]) => ({
    uid: `close-${at}`,
    at,
    title: `Market close: ${named(alike.map(({ symbol }) => symbol))}`,
    text: alike.map(({ symbol }) => symbol).join(" "),
    path: "/dashboard",
  }));
}

function runsOf(lists: readonly SignalList[], environment: Environment, now: number): Unplaced[] {
  return lists.flatMap((list) =>
    nextRuns(environment, list, now, ahead).map(({ at, symbols }) => ({
      uid: `run-${list.id}-${at}`,
      at,
      title: `${list.name}: scheduled run`,
      text: symbols.join(" "),
      path: "/signals/lists",
    })),
  );
}

async function reportsOf(ctx: Context, lists: readonly SignalList[]): Promise<Unplaced[]> {
  const stocks = wantedOf(lists).filter((one) => one.asset_type === "stock");
  const expected = await expectReports(ctx, [...new Set(stocks.map(({ symbol }) => symbol))]);
  return [...expected].map(([symbol, { date, kind }]) => ({
    uid: `report-${symbol}-${date.slice(0, 7)}`,
    at: date,
    title: `${symbol}: ${kind} report expected`,
    text: "Estimated from the dates of the last four reports. The company may choose another day.",
    path: `/instruments/${encodeURIComponent(symbol)}`,
  }));
}

function named(symbols: readonly string[]): string {
  const rest = symbols.length - mostNamed;
  return rest <= 0
    ? symbols.join(", ")
    : `${symbols.slice(0, mostNamed).join(", ")} and ${counted(rest, "more", "more")}`;
}
