import type { AnalysisRequest, AnalysisResult, Config, Rating } from "#src/contract/jobs/analysis.ts";
import { checkedOf } from "#src/contract/run/checked.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { instructionText, rule } from "#src/contract/run/instruction.ts";
import type { Check } from "#src/contract/run/judgement.ts";
import type { Conditions } from "#src/contract/run/conditions.ts";
import type {
  AgentReport,
  AgentTurn,
  Instruction,
  Levels,
  Manifest,
  ModelCall,
  Reports,
  Verdict,
} from "#src/contract/run/run.ts";
import { countFigures } from "#src/contract/run/spans.ts";
import { Tuning } from "#src/contract/jobs/model-keys.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { isAbsent, unheard } from "./turns/turn.ts";
import { checkLevels, checkPriceTarget, publishableLevels, publishableVerdict } from "./checks.ts";
import type { DebateOutcome } from "./debate.ts";
import type { Snapshot } from "./evidence/snapshot.ts";
import { ratingOrReview } from "./rating-or-review.ts";
import { decidable } from "./theses/decide.ts";
import { firstSentence } from "./turns/read-turn.ts";

/** The contract's result with the reports in their full type. */
export type FullResult = Omit<AnalysisResult, "reports"> & { readonly reports: Reports };

/** Without an opinion nothing is traded. */
export const reviewInstruction: Instruction = {
  says: instructionText({ rating: "REVIEW", assetType: "stock", symbol: "" }),
  not_adopted: null,
};

/** `REVIEW` without a debate, as there was nothing to debate. */
export function reviewWithoutDebate(snapshot: Snapshot, reason: string): FullResult {
  return {
    rating: "REVIEW",
    is_review: true,
    decision: null,
    reports: {
      data: snapshot.data,
      checks: [],
      instruction: reviewInstruction,
      levels: null,
      verdict: null,
      review_reason: reason,
      review_code: snapshot.nothing_code ?? "no_data",
      numbers: { supported: 0, unsupported: 0 },
    },
  };
}

export function resultOf(
  snapshot: Snapshot,
  argued: DebateOutcome,
  { allow_short: allowShort = false }: Pick<AnalysisRequest, "allow_short">,
  language?: string,
): FullResult {
  const { rating, review } = ratingOrReview(argued);
  const verdict = verdictOf(argued);
  const { checks, levels, instruction } = decided({ snapshot, argued, rating, verdict, allowShort });
  const agents = agentReports(argued);
  const counts = argued.turns.map(({ report }) => countFigures(checkedOf(report)));
  const conditions = conditionsOf(snapshot, argued, rating, language);
  return {
    rating,
    is_review: rating === "REVIEW",
    decision: isAbsent(argued.proposal) ? null : argued.proposal.report.text,
    reports: {
      ...agents,
      data: snapshot.data,
      checks,
      instruction,
      levels,
      verdict: verdict && publishableVerdict(checks, verdict),
      review_reason: review?.reason ?? null,
      ...(review === null ? {} : { review_code: review.code }),
      ...(argued.absences.length === 0 ? {} : { unheard: argued.absences.map(unheard) }),
      ...(conditions === null ? {} : { conditions }),
      numbers: {
        supported: counts.reduce((sum, { supported }) => sum + supported, 0),
        unsupported: counts.reduce((sum, { unsupported }) => sum + unsupported, 0),
      },
    },
  };
}

interface Deciding {
  readonly snapshot: Snapshot;
  readonly argued: DebateOutcome;
  readonly rating: Rating;
  readonly verdict: Verdict | null;
  readonly allowShort: boolean;
}

function decided({ snapshot, argued, rating, verdict, allowShort }: Deciding): {
  checks: Check[];
  levels: Levels | null;
  instruction: Instruction;
} {
  const { asset_type: assetType, symbol, currency } = snapshot.data;
  const says = instructionText({ rating, assetType, symbol, allowShort });
  const terms = {
    rating,
    currency: assetType === "index" ? "points" : currency,
    close: valueOf(snapshot.evidence, "close"),
    volatility: yearlyVolatility(snapshot.evidence),
    horizonDays: verdict?.horizon_days ?? null,
  };
  const ofTarget = checkPriceTarget({ ...terms, priceTarget: verdict?.target ?? null });
  const proposal = isAbsent(argued.proposal) ? null : argued.proposal.answer;
  if (proposal === null || proposal.action === null)
    return { checks: ofTarget, levels: null, instruction: { says, not_adopted: null } };
  const { action, entry, stop, target, size_pct } = proposal;
  const proposed = { action, entry, stop, target, size_pct, currency };
  const atr = valueOf(snapshot.evidence, "atr_14");
  const checks = checkLevels({ ...proposed, ...terms, atr, allowShort, isIndex: assetType === "index" });
  const { isAdopted } = rule(rating, action, allowShort);
  return {
    checks: [...checks, ...ofTarget],
    levels: isAdopted ? publishableLevels(checks, proposed) : null,
    instruction: { says, not_adopted: isAdopted ? null : { ...proposed, reason: reasonOf(argued) } },
  };
}

/** The portfolio manager's reason, in its own first sentence. */
function reasonOf({ verdict }: DebateOutcome): string | null {
  const text = isAbsent(verdict) ? "" : firstSentence(verdict.report.text, 300);
  return text === "" ? null : text;
}

/** The higher of month and quarter: a calm month says little. */
function yearlyVolatility(evidence: readonly Evidence[]): number | null {
  const known = ["volatility_21", "volatility_63"].flatMap((key) => valueOf(evidence, key) ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

function valueOf(evidence: readonly Evidence[], key: string): number | null {
  return evidence.find((item) => item.key === key)?.value ?? null;
}

function verdictOf({ verdict }: DebateOutcome): Verdict | null {
  if (isAbsent(verdict) || verdict.answer === null) return null;
  const { thesis, target, horizon_days, confidence } = verdict.answer;
  return { thesis: thesis ?? firstSentence(verdict.report.text, 300), target, horizon_days, confidence };
}

/** `null` also where none were asked for. */
function conditionsOf(
  { data }: Snapshot,
  { verdict, evidence }: DebateOutcome,
  rating: Rating,
  language: string | undefined,
): Conditions | null {
  if (rating === "REVIEW" || data.session === null || isAbsent(verdict)) return null;
  const { conditions, horizon_days: horizonDays } = verdict.answer ?? {};
  if (conditions === undefined) return null;
  return decidable(conditions, { evidence, session: data.session, horizonDays: horizonDays ?? null, language });
}

/** The reports by agent, each with its rounds in order. */
export function agentReports({
  turns,
  skipped,
  absences,
}: Pick<DebateOutcome, "turns" | "skipped" | "absences">): Partial<Record<AgentReport["agent"], AgentReport>> {
  const reports: Partial<Record<AgentReport["agent"], AgentReport>> = {};
  for (const report of skipped) reports[report.agent] = report;
  for (const { agent, reason } of absences) reports[agent] ??= { agent, text: "", turns: [], skipped: reason };
  for (const [agent, spoken] of Map.groupBy(turns, (turn) => turn.agent)) {
    const rounds = spoken.map((turn) => turn.report);
    reports[agent] = { agent, text: prose(rounds), turns: rounds, skipped: null };
  }
  return reports;
}

function prose(rounds: readonly AgentTurn[]): string {
  const [only] = rounds;
  return rounds.length === 1 && only !== undefined
    ? only.text
    : rounds.map(({ round, text }) => `### Round ${round}\n\n${text}`).join("\n\n");
}

/** Equal manifests but for ids and times are the same run. */
export function manifestOf(args: {
  settings: {
    runId: string;
    codeVersion: string;
    seed: number;
    budgetUsd: Usd | null;
    toolSteps: number;
    ownKey?: true;
    livemode?: false;
    rerun?: Manifest["rerun"];
    conditions?: true;
    askAgainFigures?: false;
  };
  config: Config;
  tuning: Tuning | undefined;
  request: AnalysisRequest;
  snapshot: Snapshot;
  startedAt: Instant;
  finishedAt: Instant;
  result: FullResult;
  calls: readonly ModelCall[];
  evidence: readonly Evidence[];
}): Manifest {
  const { settings, snapshot, result } = args;
  return {
    version: 2,
    run_id: settings.runId,
    code_version: settings.codeVersion,
    seed: settings.seed,
    ...(settings.livemode !== undefined && { livemode: settings.livemode }),
    ...(settings.rerun !== undefined && { rerun: settings.rerun }),
    started_at: toIso(args.startedAt),
    finished_at: toIso(args.finishedAt),
    request: args.request,
    config: {
      ...args.config,
      budget_usd: settings.budgetUsd,
      tool_steps: settings.toolSteps,
      // In schema order, so that a replay writes the same bytes.
      ...Tuning.parse(args.tuning ?? {}),
      ...(settings.ownKey === true && { own_key: settings.ownKey }),
      ...(settings.conditions === true && { conditions: settings.conditions }),
      ...(settings.askAgainFigures === false && { ask_again_figures: settings.askAgainFigures }),
    },
    rating: result.rating,
    data: snapshot.data,
    evidence: [...args.evidence],
    chart: snapshot.chart,
    ...(snapshot.chart_events !== undefined && { chart_events: snapshot.chart_events }),
    ...(snapshot.calendar !== undefined && { calendar: snapshot.calendar }),
    ...(snapshot.available_at !== undefined && { available_at: snapshot.available_at }),
    calls: [...args.calls],
    result_sha256: sha256(canonicalJson(result)),
  };
}
