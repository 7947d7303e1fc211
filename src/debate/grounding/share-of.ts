import type { EvidenceIndex } from "./evidence-index.ts";
import { measureNamed, namedIn } from "./measure-pairs.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";
import { mentionsIn } from "./subjects.ts";
import { restsOn } from "./support.ts";

const plain = { money: 0, shares: 0, hundreds: 0 };
const ofAnother = /^(?: of)? (?:its |the |their |what (?:the|its) )?(?=[A-Za-z])/i;

/**
 * "Cash is less than half of total debt", "tone is twice that of the month": the one measure before it against the one
 * behind it, and neither the other way round nor the change between them. `null` unless words name one on each side.
 */
export function shareOf(spot: Spot, index: EvidenceIndex): Omit<Judgement, "cited"> | null {
  const { number, text, clause, ids, qualifier } = spot;
  const end = number.offset + number.text.length;
  if (/\d/.test(number.text) || (number.unit !== "%" && number.unit !== "x")) return null;
  if (
    !occurs(ofAnother, text.slice(end, end + 24)) ||
    (number.unit === "%" && !/^ of\b/.test(text.slice(end, end + 4)))
  )
    return null;
  const [lead, ahead] = [text.slice(clause.start, number.offset), text.slice(end, clause.end)];
  const part = measureNamed(lead, index);
  // "Twice that of the month": of the measure that was named before.
  const whole = measureNamed(ahead, index) ?? namedIn(ahead, index, mentionsIn(lead).at(-1));
  if (part === null || whole === null || part.id === whole.id || part.unit !== whole.unit || whole.value === 0)
    return null;
  if (ids.size > 0 && !ids.has(part.id) && !ids.has(whole.id)) return null;
  const fits = restsOn(number, part.value / whole.value, plain, qualifier);
  return fits
    ? { verdict: "computation", evidence: [part.id, whole.id], basis: `${part.id} / ${whole.id}` }
    : { verdict: "unsupported", evidence: [], basis: null };
}
