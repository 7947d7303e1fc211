import type { Happening, SentData } from "#src/contract/messages/channels.ts";
import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { houseList } from "#src/contract/signals/signals.ts";
import { eventFor, type EndpointEvent, type EndpointMessage, webhookLimits } from "#src/contract/messages/webhooks.ts";
import { loadAnalysis } from "#src/product/analyses/queries/analyses.ts";
import { listBatches, toBatch } from "#src/product/batches/queries/batches.ts";
import { findWatch } from "#src/product/conditions/queries/condition-watches.ts";
import { findJob } from "#src/product/jobs/queries/jobs.ts";
import { findPlanHolder } from "#src/product/plans/queries/plans.ts";
import { findSignal } from "#src/product/signals/queries/signals.ts";
import { toIso, dayMs, type Instant } from "#src/core/clock.ts";
import { toBacktestAnswer } from "#src/product/backtests/public/order.ts";
import type { SystemContext } from "#src/product/context.ts";
import { backtestJob } from "#src/product/jobs/public/kinds.ts";
import { loadPrices, settledMarks } from "#src/product/signals/public/outcomes.ts";
import { clearFailing, markFailing, pauseChannel, type StoredChannel } from "#src/product/channels/queries/channels.ts";
import type { Tx } from "#src/core/db/database.ts";
import type { Verdict } from "#src/product/outbox/public/retries.ts";
import { shorten } from "#src/core/text/shorten.ts";
import { webhookVerdict } from "#src/product/channels/public/destination.ts";
import type { ChannelTools } from "#src/product/channels/public/channel-tools.ts";
import type { Sent } from "#src/product/channels/public/send.ts";
import { exchange, type Exchanged, signed } from "#src/product/webhooks/public/post.ts";
import type { EndpointTarget } from "../lib/own-endpoint.ts";

interface Told {
  readonly id: string;
  readonly owner: string;
  readonly events: readonly EndpointEvent[];
}

type Of<E extends Happening["event"]> = Extract<Happening, { event: E }>;
type Data = EndpointMessage["data"];

/** `null` when gone, withdrawn or not chosen. */
export async function describeEvent(
  ctx: SystemContext,
  { id, owner, events }: Told,
  data: SentData,
): Promise<Omit<EndpointMessage, "timestamp"> | null> {
  if (data.event === "test") return { type: "webhook.test", data: { webhook_id: id } };
  if (data.event === "digest") return null;
  const type = eventFor(events, data);
  const described = type === null ? null : await describe(ctx, owner, data);
  return type === null || described === null ? null : { type, data: described };
}

async function describe(ctx: SystemContext, owner: string, data: Happening): Promise<Data | null> {
  const { db } = ctx;
  switch (data.event) {
    case "analysis_ended":
      return ofAnalysis(ctx, data.analysis);
    case "own_condition_broken":
      return { analysis_id: data.analysis, condition: await conditionOf(ctx, data) };
    case "batch_ended": {
      const [batch] = await listBatches(db.sql, owner, { id: data.batch, limit: 1 });
      return batch === undefined ? null : { batch: toBatch(batch) };
    }
    case "backtest_ended": {
      const backtest = await findJob(db.sql, "backtest", data.backtest, owner);
      return backtest === null ? null : { backtest: toBacktestAnswer(backtestJob.show(backtest, null)) };
    }
    case "run_failed": {
      const { list, symbol, session, review, reason } = data;
      return { list_id: list, symbol, session, is_review: review, reason };
    }
    case "deposit_credited":
      return { deposit_id: data.deposit, amount_usd: usdOf(data.minor) };
    case "plan_ending": {
      const { plan, until, missingMinor } = data;
      return { plan, ends_at: toIso(until), missing_usd: missingMinor === null ? null : usdOf(missingMinor) };
    }
    case "portfolio_alert":
      return null;
    default:
      return ofSignal(ctx, owner, data);
  }
}

/** An analysis without its large reports. */
async function ofAnalysis({ db }: SystemContext, id: string): Promise<Data | null> {
  const stored = await loadAnalysis(db.sql, id);
  if (stored === null) return null;
  const { job } = stored;
  if (job.result === null) return { analysis: job };
  const { reports: _reports, ...result } = job.result;
  return { analysis: { ...job, result } };
}

async function ofSignal(
  ctx: SystemContext,
  owner: string,
  data: Of<
    "signal_published" | "rating_changed" | "level_hit" | "mark_settled" | "signal_expired" | "condition_broken"
  >,
): Promise<Data | null> {
  const { db, clock } = ctx;
  const [found, held] = await Promise.all([findSignal(db.sql, data.signal), findPlanHolder(db.sql, owner)]);
  if (found === null || found.withdrawn !== null || held === null) return null;
  const { signal, hash } = found;
  if (signal.list === houseList && !entitlementsAt(held, clock.now()).signals) return null;
  switch (data.event) {
    case "level_hit": {
      const { level, price, close, session } = data;
      return { signal, level, price, close, session };
    }
    case "mark_settled": {
      const marks = settledMarks(signal, await loadPrices(db.sql, [signal.symbol]));
      return { signal, mark: marks.find(({ horizon }) => horizon === data.horizon) ?? null };
    }
    case "condition_broken":
      return { signal, condition: await conditionOf(ctx, data) };
    default:
      return { signal, hash };
  }
}

/** The condition in its agent's words, and the session whose close met it. */
async function conditionOf(
  { db }: SystemContext,
  { analysis, condition: id }: { readonly analysis: string; readonly condition: string },
): Promise<Data> {
  const watch = await findWatch(db.sql, analysis);
  return {
    id,
    said: watch?.conditions.find((one) => one.id === id)?.said ?? null,
    met_on: watch?.states.find((one) => one.id === id)?.decided_on ?? null,
  };
}

function usdOf(minor: number): string {
  return (minor / 100).toFixed(2);
}

/**
 * Paused after days of failures.
 * @returns why it was paused now, else `null`
 */
export async function noteHealth(
  tx: Tx,
  { id, failingSince }: Pick<StoredChannel, "id" | "failingSince">,
  verdict: Verdict,
  at: Instant,
): Promise<string | null> {
  if (verdict.kind === "sent") {
    if (failingSince !== null) await clearFailing(tx, id);
    return null;
  }
  if (verdict.kind === "limited") return null;
  const since = await markFailing(tx, id, at);
  if (at - since < webhookLimits.pauseAfterDays * dayMs) return null;
  const reason = `every attempt has failed for ${webhookLimits.pauseAfterDays} days, the last because ${verdict.reason}`;
  return (await pauseChannel(tx, id, reason, at)) ? reason : null;
}

interface Sending {
  readonly target: EndpointTarget;
  readonly message: EndpointMessage;
  readonly id: string;
  readonly at: Instant;
}

/** Signed by every secret in force. Never rejects for the receiver. */
export async function sendEvent({ network }: ChannelTools, { target, message, id, at }: Sending): Promise<Sent> {
  const body = JSON.stringify(message);
  const secrets = target.secrets.filter(({ until }) => until === null || until > at).map(({ secret }) => secret);
  const answer = await exchange(target.url, signed({ id, at, body }, ...secrets), body, network);
  return { status: answer.status, verdict: webhookVerdict(answer, at), restMs: null, answer: excerptOf(answer) };
}

function excerptOf({ status, body }: Exchanged): string | null {
  if (status === null || body === "") return null;
  return shorten(body.replaceAll("\0", "\ufffd").toWellFormed(), webhookLimits.response);
}
