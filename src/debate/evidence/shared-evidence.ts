import type { Analyst } from "#src/contract/jobs/analysis.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { AgentTurn } from "#src/contract/run/run.ts";
import type { Turn } from "../turns/concluded-turn.ts";

const alwaysShared = new Set([
  "close",
  "atr_14",
  "volatility_21",
  "support_20",
  "resistance_20",
  "sessions_available",
  "price_age_days",
]);

/**
 * What everybody after the analysts sees: figures the analysts rested on, those levels need, settled decisions. One
 * list, so prompts share it as a prefix. Strangers' texts stay with one analyst. Unstructured reports cite nothing, so
 * their figures stay in.
 */
export function sharedEvidence(
  evidence: readonly Evidence[],
  reports: readonly (Pick<Turn<unknown>, "agent" | "answer"> & { readonly report: Pick<AgentTurn, "points"> })[],
): Evidence[] {
  const cited = new Set(reports.flatMap((turn) => turn.report.points.flatMap((point) => point.evidence)));
  const unread = new Set(reports.filter((turn) => turn.answer === null).map((turn) => letter(turn.agent)));
  return evidence.filter(
    (item) =>
      item.value !== null &&
      (cited.has(item.id) || alwaysShared.has(item.key) || item.id.startsWith("D") || unread.has(item.id.charAt(0))),
  );
}

/** All evidence that these analysts share, with the figures that everybody sees. */
export function heardEvidence(evidence: readonly Evidence[], analysts: readonly Analyst[]): Evidence[] {
  const read = new Set(analysts.map(letter));
  return evidence.filter(({ id, key }) => read.has(id.charAt(0)) || alwaysShared.has(key) || id.startsWith("D"));
}

function letter(agent: string): string {
  return agent.charAt(0).toUpperCase();
}
