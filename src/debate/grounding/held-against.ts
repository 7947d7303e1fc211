import type { Evidence } from "#src/contract/evidence.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";
import { sideFor } from "./round-lines.ts";
import { within } from "./support.ts";

/*
 * A number that a sentence holds the one figure that it cites against: "debt is more than half of equity [F25]", "a yield
 * better than 4 % [F34]". Whether the figure is on that side is what can be checked.
 */

/** Figures that come in percent or as ratios and are one thing: no price, and no distance of another. */
const held =
  /^(?:\w*margin_ttm|roe_ttm|dividend_yield|fcf_yield|\w+_growth_\w+|volatility_\d+d?|debt_to_equity|current_ratio|interest_coverage|cash_conversion|pe_ttm|ps_ttm|pb|ev_to_\w+|volume_ratio_20|beta_252|correlation_252|\w+_positive_share_7d|rsi_14|mfi_14|bollinger_percent_b)$/;
const ends =
  /^(?: (?:times|percent|per cent|points))?(?: (?!above|below|over|under|away|higher|lower|more|less|points?)[a-z][\w ]{0,40})?(?: ?\[[A-Z]\d+\])?\s*(?:[.,;:)!]|$)/i;
/** What the number tells instead: a change of it, or a place beside something. */
const otherwise =
  /\b(?:points?|above|below|over|under|by|from|to|ago|than it|lower|higher|change[sd]?|gain\w*|rose|fell|risen|fallen|widened|narrowed|nearly|almost|if|would|could|should|target|stop)\b/i;

/** `null` unless one figure is cited and the number's words put it on a side. */
export function heldAgainst(
  { number, text, sentence, ids, numbers, qualifier }: Spot,
  index: EvidenceIndex,
): Judgement | null {
  const [id, another] = ids;
  const item = id === undefined || another !== undefined ? undefined : index.items.get(id);
  if (
    item?.value == null ||
    !occurs(held, item.key) ||
    number.sign !== null ||
    qualifier.side !== null ||
    qualifier.approximate
  )
    return null;
  const lead = text.slice(sentence.start, number.offset);
  const side = sideFor(item.key, lead);
  if (
    side === null ||
    numbers.length > 1 ||
    occurs(otherwise, lead.slice(0, -1).replace(/\b(?:\w+ than|above|below|over|under)[^.;]{0,24}$/i, ""))
  )
    return null;
  if (!occurs(ends, text.slice(number.offset + number.text.length, sentence.end))) return null;
  const limit = limitOf(number, item);
  if (limit === null || within(item.value, limit, Math.abs(limit) * 1e-6)) return null;
  const holds = side === "more" ? item.value > limit : item.value < limit;
  return { verdict: holds ? "evidence" : "contradicted", evidence: [item.id], cited: true, basis: null };
}

/** The number in the unit of the figure; `null` where it has another. */
function limitOf({ value, unit }: Spot["number"], item: Evidence): number | null {
  if (item.unit === "%") return unit === "%" ? value : null;
  if (item.unit !== "x") return unit === null ? value : null;
  if (unit === "%") return value / 100;
  return unit === "x" || unit === "fold" || unit === null ? value : null;
}
