import { watchlistsEver } from "#src/contract/jobs/caps.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import type { Watchlist, WatchlistInput } from "#src/contract/signals/signals.ts";
import { countListsEver, ensureAccount, insertList, listsOf, lockLists, updateList } from "./queries/signal-lists.ts";
import { toIso } from "#src/core/clock.ts";
import type { Tx } from "#src/core/db/database.ts";
import { cronFault } from "#src/core/operation/cron.ts";
import { Conflict, Forbidden, InvalidInput, NotFound } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import { readReportLanguage } from "../accounts/read-report-language.ts";
import { madeBefore, noteMade, type Once } from "../idempotency/public/once.ts";
import { requireOwnModel } from "../model-keys/public/require-own-model.ts";
import { requireScope, type Actor, type Context } from "../context.ts";
import { canonicalInstruments, type KnownSymbols } from "./lib/canonical-instruments.ts";
import { toWatchlist } from "./lib/to-watchlist.ts";

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
