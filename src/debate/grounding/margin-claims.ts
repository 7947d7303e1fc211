import { itemOf, needing, positive } from "./claim-reader.ts";
import { consensus } from "./cited-moves.ts";
import { comparativesIn } from "./comparatives.ts";
import { directionsIn } from "./direction-words.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import { spansIn } from "./evidence-index.ts";
import { letteredUnit } from "./lettered-windows.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { namesOfSpan } from "./windows.ts";

/* What is said of all margins at once, and what heads of lines say of the returns and the volume behind them. */

const every =
  /\b(?:(?:every|each|all(?: of)?(?: the| its| three)?|both|none of (?:the|its)|no) margins?|margins? (?:across the board|at (?:every|each|all) levels?)|profitability[^;.]{0,24}\bat (?:every|each|all) levels?)\b|^\W*margins\b(?! (?:of safety|call))/i;
const kinds = ["gross_margin_change_yoy", "operating_margin_change_yoy", "net_margin_change_yoy"];
const otherThanChange =
  /\b(?:than (?:the|its) (?:peers?|sector|rivals?|industry)|pressure|guidance|risk|could|would|may)\b/i;

/** "Every margin is leaner than it was", "margins widened at every level": of all changes that are known. */
export const everyMargin = needing([every], (sentence, index) => {
  const found = firstIn(every, sentence);
  if (found === null || occurs(otherThanChange, sentence)) return null;
  const items = kinds.flatMap((key) => itemOf(index, key) ?? []).filter(({ value }) => value !== 0);
  // "Both" speaks of two of them, which others may tell.
  if (items.length < 2 || (/^both/i.test(found[0]) && items.length > 2)) return null;
  const signs = new Set(items.map(({ value }) => Math.sign(value ?? 0)));
  // Of margins that went apart, "margins" alone says nothing.
  if (signs.size > 1 && /^\W*margins$/i.test(found[0])) return null;
  const plain = directionsIn(sentence);
  const words = [
    ...plain,
    ...comparativesIn(sentence).filter(({ start }) => !plain.some((one) => one.start === start)),
  ];
  return consensus(sentence, words, items);
});

const headed =
  /(?:^|[|;•,]\s*)(\d{1,3})[- ]?([dwmy]) (?:perf\w*|returns?|ret|chg|change|move)\.? ?[:=] ?(?:(positive|up|higher|green)|(negative|down|lower|red))\b/i;

/** "12M perf: positive", "3M return: down". */
export const headedReturn = needing([headed], (sentence, index) => {
  const found = firstIn(headed, sentence);
  if (found === null) return null;
  const names = namesOfSpan(found[1] ?? "", letteredUnit(found[2] ?? ""));
  const item = returnOver(names, index);
  if (item?.value == null || item.value === 0) return null;
  const start = found.index + found[0].search(/[:=]/);
  return {
    start,
    end: found.index + found[0].length,
    holds: item.value > 0 === (found[3] !== undefined),
    items: [item],
  };
});

function returnOver(names: ReadonlySet<string>, index: EvidenceIndex): Evidence | null {
  const key = [...index.byKey.keys()].find(
    (one) => one.startsWith("return_") && spansIn(itemOf(index, one)?.label ?? "").some((span) => names.has(span)),
  );
  return key === undefined ? null : itemOf(index, key);
}

const headedVolumeWords =
  /(?:^|[|;•]\s*)(?:vol(?:ume)?|turnover)\.? ?[:=] ?(above|below|over|under) (?:the )?(?:20d |20-day )?(?:avg|average|mean|normal)\b/i;

/** "Vol: above avg (0.66x)", "Volume: below average". */
export const headedVolume = needing([headedVolumeWords], (sentence, index) => {
  const found = firstIn(headedVolumeWords, sentence);
  const item = itemOf(index, "volume_ratio_20");
  if (found === null || item?.value == null || item.value === 1) return null;
  const start = found.index + found[0].indexOf(found[1] ?? "");
  return { start, end: found.index + found[0].length, holds: item.value > 1 === positive(found[1]), items: [item] };
});
