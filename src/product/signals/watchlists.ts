import {
  type ListInstrument,
  type Watchlist,
  type WatchlistInput,
  houseList,
  watchlistLimits,
} from "#src/contract/signals/signals.ts";
import {
  type SignalList,
  activeLists,
  countListsEver,
  ensureAccount,
  insertList,
  listsOf,
  lockLists,
  markListDeleted,
  putHouseList as put,
  updateList,
} from "./queries/signal-lists.ts";
import { Conflict, Forbidden, InvalidInput, NotFound } from "#src/core/errors.ts";
import { type Actor, type Context, type SystemContext, requireScope } from "../context.ts";
import { type KnownSymbols, canonicalInstruments, toWatchlist } from "./lib/watchlist.ts";
import { entitlementsAt, plans } from "#src/contract/accounts/plans.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import { watchlistsEver } from "#src/contract/jobs/caps.ts";
import type { Tx } from "#src/core/db/database.ts";
import { cronFault } from "#src/core/operation/cron.ts";
import { newId } from "#src/core/ids.ts";
import { readReportLanguage } from "../accounts/profile.ts";
import { type Once, madeBefore, noteMade } from "../idempotency/queries/idempotency-keys.ts";
import { requireOwnModel } from "../model-keys/public/own-environment.ts";
import { usualLanguage } from "#src/contract/run/language.ts";
import { type SignalSettings, houseOwner, mustHaveSignals, readableList } from "./public/readable-lists.ts";
import { type SignalEntries, signalEntries } from "./public/check-chain.ts";
import type { SymbolImport } from "#src/contract/signals/instruments.ts";
import type { AnalysisEnvironment } from "../analyses/public/submission.ts";

/** @throws NotFound also for a deleted one */
export async function getWatchlist(ctx: Context, id: string): Promise<Watchlist> {
  requireScope(ctx, "lists:read");
  const { db, actor } = ctx;
  const found = (await listsOf(db.sql, actor.owner)).find((list) => list.id === id);
  if (found === undefined) throw new NotFound("there is no such watchlist");
  return toWatchlist(found);
}

/** The actor's own lists, oldest first. */
export async function listWatchlists(ctx: Context): Promise<Watchlist[]> {
  requireScope(ctx, "lists:read");
  const { db, actor } = ctx;
  return (await listsOf(db.sql, actor.owner)).map(toWatchlist);
}

/** The house list, and the oldest of everybody's as plans allow. */
export async function listRunnableLists(ctx: SystemContext, now: Instant): Promise<SignalList[]> {
  const { db } = ctx;
  const taken = new Map<string, number>();
  const runnable: SignalList[] = [];
  for (const { list, held } of await activeLists(db.sql)) {
    const before = taken.get(list.owner ?? "") ?? 0;
    if (list.owner !== null && (held === null || before >= entitlementsAt(held, now).watchlists)) continue;
    if (list.owner !== null) taken.set(list.owner, before + 1);
    runnable.push(list);
  }
  return runnable;
}

/**
 * Run from now on, each run an analysis of the month.
 * @throws InvalidInput for cron; InvalidField for symbols or a missing key; Forbidden beyond the plan; NotFound;
 * Conflict for a reused key
 */
export async function saveWatchlist(
  ctx: Context,
  {
    environment,
    watchlist: { id, ...input },
    idempotencyKey: key = null,
  }: {
    readonly environment: KnownSymbols;
    /** With the id of the one that it replaces; `null` for a new one. */
    readonly watchlist: WatchlistInput;
    /** Of a new one. */
    readonly idempotencyKey?: string | null;
  },
): Promise<{ readonly list: Watchlist; readonly replayed: boolean }> {
  requireScope(ctx, "lists:write");
  const { db, actor, clock } = ctx;
  const once: Once | null = key === null ? null : { operation: "create list", key, asked: input };
  if (input.schedule.kind === "cron") {
    const fault = cronFault(input.schedule.cron, input.schedule.zone);
    if (fault !== null) throw new InvalidInput(fault);
  }
  if (input.own_model != null) await requireOwnModel(db.sql, actor.owner, input.own_model);
  // What is in the list stays there, whatever became of its source.
  const held =
    id === null ? [] : ((await listsOf(db.sql, actor.owner)).find((list) => list.id === id)?.instruments ?? []);
  const preferred = await readReportLanguage(ctx);
  const isRepeated = once !== null && (await db.transaction((tx) => madeBefore(tx, actor.owner, once))) !== null;
  // A repeated request keeps its symbols.
  const instruments = isRepeated
    ? input.instruments
    : await canonicalInstruments(ctx, environment, { instruments: input.instruments, held });
  const wanted = { ...input, instruments };
  const at = clock.now();
  return db.transaction(async (tx) => {
    await ensureAccount(tx, { id: actor.owner, plan: actor.plan }, at);
    const own = await lockLists(tx, actor.owner);
    const made = once === null ? null : await madeBefore(tx, actor.owner, once);
    if (made !== null) {
      const list = own.find((one) => one.id === made);
      if (list === undefined) throw new Conflict("the list that was made with this Idempotency-Key has been deleted");
      return { list: toWatchlist(list), replayed: true };
    }
    const before = own.find((list) => list.id === id);
    if (id !== null && before === undefined) throw new NotFound("there is no such watchlist");
    if (before === undefined) await refuseMore(tx, actor, own.length);
    const kept = {
      ...wanted,
      language: input.language ?? before?.language ?? preferred,
      rerun_on_break: input.rerun_on_break ?? before?.rerun_on_break ?? false,
      allow_short: input.allow_short ?? before?.allow_short ?? false,
    };
    const listId = before?.id ?? newId("wl");
    if (before === undefined) await insertList(tx, listId, actor.owner, kept, at);
    else await updateList(tx, listId, kept, at);
    if (once !== null) await noteMade(tx, actor.owner, once, listId, at);
    const list = { id: listId, ...kept, created_at: toIso(before?.createdAt ?? at), entries: before?.entries ?? 0 };
    return { list, replayed: false };
  });
}

/** @throws Forbidden for one more than the plan or the account may have */
async function refuseMore(tx: Tx, { owner, plan }: Actor, held: number): Promise<void> {
  const { watchlists: most, name } = plans[plan];
  if (held >= most)
    throw new Forbidden(`the ${name} plan allows ${most === 1 ? "one watchlist" : `${most} watchlists`}`);
  if ((await countListsEver(tx, owner)) >= watchlistsEver)
    throw new Forbidden(
      `an account can create at most ${watchlistsEver} watchlists, including deleted ones; edit an existing one`,
    );
}

/** The list is run no more. What it published stays. @throws NotFound */
export async function deleteWatchlist(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, "lists:write");
  const { db, actor, clock } = ctx;
  const deleted = await db.transaction((tx) => markListDeleted(tx, actor.owner, id, clock.now()));
  if (!deleted) throw new NotFound("there is no such watchlist");
}

/** As the settings say. For a worker that starts. */
export async function putHouseList(ctx: SystemContext, signals: SignalSettings): Promise<void> {
  const { db, clock } = ctx;
  const { instruments, runs } = signals;
  const at = clock.now();
  await db.transaction(async (tx) => {
    await ensureAccount(tx, { id: houseOwner, plan: "free" }, at);
    const list = { name: "House list", instruments: [...instruments], schedule: { kind: "close" as const }, runs };
    // It runs after every close anyway.
    await put(tx, { ...list, language: usualLanguage, rerun_on_break: false, allow_short: false }, at);
  });
}

/** Also before the signal engine has run. @throws Forbidden */
export async function followHouseList(ctx: Context): Promise<SignalEntries> {
  mustHaveSignals(ctx.actor);
  return signalEntries(ctx, houseList);
}

interface Given {
  readonly environment: Pick<AnalysisEnvironment, "readSymbolFile">;
  readonly bytes: Uint8Array;
  /** The one with the symbols; `null`: the one that says so. */
  readonly column: number | null;
}

/**
 * Nothing is kept.
 * @throws InvalidInput for what is no text of rows
 */
export function previewSymbolFile(ctx: Context, { environment, bytes, column }: Given): SymbolImport {
  requireScope(ctx, "lists:write");
  return environment.readSymbolFile(bytes, column);
}

/** A list's entries as they come. @throws Forbidden; NotFound */
export async function followSignals(ctx: Context, list: string): Promise<SignalEntries> {
  requireScope(ctx, "signals:read");
  await readableList(ctx, list);
  return signalEntries(ctx, list);
}

/**
 * @param input `list`: `null` for a new one
 * @throws NotFound; Conflict when it is in there; and as saveWatchlist
 */
export async function followInstrument(
  ctx: Context,
  {
    environment,
    list,
    instrument,
  }: {
    readonly environment: KnownSymbols;
    readonly list: string | null;
    readonly instrument: ListInstrument;
  },
): Promise<Watchlist> {
  requireScope(ctx, "lists:write");
  if (list === null)
    return (
      await saveWatchlist(ctx, {
        environment,
        watchlist: { id: null, name: "Watchlist", instruments: [instrument], schedule: { kind: "close" }, runs: 1 },
      })
    ).list;
  const before = (await listsOf(ctx.db.sql, ctx.actor.owner)).find(({ id }) => id === list);
  if (before === undefined) throw new NotFound("there is no such watchlist");
  // Sources are asked before the lists are locked.
  const added = await canonicalInstruments(ctx, environment, { instruments: [instrument], held: before.instruments });
  const at = ctx.clock.now();
  // Locked: of two added at once none is lost.
  return ctx.db.transaction(async (tx) => {
    const found = (await lockLists(tx, ctx.actor.owner)).find(({ id }) => id === list);
    if (found === undefined) throw new NotFound("there is no such watchlist");
    const { name, instruments } = found;
    if (added.some((one) => instruments.some(({ symbol }) => symbol === one.symbol)))
      throw new Conflict(`${instrument.symbol} is already in ${name}`);
    if (instruments.length >= watchlistLimits.instruments)
      throw new InvalidInput(`${name} has ${watchlistLimits.instruments} instruments, the maximum for a list`);
    const kept = { ...found, instruments: [...instruments, ...added] };
    await updateList(tx, list, kept, at);
    return toWatchlist(kept);
  });
}
