import type { Evidence } from "#src/contract/evidence.ts";
import { needing } from "./claim-reader.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { firstIn, occurs } from "./pattern-search.ts";

/* What sentences state of results against what had been expected, where a news text gives both figures. */

const money = String.raw`[$€£¥]([\d,]+(?:\.\d+)?)(?: (million|billion))?`;
const reported: readonly (readonly [of: "revenue" | "earnings", pattern: RegExp])[] = [
  [
    "revenue",
    new RegExp(
      String.raw`\b(?:revenues?|sales)\b[^.;$€£¥]{0,32}${money}[^;]{0,64}?;? ?(?:analysts|consensus|estimates?|forecasts?|(?:against|versus|compared with))\b[^.;$€£¥]{0,40}${money}`,
      "i",
    ),
  ],
  [
    "earnings",
    new RegExp(
      String.raw`\b(?:earnings|eps|profits?)\b[^.;$€£¥]{0,32}${money}[^;$€£¥]{0,24}?\b(?:against|versus|vs\.?|compared (?:with|to)|where|while|when|analysts)\b[^.;$€£¥]{0,40}${money}(?: a share)? (?:had been |was |were )?(?:expected|forecast|estimated)`,
      "i",
    ),
  ],
];
const scales: Readonly<Record<string, number>> = { million: 1e6, billion: 1e9 };

interface Result {
  readonly item: Evidence;
  readonly actual: number;
  readonly expected: number;
}

function resultsOf(index: EvidenceIndex, of: "revenue" | "earnings"): Result[] {
  return (index.byKey.get("news") ?? []).flatMap((item): Result[] => {
    const found = reported.filter(([kind]) => kind === of).map(([, pattern]) => pattern.exec(item.text ?? ""));
    return found.flatMap((match) => {
      if (match === null) return [];
      const [, a = "", scaleA = "", b = "", scaleB = ""] = match;
      const [actual, expected] = [amount(a, scaleA), amount(b, scaleB)];
      return actual === expected ? [] : [{ item, actual, expected }];
    });
  });
}

function amount(digits: string, scale: string): number {
  return Number(digits.replaceAll(",", "")) * (scales[scale.toLowerCase()] ?? 1);
}

const beaten =
  "beat|beats|beaten|topped|tops|exceed(?:s|ed)|surpass(?:es|ed)|(?:(?:came in|was|were|is|are|ran|landed|turned out) )?(?:ahead of|above|better than|higher than|stronger than|more than)";
const missed =
  "miss(?:es|ed)|undershot|trail(?:s|ed)|lag(?:s|ged)|fell short of|falls short of|disappointed|(?:(?:came in|was|were|is|are|ran|landed|turned out) )?(?:short of|below|under|behind|worse than|lower than|weaker than|less than)";
const hoped = String.raw`(?:what (?:analysts|the market|wall street|the street) (?:had |have )?(?:expected|forecast|estimated|looked for)|(?:the |its |analysts['’]? |market |consensus )*(?:expect(?:ed|ations?)|consensus|estimates?|forecasts?|expectations?))`;
const against = new RegExp(
  String.raw`\b(?:(revenues?|sales|top line)|(earnings|eps|profits?|bottom line))\b(?: (?:a|per) share)?(?: of [A-Z]\w+(?: [A-Z]\w+)*)?(?: (?:for|in|of) the (?:last |first |second |third |fourth )?quarter)? (?:(?:has|have|had|clearly|again|narrowly|comfortably) )*(?:(${beaten})|(${missed})) ${hoped}`,
  "i",
);

/** "Quarterly revenue missed what analysts had expected". */
export const againstExpected = needing([against], (sentence, index, cited) => {
  const found = firstIn(against, sentence);
  if (found === null) return null;
  const all = resultsOf(index, found[1] === undefined ? "earnings" : "revenue");
  const named = all.filter(({ item }) => cited.has(item.id));
  const [result, another] = named.length > 0 ? named : all;
  if (result === undefined || another !== undefined) return null;
  const word = found[3] ?? found[4] ?? "";
  const start = found.index + found[0].indexOf(word);
  const holds = result.actual > result.expected === (found[3] !== undefined);
  return { start, end: start + word.length, holds, items: [result.item] };
});

const both = new RegExp(
  String.raw`\b(?:(revenues?|sales|top line)|(earnings|eps|profits?|bottom line))\b(?: (?:a|per) share)?(?: of| at|,) ${money}(?: (?:a|per) share)? (?:(?:has|have|had|clearly|again|narrowly|comfortably) )*(?:(${beaten})|(${missed})) (?:the |an? )?(?:expected |expectations of |consensus of |estimate of |forecast of )?${money}`,
  "i",
);

/** "Earnings of $0.55 a share missed the $0.59 expected": both figures, and which was which. */
export const figuresExpected = needing([both], (sentence, index, cited) => {
  const found = firstIn(both, sentence);
  if (found === null || !/\b(?:expect\w*|consensus|estimates?|forecasts?)\b/i.test(sentence)) return null;
  const all = resultsOf(index, found[1] === undefined ? "earnings" : "revenue");
  const named = all.filter(({ item }) => cited.has(item.id));
  const [result, another] = named.length > 0 ? named : all;
  if (result === undefined || another !== undefined) return null;
  const [, , , a = "", scaleA = "", beat, , b = "", scaleB = ""] = found;
  const near = (told: number, value: number): boolean => Math.abs(told - value) <= Math.abs(value) * 1e-6;
  const isToldSo = near(amount(a, scaleA), result.actual) && near(amount(b, scaleB), result.expected);
  const holds = isToldSo && result.actual > result.expected === (beat !== undefined);
  return { start: found.index, end: found.index + found[0].length, holds, items: [result.item] };
});

const expectedBefore =
  /\b(?:expected|consensus(?: estimate)?(?: of)?|(?:estimates?|expectations?|forecasts?) of|forecast) $/i;

/** "The expected $0.96": of a news text, and no value of the measure. */
export function isExpected(text: string, offset: number): boolean {
  return occurs(expectedBefore, text.slice(Math.max(0, offset - 32), offset));
}
