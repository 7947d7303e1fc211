import type { WordClaim } from "#src/contract/judgement.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { printedClaims } from "./word-claims.ts";

/*
 * A sentence that cites nothing cites by its figures: "volume ran at 0.58 times its mean, above average" is of the one
 * measure that has this value. The ids are written behind the figures, and the readers of what is cited read it so.
 */

/** A number of a sentence, and what it rests on. */
export interface Figure {
  readonly spot: Pick<Spot, "number">;
  readonly judgement: Judgement;
  readonly isName: boolean;
}

type Claim = Omit<WordClaim, "point" | "field">;

/** A figure that can only be this measure's: a few digits that count, of one item. */
function idOf({ spot: { number }, judgement: { verdict, evidence }, isName }: Figure): string | null {
  const [id, another] = evidence;
  if (isName || verdict !== "evidence" || id === undefined || another !== undefined) return null;
  return number.text.replaceAll(/\D/g, "").replace(/^0+/, "").length >= 2 ? id : null;
}

/** The measures whose figures are printed. */
export function idsPrinted(figures: readonly Figure[]): string[] {
  return figures.flatMap((one) => idOf(one) ?? []);
}

/** What a sentence that cites nothing says of the one or two measures whose figures it prints. */
export function impliedClaims(
  sentence: string,
  offset: number,
  figures: readonly Figure[],
  index: EvidenceIndex,
): Claim[] {
  const known = figures.flatMap((one) => {
    const id = idOf(one);
    return id === null ? [] : [{ id, at: one.spot.number.offset + one.spot.number.text.length - offset }];
  });
  const ids = new Set(known.map(({ id }) => id));
  // A figure that may be another's leaves it open of which the words are.
  const printed = figures.filter(({ isName, judgement }) => !isName && judgement.verdict !== "proposal");
  if (ids.size === 0 || ids.size > 2 || known.length > 2 || printed.length > known.length) return [];
  let written = "";
  let from = 0;
  for (const { id, at } of known) {
    written += `${sentence.slice(from, at)} [${id}]`;
    from = at;
  }
  written += sentence.slice(from);
  const claims = printedClaims(written, ids, index);
  const placeOf = (place: number): number =>
    place -
    known.reduce((sum, { id, at }, before) => {
      const start = at + known.slice(0, before).reduce((length, one) => length + one.id.length + 3, 0);
      return sum + Math.min(Math.max(place - start, 0), id.length + 3);
    }, 0);
  return claims.map((claim) => {
    const start = placeOf(claim.offset);
    const end = placeOf(claim.offset + claim.text.length);
    return { ...claim, offset: offset + start, text: sentence.slice(start, end) };
  });
}
