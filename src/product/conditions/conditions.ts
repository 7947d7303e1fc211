import { entitlementsAt, plans } from "#src/contract/accounts/plans.ts";
import {
  type ConditionWatch,
  type NewestWatch,
  countNewerWatches,
  findWatch,
  insertReadings,
  lockWatch,
  newestWatches,
  noteLook,
  readingsOf,
} from "./queries/condition-watches.ts";
import { findPlanHolder } from "../plans/queries/plans.ts";
import { type Context, type SystemContext, requireScope } from "../context.ts";
import { type ConditionReading, type ConditionState, conditionState } from "#src/contract/run/conditions.ts";
import type { Tx } from "#src/core/db/database.ts";
import { type Instant, type LocalDate, addDays, toIso } from "#src/core/clock.ts";
import { noteHappening } from "../channels/public/note-happening.ts";
import { notifyOwner } from "../mail/public/mailer.ts";
import { houseOwner } from "../signals/public/readable-lists.ts";
import { rerunsOnBreak } from "../signals/queries/signal-lists.ts";
import { noteDue } from "../signals/queries/signal-runs.ts";
import { appendEntry, findSignal } from "../signals/queries/signals.ts";

/** Whether a rating is watched now: every signal is, and of one's own analyses the newest, as many as the plan allows. */
export async function isWatched(ctx: SystemContext, watch: ConditionWatch): Promise<boolean> {
  const { db, clock } = ctx;
  if (watch.published !== null) return true;
  const held = await findPlanHolder(db.sql, watch.owner);
  if (held === null) return false;
  return (await countNewerWatches(db.sql, watch)) < entitlementsAt(held, clock.now()).watchedRatings;
}

/**
 * Of each readable list, and own analyses.
 * @throws Forbidden
 */
export async function readNewest(ctx: Context, symbol: string): Promise<readonly NewestWatch[]> {
  requireScope(ctx, "analyses:read");
  requireScope(ctx, "signals:read");
  const { owner, plan } = ctx.actor;
  return newestWatches(ctx.db.sql, { symbol, owner, house: plans[plan].signals });
}

/**
 * `null` where nothing is watched.
 * @throws Forbidden
 */
export async function readStates(ctx: Context, id: string): Promise<readonly ConditionState[] | null> {
  requireScope(ctx, "analyses:read");
  const watch = await findWatch(ctx.db.sql, id);
  return watch === null || watch.owner !== ctx.actor.owner ? null : watch.states;
}

/** Older breaks are no news. */
const newsDays = 7;

/**
 * Readings, messages, reruns and chain entries in one transaction. Repeatable; the second of two writes nothing.
 * @param over the last session read
 * @param dueAt when to look again
 */
export async function keepReadings(
  ctx: SystemContext,
  {
    watch,
    readings,
    over,
    dueAt,
  }: {
    readonly watch: ConditionWatch;
    readonly readings: readonly ConditionReading[];
    readonly over: LocalDate;
    readonly dueAt: Instant;
  },
): Promise<void> {
  const { db, clock } = ctx;
  const { analysisId: id } = watch;
  await db.transaction(async (tx) => {
    const locked = await lockWatch(tx, id);
    if (locked === null || locked.readUntil !== watch.readUntil) return;
    await insertReadings(tx, id, readings, clock.now());
    const known = await readingsOf(tx.sql, id);
    const states = locked.conditions.map((condition) => conditionState(condition, known, over));
    const isOpen = states.some(({ status }) => status === "holds");
    await noteLook(tx, id, { readUntil: over, states, dueAt: isOpen ? dueAt : null });
    const fresh = states.filter((state) => isFresh(state, locked.states));
    for (const state of fresh) if (isNews(state, clock.now())) await tell(ctx, tx, locked, state.id);
    await runAgain(tx, locked, fresh, clock.now());
    // Behind all other locks.
    await addToChain(tx, locked, fresh, clock.now());
  });
}

/** Decided now, and not before. */
function isFresh({ id, status }: ConditionState, before: readonly ConditionState[]): boolean {
  return status !== "holds" && before.find((state) => state.id === id)?.status !== status;
}

function isNews({ status, decided_on: on }: ConditionState, now: Instant): boolean {
  return status === "broken" && on !== null && on >= addDays(toIso(now).slice(0, 10), -newsDays);
}

async function tell(
  { queue, clock }: SystemContext,
  tx: Tx,
  { analysisId: analysis, owner, published }: ConditionWatch,
  condition: string,
): Promise<void> {
  // The house list's followers have channels.
  if (owner !== houseOwner)
    await notifyOwner(tx, queue, {
      kind: "condition_broken",
      userId: owner,
      once: `${analysis} ${condition}`,
      analysis,
      condition,
      signal: published?.signal ?? null,
    });
  await noteHappening(tx, queue, {
    where: { owner: owner === houseOwner ? null : owner, list: published?.list ?? null },
    once: `condition ${analysis} ${condition}`,
    happening:
      published === null
        ? { event: "own_condition_broken", analysis, condition }
        : { event: "condition_broken", signal: published.signal, analysis, condition },
    at: clock.now(),
  });
}

/** What broke longer ago is not analysed again: newer sessions say more. */
const freshDays = 7;

/**
 * One run as of the last session that broke a condition, like scheduled ones.
 * @param decided states reached now
 */
async function runAgain(
  tx: Tx,
  { published, symbol }: Pick<ConditionWatch, "published" | "symbol">,
  decided: readonly ConditionState[],
  at: Instant,
): Promise<void> {
  const broken = decided.flatMap(({ status, decided_on: on }) => (status === "broken" && on !== null ? [on] : []));
  const session = broken.toSorted().at(-1);
  if (published === null || session === undefined || session < addDays(toIso(at).slice(0, 10), -freshDays)) return;
  const instrument = await rerunsOnBreak(tx, published.list, symbol);
  if (instrument === null) return;
  await noteDue(tx, [{ list: published.list, symbol, session, assetType: instrument.asset_type, dueAt: at }], at);
}

/**
 * Nothing of undecided conditions, or of a withdrawn signal.
 * @param decided states reached now
 */
async function addToChain(
  tx: Tx,
  { published, conditions }: Pick<ConditionWatch, "published" | "conditions">,
  decided: readonly ConditionState[],
  at: Instant,
): Promise<void> {
  if (published === null) return;
  const said = decided.filter(({ status }) => status === "broken" || status === "held");
  const found = said.length === 0 ? null : await findSignal(tx.sql, published.signal);
  if (found === null || found.withdrawn !== null) return;
  for (const { id, status, decided_on: on, value } of said) {
    const condition = conditions.find((one) => one.id === id);
    if (condition === undefined || on === null) continue;
    const { measure, comparator, threshold, unit } = condition;
    await appendEntry(
      tx,
      published.list,
      {
        kind: "condition",
        signal: found.signal.number,
        signal_id: found.signal.id,
        condition: id,
        measure,
        comparator,
        threshold,
        unit,
        outcome: status === "broken" ? "broken" : "held",
        decided_on: on,
        value,
      },
      at,
    );
  }
}
