import type { Change } from "#src/contract/jobs/attribution.ts";
import { Agent, stageOf } from "#src/contract/run/answers.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { roundToUnit } from "#src/market/measures/measure.ts";
import { sameFinding } from "../evidence/numbering.ts";

/** Measures whose sign says a direction. */
const signed =
  /^(?:close_vs_sma_\d+|return_\d+d|relative_strength_\d+|macd|macd_signal|macd_hist|(?:revenue|eps)_growth_\w+|\w+_change_yoy|dilution_yoy|(?:news|social)_tone_\w+|(?:news|social)_volume_change|funding_\w+|decision_return_\d+|fcf_yield|fcf_margin_ttm|\w+_margin_ttm|roe_ttm|net_income_ttm|free_cash_flow_ttm|operating_cash_flow_ttm|eps_diluted_ttm)$/;
/** Scales from 0 to 100 (or 0 to 1) with a neutral middle. */
const mirrored = /^(?:rsi_14|mfi_14|(?:news|social)_(?:positive|bullish)_share_\w+)$/;

/** The evidence with its direction reversed; `null` where it has none. */
export function flipped(item: Evidence): Evidence | null {
  const { value, unit, key } = item;
  if (value === null || unit === null || value === 0) return null;
  const turned = signed.test(key)
    ? -value
    : mirrored.test(key)
      ? 100 - value
      : key === "bollinger_percent_b"
        ? 1 - value
        : null;
  if (turned === null) return null;
  const { hash: _, ...body } = { ...item, value: roundToUnit(turned, unit) };
  return { ...body, hash: sha256(canonicalJson(body)) };
}

/** @param subject the evidence it is about */
export function changedEvidence(
  change: Change | null,
  subject: Evidence | null,
  items: readonly Evidence[],
): Evidence[] {
  if (subject === null || change === null || change.kind === "without_agent") return [...items];
  const isSubject = (item: Evidence): boolean => item.id === subject.id || sameFinding(item, subject);
  if (change.kind === "without_evidence") return items.filter((item) => !isSubject(item));
  return items.map((item) => (isSubject(item) ? (flipped(item) ?? item) : item));
}

/** Who can be left out. Without the portfolio manager there is no rating. */
export const removable: readonly Agent[] = Agent.options.filter((agent) => agent !== "portfolio_manager");

/** Whoever reads the changed thing, and all who speak later. */
export function mayChange(change: Change, agents: readonly Agent[]): readonly Agent[] {
  const later = (from: number): Agent[] => agents.filter((agent) => stageOf(agent) >= from);
  if (change.kind === "without_agent") {
    const { agent } = change;
    const own = stageOf(agent);
    // Others answer this round, and speak again in the next.
    const isRound = own === 1 || own === 4;
    return later(isRound ? own : own + 1).filter((one) => one !== agent);
  }
  const reader = readers[change.evidence.charAt(0)];
  return agents.filter((agent) => agent === reader || stageOf(agent) >= 1);
}

const readers: Readonly<Record<string, Agent>> = { M: "market", S: "social", N: "news", F: "fundamentals" };
