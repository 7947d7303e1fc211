import { isSupported } from "#src/contract/judgement.ts";
import { contradictsOrder, placedBeside } from "./directions.ts";
import type { FoundNumber } from "./found-number.ts";
import type { Grounds } from "./grounds.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { occurs } from "./pattern-search.ts";
import type { Sentence } from "./sentences.ts";
import { groundNumber } from "./verdict.ts";

/* What the numbers of a sentence, each judged by itself, say of one another. */

export interface Judged {
  readonly spot: Spot;
  readonly judgement: Judgement;
  /** Whether the number is part of a measure's name. */
  readonly isName: boolean;
}

/** "The stop, 318, costs 28 dollars" of an entry at 290: two numbers that follow from one another rest on nothing. */
export function withoutCircles(judged: readonly Judged[], grounds: Grounds): readonly Judged[] {
  if (judged.every(({ judgement: { from } }) => from === undefined || from.length === 0)) return judged;
  const open = new Map(judged.map(({ spot, judgement }) => [spot.number, judgement.from ?? []]));
  for (let last = -1; last !== open.size;) {
    last = open.size;
    for (const [number, from] of open) if (!from.some((one) => open.has(one))) open.delete(number);
  }
  return judged.map((one) => {
    const { spot, judgement } = one;
    if (!open.has(spot.number)) return one;
    const numbers = spot.numbers.filter((other) => other === spot.number || !open.has(other));
    const again = groundNumber({ ...spot, numbers }, grounds);
    return { ...one, judgement: again ?? judgement };
  });
}

/** "21.6 [M19], just below the oversold line of 20": a line or an own level that words put on the wrong side of a figure. */
export function withOrder(judged: readonly Judged[], text: string, { start, end }: Sentence): Judged[] {
  const placed = ({ offset, ...number }: FoundNumber): FoundNumber => ({ ...number, offset: offset - start });
  let last: Judged | undefined;
  return judged.map((one) => {
    if (one.isName) return one;
    const before = last;
    last = one;
    if (before === undefined || one.judgement.verdict !== "proposal" || !isSupported(before.judgement)) return one;
    const gap = text.slice(before.spot.number.offset + before.spot.number.text.length, one.spot.number.offset);
    if (one.judgement.basis !== "customary level" && !occurs(placedBeside, gap)) return one;
    if (!contradictsOrder(text.slice(start, end), placed(before.spot.number), placed(one.spot.number))) return one;
    const { evidence } = before.judgement;
    return { ...one, judgement: { verdict: "contradicted", evidence, cited: false, basis: null } };
  });
}
