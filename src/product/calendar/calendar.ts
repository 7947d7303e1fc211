import { randomBytes } from "node:crypto";
import { putCalendar, findCalendar, deleteCalendar, readCalendarBy } from "./queries/calendar-feeds.ts";
import { sha256 } from "#src/core/hash.ts";
import { requireFresh, type By } from "../accounts/public/fresh-sign-in.ts";
import type { Context, JobSettings, SystemContext } from "../context.ts";
import { toIso } from "#src/core/clock.ts";
import { entitlementsAt, Scope } from "#src/contract/accounts/plans.ts";
import { findPlanHolder } from "../plans/queries/plans.ts";
import type { SignalList } from "../signals/queries/signal-lists.ts";
import { NotFound } from "#src/core/errors.ts";
import { counted } from "#src/core/text/number-text.ts";
import type { AnalysisEnvironment } from "../analyses/public/submission.ts";
import { followedLists, wantedOf, nextRuns } from "../signals/public/readable-lists.ts";
import { expectReports } from "../instruments/reading.ts";
import { writeCalendar, type CalendarEntry } from "./lib/write-calendar.ts";

/**
 * Replaces the one before, and mails the owner.
 * @returns the secret part, kept as a hash
 * @throws ConfirmationNeeded
 */
export async function createCalendar(ctx: Context, { by }: { readonly by: By }): Promise<{ readonly token: string }> {
  requireFresh(ctx, "calendar", by);
  const { db, actor, clock, queue } = ctx;
  const token = randomBytes(24).toString("base64url");
  await db.transaction(async (tx) => {
    const at = clock.now();
    await putCalendar(tx, actor.owner, sha256(token), at);
    const mail = { kind: "account_changed", userId: actor.owner, origin: by.origin, at } as const;
    await queue.enqueueMail(tx, { ...mail, change: "calendar_added" });
  });
  return { token };
}

export async function getCalendar(
  ctx: Context,
): Promise<{ readonly created_at: string; readonly read_at: string | null } | null> {
  const { db, actor } = ctx;
  const found = await findCalendar(db.sql, actor.owner);
  if (found === null) return null;
  return { created_at: toIso(found.createdAt), read_at: found.readAt === null ? null : toIso(found.readAt) };
}

/** The actor's calendar has no address any more; repeatable. */
export async function revokeCalendar(ctx: Context): Promise<void> {
  const { db, actor } = ctx;
  await deleteCalendar(db.sql, actor.owner);
}

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
