import type { AnalysisResult, Rating } from "#src/contract/analysis.ts";
import { checkedOf } from "#src/contract/checked.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { Check } from "#src/contract/judgement.ts";
import type { Conditions } from "#src/contract/conditions.ts";
import type { AgentReport, AgentTurn, Levels, Reports, ReviewCode, Verdict } from "#src/contract/run.ts";
import { countFigures } from "#src/contract/spans.ts";
import { unheard } from "./absence.ts";
import type { Decision } from "./agents/portfolio-manager.ts";
import { firstSentence } from "./agents/role.ts";
import { checkLevels, publishableLevels } from "./checks.ts";
import { isAbsent } from "./moves.ts";
import type { DebateOutcome } from "./debate.ts";
import type { Snapshot } from "./snapshot.ts";
import { statedRating } from "./stated-rating.ts";
import { decidable } from "./theses/decide.ts";
import type { Turn } from "./concluded-turn.ts";

/** The contract's result with the reports in their full type. */
export type FullResult = Omit<AnalysisResult, "reports"> & { readonly reports: Reports };

/** `REVIEW` without a debate: there was nothing to debate. */
export function reviewWithoutDebate(snapshot: Snapshot, reason: string): FullResult {
  return {
    rating: "REVIEW",
    is_review: true,
    decision: null,
    reports: {
      data: snapshot.data,
      checks: [],
      levels: null,
      verdict: null,
      review_reason: reason,
      review_code: snapshot.nothing_code ?? "no_data",
      numbers: { supported: 0, unsupported: 0 },
    },
  };
}

/** What a finished debate comes to: the rating as the portfolio manager gave it, and what code says of the rest. */
export function resultOf(snapshot: Snapshot, argued: DebateOutcome, language?: string): FullResult {
  const { rating, review } = ratingOf(argued);
  const { checks, levels } = levelsOf(snapshot, argued, rating);
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
      levels,
      verdict: verdictOf(argued),
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

interface Review {
  readonly code: ReviewCode;
  readonly reason: string;
}

function ratingOf({ verdict }: DebateOutcome): { rating: Rating; review: Review | null } {
  if (isAbsent(verdict)) {
    const code = verdict.isRefusal ? "refused" : "unreadable_answer";
    return { rating: "REVIEW", review: { code, reason: `the portfolio manager did not decide: ${verdict.reason}` } };
  }
  const stated = statedRating(verdict.answer, verdict.report.text, verdict.reading);
  if (stated.ok) return { rating: stated.rating, review: null };
  const isOverBudget = stated.code !== "no_opinion" && verdict.reading?.steps.includes("over_budget") === true;
  const code = isOverBudget ? "budget" : stated.code;
  return { rating: "REVIEW", review: { code, reason: reviewReason(stated.code, verdict) } };
}

function reviewReason(
  code: "no_opinion" | "conflict" | "unreadable_answer",
  { answer, report }: Turn<Decision>,
): string {
  if (code === "conflict") return "the portfolio manager gave two different ratings";
  if (code === "no_opinion") {
    const why = answer?.thesis ?? firstSentence(report.text);
    return `the portfolio manager has no opinion${why === "" ? "" : `: ${why.replace(/\.$/, "")}`}`;
  }
  const { problem } = report;
  return `the portfolio manager gave no rating that can be read${problem === null ? "" : ` (${problem})`}`;
}

function levelsOf(
  snapshot: Snapshot,
  argued: DebateOutcome,
  rating: Rating,
): { checks: Check[]; levels: Levels | null } {
  const proposal = isAbsent(argued.proposal) ? null : argued.proposal.answer;
  if (proposal === null || proposal.action === null) return { checks: [], levels: null };
  const { action, entry, stop, target, size_pct } = proposal;
  const proposed = { action, entry, stop, target, size_pct, currency: snapshot.data.currency };
  const checks = checkLevels({
    ...proposed,
    ...(snapshot.data.asset_type === "index" && { currency: "points" }),
    rating,
    close: valueOf(snapshot.evidence, "close"),
    atr: valueOf(snapshot.evidence, "atr_14"),
  });
  // Without an opinion there is nothing to trade, whatever the trader proposed before the last word was said.
  return { checks, levels: rating === "REVIEW" ? null : publishableLevels(checks, proposed) };
}

function valueOf(evidence: readonly Evidence[], key: string): number | null {
  return evidence.find((item) => item.key === key)?.value ?? null;
}

function verdictOf({ verdict }: DebateOutcome): Verdict | null {
  if (isAbsent(verdict) || verdict.answer === null) return null;
  const { thesis, target, horizon_days, confidence } = verdict.answer;
  return { thesis: thesis ?? firstSentence(verdict.report.text, 300), target, horizon_days, confidence };
}

/** Without an opinion there is nothing to break; `null` also where none were asked for. */
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
