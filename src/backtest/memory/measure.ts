import { Decimal } from "decimal.js";
import type { Rating } from "#src/contract/jobs/analysis.ts";
import {
  MemoryWorld,
  type MemoryMeasurement,
  type CountedShare,
  type FalseHeadline,
} from "#src/contract/backtests/memory.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { analyze } from "#src/debate/analyze.ts";
import { createBudget, type Budget } from "#src/debate/budget.ts";
import type { Checkpoint } from "#src/debate/checkpoint.ts";
import type { Snapshot } from "#src/debate/evidence/snapshot.ts";
import { reusing, type AnswerStore, type ReusingReasoner } from "#src/debate/attribution/reuse.ts";
import { toIso } from "#src/core/clock.ts";
import { BudgetExceeded, Cancelled } from "#src/core/errors.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { cutoffOf } from "#src/contract/backtests/knowledge-cutoff.ts";
import { noMemory } from "../decide.ts";
import { withHeadline, briefOfQuiz, type MemoryTools, type PreparedMemory } from "./prepare.ts";
import { scoreQuiz, type QuizAnswer } from "./quiz.ts";
import { inWorld } from "./worlds.ts";
import { placeOf } from "#src/debate/attribution/attribute.ts";
import { shareInterval } from "#src/core/figures/interval.ts";
import { worldAgreement } from "#src/core/figures/odd-one-out.ts";

export interface MeasuringTools extends MemoryTools {
  /** Answers already paid for, by the seed of a repetition. */
  readonly answers: (seed: number) => AnswerStore;
}

export interface MemoryOrder {
  readonly repetitions: number;
  /** The limit for all calls together; `null` sets none. */
  readonly budget: Usd | null;
  /** As given; `null`: what providers state. */
  readonly cutoff: string | null;
  readonly onRated: (world: MemoryWorld, repetition: number, rating: Rating) => void;
}

interface Found {
  readonly ratings: Record<MemoryWorld, Rating[]>;
  readonly quiz: { readonly named: (QuizAnswer | null)[]; readonly masked: (QuizAnswer | null)[] };
  readonly count: { calls: number; reused: number; cost: Decimal | null };
}

/**
 * One repetition after the other in all worlds, so that an early end can be compared.
 * @throws ModelFailed, VendorFailed
 */
export async function measureMemory(
  tools: MeasuringTools,
  prepared: PreparedMemory,
  order: MemoryOrder,
): Promise<MemoryMeasurement> {
  const found: Found = {
    ratings: { named: [], masked: [], shifted: [], false_news: [] },
    quiz: { named: [], masked: [] },
    count: { calls: 0, reused: 0, cost: new Decimal(0) },
  };
  const budget = createBudget(order.budget);
  let stopped: string | null = null;
  try {
    for (let repetition = 0; repetition < order.repetitions; repetition += 1)
      await repeat(tools, prepared, { order, budget, found, repetition });
  } catch (error) {
    if (error instanceof BudgetExceeded) stopped = error.message;
    else if (error instanceof Cancelled) stopped = "it was stopped; run it again to continue";
    else throw error;
  }
  return measurementOf(tools, prepared, order, { ...found, stopped });
}

interface Repetition {
  readonly order: MemoryOrder;
  readonly budget: Budget;
  readonly found: Found;
  readonly repetition: number;
}

async function repeat(tools: MeasuringTools, prepared: PreparedMemory, now: Repetition): Promise<void> {
  const { found, repetition, order } = now;
  const seed = prepared.settings.seed + repetition;
  for (const world of MemoryWorld.options) {
    if (world === "false_news" && prepared.headline === null) continue;
    const rating = await counted(tools, now, seed, (heard) => rate(tools, prepared, { world, seed, heard }));
    found.ratings[world].push(rating);
    order.onRated(world, repetition, rating);
  }
  if (prepared.quiz === null) return;
  for (const world of ["named", "masked"] as const)
    found.quiz[world].push(await counted(tools, now, seed, (heard) => ask(tools, prepared, { world, seed, heard })));
}

/** Runs work with the model, whose calls are counted and held against the budget. */
async function counted<T>(
  { reasoner, answers }: MeasuringTools,
  { budget, found: { count } }: Repetition,
  seed: number,
  work: (heard: ReusingReasoner["reasoner"]) => Promise<T>,
): Promise<T> {
  const heard = reusing(held(reasoner, budget), answers(seed));
  try {
    return await work(heard.reasoner);
  } finally {
    count.calls += heard.count.calls;
    count.reused += heard.count.reused;
    count.cost = count.cost === null || heard.count.cost === null ? null : count.cost.plus(heard.count.cost);
  }
}

/** A failed call may have been billed, so it stays spent. */
function held(reasoner: Reasoner, budget: Budget): Reasoner {
  const speak: Reasoner["speak"] = async (brief, options) => {
    const charge = budget.reserve(reasoner.estimate(brief), brief.agent);
    try {
      const spoken = await reasoner.speak(brief, options);
      charge(spoken.call.costUsd);
      return spoken;
    } catch (error) {
      charge(null);
      throw error;
    }
  };
  return { ...reasoner, speak };
}

interface WorldRun {
  readonly world: MemoryWorld;
  readonly seed: number;
  readonly heard: Reasoner;
}

async function rate(
  { vendors, clock, signal }: MeasuringTools,
  { snapshot, headline, settings, request }: PreparedMemory,
  { world, seed, heard }: WorldRun,
): Promise<Rating> {
  const evidence = world === "false_news" && headline !== null ? withHeadline(snapshot, headline) : snapshot;
  const outcome = await analyze(
    {
      vendors,
      reasoner: inWorld(world, heard),
      memory: noMemory,
      checkpoint: startingWith(evidence),
      clock,
      emit: () => {},
      signal,
    },
    { ...settings, seed, budgetUsd: null },
    request,
  );
  if (!outcome.ok) throw outcome.error;
  return outcome.run.result.rating;
}

/** Changes nothing but the evidence that all worlds begin with. */
function startingWith(snapshot: Snapshot): Checkpoint {
  return {
    kept: new Map(),
    step: async (key, schema, run) => (key === "snapshot" ? schema.parse(snapshot) : run()),
  };
}

async function ask(
  { signal }: MeasuringTools,
  { quiz, snapshot }: PreparedMemory,
  { world, seed, heard }: WorldRun,
): Promise<QuizAnswer | null> {
  if (quiz === null) return null;
  if (signal.aborted) throw new Cancelled();
  const spoken = await inWorld(world, heard).speak(briefOfQuiz(quiz, snapshot, seed), { signal, onDelta: () => {} });
  return spoken.kind === "statement" ? spoken.answer : null;
}

function measurementOf(
  { reasoner, clock }: MeasuringTools,
  { symbol, request, session, settings, headline, quiz, closes, notes }: PreparedMemory,
  { cutoff }: MemoryOrder,
  { ratings, quiz: answers, count, stopped }: Found & { readonly stopped: string | null },
): MemoryMeasurement {
  const { deep, quick } = reasoner.models;
  return {
    version: 1,
    symbol: symbol.symbol,
    asset_type: request.asset_type,
    session,
    period: session.slice(0, 4),
    provider: reasoner.provider,
    deep,
    quick,
    cutoff: cutoffOf(cutoff, { provider: reasoner.provider, deep, quick }),
    measured_at: toIso(clock.now()),
    code_version: settings.codeVersion,
    seed: settings.seed,
    ratings,
    ...sharesOf(ratings, headline),
    false_headline: headline,
    quiz:
      quiz === null
        ? null
        : {
            named: scoreQuiz(quiz.questions, answers.named, closes),
            masked: scoreQuiz(quiz.questions, answers.masked, closes),
          },
    notes: [...notes],
    calls: count.calls,
    reused: count.reused,
    cost_usd: count.cost?.toFixed() ?? null,
    stopped,
  };
}

type Ratings = MemoryMeasurement["ratings"];

export function sharesOf(
  ratings: Ratings,
  headline: FalseHeadline | null,
): Pick<MemoryMeasurement, "rating" | "agreement" | "followed_false_news"> {
  return {
    rating: mostFrequent(ratings.named),
    agreement: worldAgreement(ratings),
    followed_false_news: headline === null ? null : shareOf(followed(ratings, headline)),
  };
}

/** The first among the most frequent; `REVIEW` where there is none. */
function mostFrequent(ratings: readonly Rating[]): Rating {
  const counts = [...Map.groupBy(ratings, (rating) => rating)].filter(([rating]) => rating !== "REVIEW");
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "REVIEW";
}

/** Pairs each repetition with the one of the same number without the headline. */
function followed({ named, false_news: misled }: Ratings, { says }: FalseHeadline): boolean[] {
  return misled.map((rating, index) => {
    const [told, before] = [placeOf(rating), placeOf(named[index] ?? "REVIEW")];
    if (told === null || before === null) return false;
    return says === "up" ? told > before : told < before;
  });
}

function shareOf(values: readonly boolean[]): CountedShare {
  const outcomes = values.map((value, index) => ({ from: index, through: index, value: value ? 1 : 0 }));
  const count = values.filter(Boolean).length;
  return { count, of: values.length, interval: shareInterval(outcomes) };
}
