import { Decimal } from "decimal.js";
import { Analyst } from "#src/contract/analysis.ts";
import { entitlementsAt, plans, type HeldPlan } from "#src/contract/plans.ts";
import { activeLists, type SignalList } from "#src/db/queries/signal-lists.ts";
import { endRun, markStarted, openJobs, spentOn, waitingRuns, type DueRun } from "#src/db/queries/signal-runs.ts";
import { submitAnalyses, type Submission } from "#src/db/queries/submissions.ts";
import type { Instant } from "#src/platform/clock.ts";
import { sha256 } from "#src/platform/hash.ts";
import { monthlyQuota, monthOf, runBudgetUsd } from "../plans/check-quota.ts";
import { houseOwner } from "./readable-list.ts";
import type { SignalTools } from "./signal-tools.ts";

const dayMs = 86_400_000;
/** Looked at in one go; the rest is due a minute later too. */
const mostAtOnce = 500;
/** Behind every job that somebody asked for: a smaller number goes first, and plans have at most two digits. */
const housePriority = 1000;
const ownListPriority = 100;

/**
 * Starts what is due: jobs like any others, behind all that people asked for. The house's run a few at a time, in
 * partitions of its own, and only while the day's money covers the most they can cost; lists of people's own count
 * against their month. What finds no room waits for the next call. Calling twice, or from two workers, starts nothing
 * twice: a run's jobs have names that follow from it.
 */
export async function startRuns(tools: SignalTools): Promise<{ readonly started: number; readonly waiting: number }> {
  const { db } = tools;
  const [due, lists] = await Promise.all([waitingRuns(db.sql, mostAtOnce), activeLists(db.sql)]);
  const known = new Map(lists.map((each) => [each.list.id, each]));
  let started = 0;
  let houseIsFull = false;
  for (const run of due) {
    const found = known.get(run.list);
    if (found === undefined || (found.held === null && houseIsFull)) continue;
    const { list, held } = found;
    const terms = held === null ? await houseTerms(tools, list) : ownTerms(tools, list, held);
    if (terms === null) houseIsFull = true;
    else if (await startRun(tools, run, list, terms)) started += 1;
  }
  return { started, waiting: due.length - started };
}

type Terms = Pick<Submission, "owner" | "plan" | "slots" | "quota" | "priority"> & {
  readonly budgetUsd: string | null;
};

/** `null`: not now. */
async function houseTerms({ db, clock, signals }: SignalTools, { runs }: SignalList): Promise<Terms | null> {
  const open = await openJobs(db.sql, houseOwner);
  // One more run waits than can go on, so that a slot that comes free is used at once.
  if (open > 0 && open + runs > (signals.slots + 1) * Math.max(1, runs)) return null;
  const today = Math.floor(clock.now() / dayMs) * dayMs;
  const spent = new Decimal(await spentOn(db.sql, houseOwner, today, today + dayMs));
  const most = new Decimal(signals.runBudgetUsd).times(runs);
  if (spent.plus(most).greaterThan(signals.dailyBudgetUsd)) return null;
  const { slots, runBudgetUsd: budgetUsd } = signals;
  return { owner: houseOwner, plan: "free", slots, quota: null, priority: housePriority, budgetUsd };
}

function ownTerms({ clock, jobs }: SignalTools, { owner }: SignalList, held: HeldPlan): Terms {
  if (owner === null) throw new RangeError("the house's list has no owner");
  const { plan, slots, priority } = entitlementsAt(held, clock.now());
  const actor = { owner, plan, scopes: [] };
  return {
    owner,
    plan,
    slots: Math.min(slots, jobs.maxConcurrency),
    quota: monthlyQuota(actor),
    priority: ownListPriority + priority,
    budgetUsd: runBudgetUsd(actor, jobs.budgetUsd),
  };
}

/** False when there was no room for it. */
async function startRun(tools: SignalTools, run: DueRun, list: SignalList, terms: Terms): Promise<boolean> {
  const { db, clock } = tools;
  const at = clock.now();
  const asked = Array.from({ length: list.runs }, (_, index) => submissionOf(tools, run, terms, index, at));
  const told = await submitAnalyses(db.pool, asked);
  const ids = told.flatMap((one, index) => {
    if (one.outcome === "known") return [one.id];
    return one.outcome === "made" ? [asked[index]?.id ?? ""] : [];
  });
  if (told.some(({ outcome }) => outcome === "full")) return false;
  if (ids.length > 0) {
    await markStarted(db, run, ids, at);
    return true;
  }
  const { name } = plans[terms.plan];
  await endRun(db, run, { outcome: "skipped", reason: `the month's analyses of the plan ${name} were used` }, at);
  return false;
}

function submissionOf(
  { jobs }: SignalTools,
  { list, symbol, session, assetType }: DueRun,
  { budgetUsd, ...terms }: Terms,
  repetition: number,
  at: Instant,
): Submission {
  // With spaces, which no key of a client's has.
  const key = `signal ${list} ${symbol} ${session} ${repetition + 1}`;
  return {
    ...terms,
    id: `ana_${sha256(`${terms.owner} ${key}`).slice(0, 20)}`,
    // Never more than half of what may wait: the other half is for people.
    maxQueued: Math.max(1, Math.floor(jobs.maxQueued / 2)),
    month: monthOf(at),
    timeoutMs: jobs.jobTimeoutMs,
    request: {
      ticker: symbol,
      trade_date: session,
      asset_type: assetType,
      analysts: [...Analyst.options],
      max_debate_rounds: jobs.rounds,
    },
    setting: { rounds: jobs.rounds, risk_rounds: jobs.riskRounds, budget_usd: budgetUsd, seed: repetition + 1 },
    idempotencyKey: key,
    requestId: `signals_${session}`,
    webhookUrl: null,
    webhookSecret: null,
    webhookSecretMade: false,
    createdAt: at,
  };
}
