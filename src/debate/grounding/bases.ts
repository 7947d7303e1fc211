import type { EvidenceIndex } from "./evidence-index.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";
import { exactly, fits, matching } from "./support.ts";
import { isExpected } from "./expected-claims.ts";

/* Numbers that the words beside them give another standing: the hundred of "of every 100", "at $104.80, the stock …". */

const ofEvery = /\b(?:of|for|from|out of|in) (?:every|each) [$€£]?$/i;

const partIs =
  /^ of (?:its |the |their )?[a-z][a-z ]{2,40} (?:is|was|are|comes to|would be|amounts to|equals|makes) (?:about |some |roughly )?[$€£₹]?\d/i;

/** "Of every 100 of revenue, 33 remain": the base of a share. */
export function isBase({ number, text }: Spot): boolean {
  const { value, unit, offset } = number;
  const ahead = text.slice(offset + number.text.length, offset + number.text.length + 72);
  // "47 out of a hundred".
  if (
    value === 100 &&
    unit === null &&
    /\d (?:out of|in|from|of) (?:a |one )?$/.test(text.slice(Math.max(0, offset - 16), offset))
  )
    return true;
  // "One quarter of trailing revenue is 890.5 million".
  if (/^(?:one|a|an) (?:quarter|third|half|fifth|tenth|sixth|eighth)$/i.test(number.text) && occurs(partIs, ahead))
    return true;
  return value === 100 && unit !== "%" && ofEvery.test(text.slice(Math.max(0, offset - 16), offset));
}

/** Whether the number is what remains of such a hundred. */
export function isOfHundred({ number, numbers, text, sentence }: Spot): boolean {
  const base = numbers.find(({ offset, value }) => offset < number.offset && value === 100);
  return (
    base !== undefined &&
    number.unit === null &&
    number.value < 100 &&
    base.offset >= sentence.start &&
    ofEvery.test(text.slice(Math.max(0, base.offset - 16), base.offset))
  );
}

const leading =
  /(?:^|[.;:!?] +)(?:(?:with the (?:stock|price|shares|coin|index)|priced|trading|quoted|currently|now) )?at $/i;

/** "Apple at 90.34 is a mere ten times earnings". */
const namedLead = /(?:^|[.;:!?] +)(?:[A-Z][\w&’'.]+ ){1,3}at [$€£₹]?$/;

/** "At $104.80, the stock trades 4.4 % below its mean [M4]": the price, whatever is cited for the rest. */
export function priceAhead({ number, text }: Spot, { byKey, ofId }: EvidenceIndex): Judgement | null {
  const end = number.offset + number.text.length;
  const lead = text.slice(Math.max(0, number.offset - 40), number.offset);
  const isNamed =
    occurs(namedLead, lead) && /^ (?:is|trades|looks|costs|stands|sells)\b/.test(text.slice(end, end + 12));
  if (!isNamed && !occurs(leading, lead)) return null;
  if (
    !isNamed &&
    !/^,? (?:the (?:stock|price|shares?|index|coin|market|quote)|it|they|[A-Z]\w+)\b/.test(text.slice(end, end + 16))
  )
    return null;
  const id = byKey.get("close")?.[0]?.id ?? "";
  const holds = (ofId.get(id) ?? []).some((entry) => fits(number, entry, exactly));
  return holds ? { verdict: "evidence", evidence: [id], cited: false, basis: null } : null;
}

/** "The expected $0.96": of a news text. */
export function expectedOf({ number, text }: Spot, index: EvidenceIndex): Judgement | null {
  if (!isExpected(text, number.offset)) return null;
  const ids = matching(number, index)
    .filter(({ key }) => key === "news")
    .map(({ id }) => id);
  return ids.length === 0 ? null : { verdict: "evidence", evidence: [...new Set(ids)], cited: false, basis: null };
}
