import type { Evidence } from "#src/contract/evidence.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";
import { isOnSide, sideWordsAt } from "./round-lines.ts";
import { valueNamesIn } from "./value-names.ts";

/*
 * A number that a sentence holds the one figure that it cites against: "debt is more than half of equity [F25]", "a yield
 * better than 4 % [F34]". Whether the figure is on that side is what can be checked.
 */

/** Figures that come in percent, points or as ratios, and no price. */
const held =
  /^(?:return_\d+d|relative_strength_\d+|drawdown_from_high(?:_252)?|max_drawdown_252|close_vs_sma_\d+|volume_trend_30_90|\w*margin_ttm|roe_ttm|dividend_yield|fcf_yield|\w+_growth_\w+|volatility_\d+d?|debt_to_equity|current_ratio|interest_coverage|cash_conversion|pe_ttm|ps_ttm|pb|ev_to_\w+|volume_ratio_20|beta_252|correlation_252|\w+_positive_share_7d|rsi_14|mfi_14|bollinger_percent_b)$/;
const ends =
  /^(?: (?:times|percent|per cent|points))?(?: (?!above|below|over|under|away|higher|lower|more|less|points?)[a-z][\w ]{0,40})?(?: ?\[[A-Z]\d+\])?\s*(?:[.,;:)!]|$)/i;
/** What the number tells instead: a change of it, or a place beside something. */
const otherwise =
  /\b(?:points?|above|below|over|under|by|from|to|ago|than it|lower|higher|change[sd]?|gain\w*|rose|fell|risen|fallen|widened|narrowed|nearly|almost|if|would|could|should|target|stop)\b/i;

/** Distances, of which a sentence must give the name: "more than 5 % above" is of another thing. */
const isDistance = /^(?:return_|relative_|drawdown_|max_|close_vs_)/;

function isOfName({ offset, text }: Spot["number"], windows: Spot["windows"]): boolean {
  return windows.some(({ start, end }) => start <= offset && offset + text.length <= end);
}

/** `null` unless one figure is cited and the number's words put it on a side. */
export function heldAgainst(
  { number, text, sentence, ids, numbers, qualifier, windows }: Spot,
  index: EvidenceIndex,
): Judgement | null {
  const [id, another] = ids;
  const item = id === undefined || another !== undefined ? undefined : index.items.get(id);
  if (item?.value == null || !occurs(held, item.key) || qualifier.side !== null || qualifier.approximate) return null;
  const lead = text.slice(sentence.start, number.offset);
  const from = sideWordsAt(lead);
  if (from === null || numbers.some((other) => other !== number && !isOfName(other, windows))) return null;
  const name = valueNamesIn(lead.slice(0, from)).findLast(({ key }) => key === item.key);
  if (name === undefined && isDistance.test(item.key)) return null;
  const rest = name === undefined ? lead.slice(0, from) : `${lead.slice(0, name.start)} ${lead.slice(name.end, from)}`;
  if (occurs(otherwise, rest)) return null;
  if (!occurs(ends, text.slice(number.offset + number.text.length, sentence.end))) return null;
  const limit = limitOf(number, item);
  const holds =
    limit === null ? null : isOnSide({ key: item.key, value: item.value }, { ...number, value: limit }, lead);
  if (holds === null) return null;
  return { verdict: holds ? "evidence" : "contradicted", evidence: [item.id], cited: true, basis: null };
}

/** The number in the unit of the figure; `null` where it has another. */
function limitOf({ value, unit }: Spot["number"], item: Evidence): number | null {
  if (item.unit === "%") return unit === "%" ? value : null;
  if (item.unit !== "x") return unit === null ? value : null;
  if (unit === "%") return value / 100;
  return unit === "x" || unit === "fold" || unit === null ? value : null;
}
