import type { Analyst } from "#src/contract/analysis.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { Turn } from "./concluded-turn.ts";

/** What a level or a doubt about the data is argued from, cited or not. */
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
 * The figures that everybody after the analysts sees: what the analysts rested on, the few that levels need,
 * and settled earlier decisions. One list for all of them, so that their prompts share it as a prefix; the
 * rest stays with the analyst who read it, which keeps a run's prompts small. Texts of strangers are not among
 * them: they are read by one analyst, and the others know them by that analyst's points.
 * An analyst whose answer was not structured cited nothing that can be followed: its figures stay in.
 */
export function sharedEvidence(evidence: readonly Evidence[], reports: readonly Turn<unknown>[]): Evidence[] {
  const cited = new Set(reports.flatMap((turn) => turn.report.points.flatMap((point) => point.evidence)));
  const unread = new Set(reports.filter((turn) => turn.answer === null).map((turn) => letter(turn.agent)));
  return evidence.filter(
    (item) =>
      item.value !== null &&
      (cited.has(item.id) || alwaysShared.has(item.key) || item.id.startsWith("D") || unread.has(item.id.charAt(0))),
  );
}

/** All that these analysts read together, with the figures that everybody sees. */
export function heardEvidence(evidence: readonly Evidence[], analysts: readonly Analyst[]): Evidence[] {
  const read = new Set(analysts.map(letter));
  return evidence.filter(({ id, key }) => read.has(id.charAt(0)) || alwaysShared.has(key) || id.startsWith("D"));
}

function letter(agent: string): string {
  return agent.charAt(0).toUpperCase();
}
