import type { FoundNumber } from "./found-number.ts";
import { firstIn } from "./pattern-search.ts";

/* "Minus sixteen percent", "plus 8 %": a sign in words, where it does not subtract or add. */

/** What may stand before a sign; behind a number or the name of a measure "minus" subtracts. */
const lead =
  /(?:^|[,;:(–—]\s*|(?<![A-Za-z])(?:is|was|are|were|be|been|at|of|to|from|by|around|about|roughly|nearly|almost|and|or|than|against|versus|vs\.?|with|between|reads?|shows?|showed|shown|prints?|printed|posts?|posted|stands?|stood|sits?|sat|equals?|equalled|totals?|totalled|measures?|measured|records?|recorded|registers?|registered|gives?|gave|makes?|made|displays?|displayed|carries|carried|yields?|yielded|logs?|logged|marks?|marked|has|have|had|runs?|ran|hits?|reached|reaches|states?|says|said|reports?|reported|sees?|saw|returns?|returned|delivered|means|meant|becomes|became|->|=>|→|=|still|now|currently|an?|some)\s+)(?:(minus|negative)|plus)[- ][$€£¥₹]?$/i;

export function withSignWords(text: string, numbers: readonly FoundNumber[]): FoundNumber[] {
  if (!/\b(?:minus|negative|plus)[- ]/i.test(text)) return [...numbers];
  return numbers.map((number) => {
    if (number.sign !== null || number.unit === "fold") return number;
    const found = firstIn(lead, text.slice(Math.max(0, number.offset - 32), number.offset));
    if (found === null) return number;
    // ", plus 3 billion of securities" adds.
    if (found[1] === undefined) return number.unit === "%" || number.unit === "bps" ? { ...number, sign: "+" } : number;
    return { ...number, sign: "-", value: -Math.abs(number.value) };
  });
}
