import type { AnalysisResult, Rating } from "#src/contract/analysis.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { Check } from "#src/contract/judgement.ts";
import type { AgentReport, AgentTurn, Levels, Reports, Verdict } from "#src/contract/run.ts";
import { checkLevels, publishableLevels } from "./checks.ts";
import type { Argued } from "./debate.ts";
import { parseRating } from "./rating.ts";
import type { Snapshot } from "./snapshot.ts";

/** The contract's result with the reports in their full type. */
export type FullResult = Omit<AnalysisResult, "reports"> & { readonly reports: Reports };

/** `REVIEW` without a debate: there was nothing to debate. */
export function nothingToDebate(snapshot: Snapshot, reason: string): FullResult {
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
      numbers: { supported: 0, unsupported: 0 },
    },
  };
}

/** What a finished debate comes to: the rating as the portfolio manager gave it, and what code says of the rest. */
export function concluded(snapshot: Snapshot, argued: Argued): FullResult {
  const { rating, reason } = ratingOf(argued);
  const { checks, levels } = levelsOf(snapshot, argued, rating);
  const agents = agentReports(argued);
  const groundings = argued.turns.map((turn) => turn.report.grounding);
  return {
    rating,
    is_review: rating === "REVIEW",
    decision: argued.proposal.report.text,
    reports: {
      ...agents,
      data: snapshot.data,
      checks,
      levels,
      verdict: verdictOf(argued),
      review_reason: reason,
      numbers: {
        supported: groundings.reduce((sum, { supported }) => sum + supported, 0),
        unsupported: groundings.reduce((sum, { unsupported }) => sum + unsupported, 0),
      },
    },
  };
}

function ratingOf({ verdict }: Argued): { rating: Rating; reason: string | null } {
  if (verdict.answer !== null) {
    if (verdict.answer.rating !== null) return { rating: verdict.answer.rating, reason: null };
    return {
      rating: "REVIEW",
      reason: `the portfolio manager has no opinion: ${verdict.answer.thesis.replace(/\.$/, "")}`,
    };
  }
  const parsed = parseRating(verdict.report.text);
  if (parsed.ok) return { rating: parsed.rating, reason: null };
  return { rating: "REVIEW", reason: `the portfolio manager's answer holds no readable rating (${parsed.reason})` };
}

function levelsOf(snapshot: Snapshot, argued: Argued, rating: Rating): { checks: Check[]; levels: Levels | null } {
  const proposal = argued.proposal.answer;
  if (proposal === null) return { checks: [], levels: null };
  const { action, entry, stop, target, size_pct } = proposal;
  const proposed = { action, entry, stop, target, size_pct, currency: snapshot.data.currency };
  const checks = checkLevels({
    ...proposed,
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

function verdictOf({ verdict }: Argued): Verdict | null {
  if (verdict.answer === null) return null;
  const { thesis, target, horizon_days, confidence } = verdict.answer;
  return { thesis, target, horizon_days, confidence };
}

/** The reports by agent, each with its rounds in order. */
export function agentReports({
  turns,
  skipped,
}: Pick<Argued, "turns" | "skipped">): Partial<Record<AgentReport["agent"], AgentReport>> {
  const reports: Partial<Record<AgentReport["agent"], AgentReport>> = {};
  for (const report of skipped) reports[report.agent] = report;
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
