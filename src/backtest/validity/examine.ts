import type { Agent } from "#src/contract/run/answers.ts";
import { Opinion, type Rating } from "#src/contract/jobs/analysis.ts";
import type { BacktestDecision, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { checkedOf } from "#src/contract/run/checked.ts";
import type { AgentReport, Reports } from "#src/contract/run/run.ts";
import { allSpans, countFigures } from "#src/contract/run/spans.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { isConclaveError, ModelFailed } from "#src/core/errors.ts";
import { seededRandom } from "#src/core/figures/random.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { debateOn, decisionOf, type DecisionRun } from "../decide.ts";
import { maskedReasoner } from "../mask.ts";
import type { Subject } from "../orders.ts";
import { mirrored, withFuture, withoutFuture } from "./twin-vendors.ts";

/** In the order of speaking. */
export const stanceAgents = [
  "market",
  "social",
  "news",
  "fundamentals",
  "research_manager",
  "trader",
] as const satisfies Agent[];
export type StanceAgent = (typeof stanceAgents)[number];

/** What a debate holds beyond its rating. */
export interface Replayed {
  readonly symbol: string;
  readonly session: LocalDate;
  readonly rating: Rating;
  /** The side of each agent as a rating; absent where it took none. */
  readonly stances: Partial<Record<StanceAgent, Rating>>;
  readonly numbers: {
    readonly supported: number;
    readonly unsupported: number;
    /** The unsupported ones that other evidence than the cited holds. */
    readonly wrongSource: number;
    /** Words that the evidence denies. */
    readonly contradicted: number;
  };
  /** The replay gave the same result. */
  readonly isSame: boolean;
}

export interface Twins {
  readonly decisions: number;
  readonly prompts: number;
  readonly deletedRecords: number;
  /** `SYMBOL SESSION` of each decision that changed with the deletion. */
  readonly changed: readonly string[];
}

export interface Counterfactuals {
  readonly decisions: number;
  readonly maskedSame: number;
  /** The decisions with a side; without one, nothing can turn. */
  readonly withSide: number;
  readonly turned: number;
  readonly stayed: number;
}

/** `null` where an answer was not kept. */
export interface Examined {
  readonly replayed: readonly Replayed[] | null;
  readonly twins: Twins | null;
  readonly counterfactuals: Counterfactuals | null;
}

export interface ExamineTools {
  readonly vendors: VendorChain;
  /** `rules`, or kept answers alone, with NotKept for other questions. */
  readonly reasoner: Reasoner;
  readonly signal: AbortSignal;
  /** The number of decisions that are asked three times or more. */
  readonly sample: number;
  readonly step?: (what: string) => void;
}

/** A question whose answer was not kept. */
export class NotKept extends ModelFailed {}

/** Behind a store: only kept answers, at no cost. */
export function neverAsked(reasoner: Reasoner): Reasoner {
  return {
    ...reasoner,
    speak: () => Promise.reject(new NotKept(reasoner.models.deep, "refused", "this answer was not kept")),
  };
}

/** One decision that was made, and where. */
interface Made {
  readonly subject: Subject;
  readonly decision: BacktestDecision;
}

/**
 * Each decision as it was, and a sample without the future, the name, and with mirrored prices. Free.
 * @throws Cancelled; VendorFailed; defects
 */
export async function examine(
  tools: ExamineTools,
  settings: BacktestSettings,
  subjects: readonly Subject[],
): Promise<Examined> {
  const made = subjects.flatMap((subject) => subject.decisions.map((decision) => ({ subject, decision })));
  const replayed: Replayed[] = [];
  for (const one of made) {
    const run = await again(tools, settings, one);
    if (run === "not kept") return { replayed: null, twins: null, counterfactuals: null };
    replayed.push(replayedOf(run, one.decision));
    tools.step?.(`${one.decision.symbol} ${one.decision.session}`);
  }
  const sample = sampleOf(made, tools.sample, settings.seed);
  return {
    replayed,
    twins: await twinsOf(tools, settings, sample),
    counterfactuals: await counterfactualsOf(tools, settings, sample, replayed),
  };
}

/** Evenly over the time, from a seeded start. */
function sampleOf(made: readonly Made[], wanted: number, seed: number): Made[] {
  const ordered = made.toSorted((a, b) => order(a.decision, b.decision));
  if (ordered.length <= wanted) return ordered;
  const step = ordered.length / wanted;
  const start = seededRandom(`validity ${seed}`)() * step;
  return Array.from({ length: wanted }, (_, index) => ordered[Math.floor(start + index * step)]).filter(
    (one) => one !== undefined,
  );
}

function order(a: BacktestDecision, b: BacktestDecision): number {
  return a.session < b.session ? -1 : a.session > b.session ? 1 : a.symbol < b.symbol ? -1 : 1;
}

async function again(
  { vendors, reasoner, signal }: Pick<ExamineTools, "vendors" | "reasoner" | "signal">,
  settings: BacktestSettings,
  { subject, decision }: Made,
): Promise<DecisionRun | "not kept"> {
  const asked = noting(reasoner);
  try {
    const run = await debateOn(
      { vendors, reasoner: asked.reasoner, signal },
      { ...settings, seed: shownSeed(settings, decision) },
      decision.symbol,
      subject.path.calendar,
      decision.session,
    );
    return asked.wasMissing() ? "not kept" : run;
  } catch (error) {
    if (asked.wasMissing() && isConclaveError(error)) return "not kept";
    throw error;
  }
}

/** Of several runs, that of the one shown. */
function shownSeed({ seed }: BacktestSettings, { runs }: BacktestDecision): number {
  return runs?.repetitions[runs.shown - 1]?.seed ?? seed;
}

/** Notes unkept questions, since a debate goes on without a voice. */
function noting(reasoner: Reasoner): {
  readonly reasoner: Reasoner;
  readonly wasMissing: () => boolean;
} {
  let missing = false;
  const speak: Reasoner["speak"] = async (brief, options) => {
    try {
      return await reasoner.speak(brief, options);
    } catch (error) {
      if (error instanceof NotKept) missing = true;
      throw error;
    }
  };
  return { reasoner: { ...reasoner, speak }, wasMissing: () => missing };
}

async function twinsOf(tools: ExamineTools, settings: BacktestSettings, sample: readonly Made[]): Promise<Twins> {
  const changed: string[] = [];
  let [prompts, deletedRecords] = [0, 0];
  for (const one of sample) {
    const { decision, subject } = one;
    const asOf = subject.path.calendar.sessionClose(decision.session);
    const whole = await again({ ...tools, vendors: withFuture(tools.vendors) }, settings, one);
    const cut = withoutFuture(tools.vendors, asOf, (records) => void (deletedRecords += records));
    const twin = await again({ ...tools, vendors: cut }, settings, one);
    const asked = promptsOf(whole);
    prompts += asked.length;
    // A differing prompt was never asked.
    if (
      whole === "not kept" ||
      twin === "not kept" ||
      asked.join() !== promptsOf(twin).join() ||
      whole.manifest.result_sha256 !== twin.manifest.result_sha256
    )
      changed.push(`${decision.symbol} ${decision.session}`);
    tools.step?.(`${decision.symbol} ${decision.session}, without the future`);
  }
  return { decisions: sample.length, prompts, deletedRecords, changed };
}

function promptsOf(run: DecisionRun | "not kept"): string[] {
  return run === "not kept" ? [] : run.manifest.calls.map(({ step, prompt_sha256 }) => `${step} ${prompt_sha256}`);
}

async function counterfactualsOf(
  tools: ExamineTools,
  settings: BacktestSettings,
  sample: readonly Made[],
  replayed: readonly Replayed[],
): Promise<Counterfactuals | null> {
  // Of several runs, only the repeated one compares.
  const ratings = new Map(replayed.map(({ symbol, session, rating }) => [`${symbol} ${session}`, rating]));
  let [maskedSame, withSide, turned, stayed] = [0, 0, 0, 0];
  for (const one of sample) {
    const { decision, subject } = one;
    const about = subject.path.days.findLast(({ session, bar }) => session <= decision.session && bar !== null)?.bar;
    const masked = await again({ ...tools, reasoner: maskedReasoner(tools.reasoner) }, settings, one);
    const vendors = mirrored(tools.vendors, about?.close ?? 1, (symbol) => symbol === decision.symbol);
    const other = await again({ ...tools, vendors }, settings, one);
    if (masked === "not kept" || other === "not kept") return null;
    const rating = ratings.get(`${decision.symbol} ${decision.session}`) ?? decision.rating;
    if (masked.result.rating === rating) maskedSame += 1;
    const side = sideOf(rating);
    if (side !== 0) {
      withSide += 1;
      if (sideOf(other.result.rating) === -side) turned += 1;
      if (sideOf(other.result.rating) === side) stayed += 1;
    }
    tools.step?.(`${decision.symbol} ${decision.session}, in other worlds`);
  }
  return { decisions: sample.length, maskedSame, withSide, turned, stayed };
}

/** 1 for, −1 against, 0 neither. */
function sideOf(rating: Rating): -1 | 0 | 1 {
  if (rating === "Buy" || rating === "Overweight") return 1;
  return rating === "Sell" || rating === "Underweight" ? -1 : 0;
}

function replayedOf(run: DecisionRun, decision: BacktestDecision): Replayed {
  const { reports } = run.result;
  const made = decisionOf(run, decision.symbol, decision.session);
  return {
    symbol: decision.symbol,
    session: decision.session,
    rating: made.rating,
    stances: stancesOf(reports),
    numbers: numbersOf(reports),
    // Several runs' agreement is not the shown run's word.
    isSame:
      (decision.runs !== undefined || made.rating === decision.rating) && made.result_sha256 === decision.result_sha256,
  };
}

/** Scores from −2 to 2 as ratings, a trader's action as its plain one. */
function stancesOf(reports: Reports): Partial<Record<StanceAgent, Rating>> {
  const stances: Partial<Record<StanceAgent, Rating>> = {};
  for (const agent of stanceAgents) {
    const fields = reports[agent]?.turns.at(-1)?.fields ?? {};
    const { score, lean, action } = fields;
    const opinion = Opinion.safeParse(
      typeof score === "number"
        ? Opinion.options[2 - score]
        : (lean ?? { buy: "Buy", sell: "Sell", hold: "Hold" }[String(action)]),
    );
    if (opinion.success) stances[agent] = opinion.data;
  }
  return stances;
}

function numbersOf(reports: Reports): Replayed["numbers"] {
  const spoken: (AgentReport | undefined)[] = [
    ...stanceAgents.map((agent) => reports[agent]),
    reports.bull,
    reports.bear,
    reports.aggressive,
    reports.neutral,
    reports.conservative,
    reports.portfolio_manager,
  ];
  const checked = spoken.flatMap((report) => report?.turns.map(checkedOf) ?? []);
  const counts = checked.map(countFigures);
  const spans = checked.flatMap(allSpans);
  return {
    supported: counts.reduce((sum, { supported }) => sum + supported, 0),
    unsupported: counts.reduce((sum, { unsupported }) => sum + unsupported, 0),
    wrongSource: spans.filter(({ kind }) => kind === "wrong_source").length,
    contradicted: spans.filter(({ kind }) => kind === "contradicted").length,
  };
}
