import type { Evidence } from "#src/contract/run/evidence.ts";
import { figureOf } from "../evidence-figures.ts";
import type { FoundFigure } from "../numbers.ts";
import { meantBy, type Place } from "../passage.ts";
import type { Quantity } from "../quantity.ts";

export interface Named {
  readonly evidence: readonly Evidence[];
  /** Where the name in front ends. */
  readonly to: number;
  /** The name in front is a measure that the evidence does not have. */
  readonly isMissing: boolean;
}

/** The measures that a sentence names at a number: right in front with words that link the two, or right behind. */
export function namedNear({ found, before, next, passage, grounds }: Place): Named {
  const fits = (mention: { readonly keys: readonly string[] }): Evidence[] =>
    meantBy(mention, grounds).filter((one) => unitFits(found, figureOf(one)));
  const { bare, mentions } = passage;
  const behind = mentions.find(
    ({ from, to }) => from >= found.to && to <= next && /^ (?:of )?$/.test(bare.slice(found.to, from)),
  );
  const front = mentions.findLast(({ from, to }) => from >= before && to <= found.from);
  const isLinked = front !== undefined && links(bare.slice(front.to, found.from));
  if (!isLinked) return { evidence: behind === undefined ? [] : fits(behind), to: front?.to ?? 0, isMissing: false };
  // A close may be that of a day before.
  const isClose = front.keys.includes("close") && isMoney(found);
  const listed = isClose ? meantBy({ keys: ["recent_closes"] }, grounds) : [];
  const evidence = [...fits(front), ...listed, ...(behind === undefined ? [] : fits(behind))];
  return { evidence, to: front.to, isMissing: meantBy(front, grounds).length === 0 };
}

const linking = new Set(
  (
    "of at is was to stands stood sits reads prints now came comes reached hit near about around roughly only just a an " +
    "the above below over under than more less still has been running currently trailing exceeds between from and " +
    "approximately some nearly almost closed falls in range ran somewhere lies"
  ).split(" "),
);

function links(between: string): boolean {
  return (
    between.length < 40 &&
    !/[,;—()]/.test(between) &&
    (between.match(/[A-Za-z]+/g) ?? []).every((word) => linking.has(word))
  );
}

export function isMoney(found: FoundFigure): boolean {
  return found.unit !== null && unitFits(found, { value: 0, kind: "price", currency: "" });
}

function unitFits({ unit }: FoundFigure, quantity: Quantity | null): boolean {
  if (quantity === null) return false;
  switch (unit) {
    case "%":
    case "pp":
    case "bps":
      return quantity.kind === "percent" || quantity.kind === "pp";
    case "x":
      return quantity.kind === "multiple" || quantity.kind === "ratio";
    case null:
      return quantity.currency === null;
    case "points":
      return quantity.kind === "points" || quantity.kind === "pp";
    case "shares":
    case "days":
    case "atr":
      return quantity.kind === unit;
    default:
      return quantity.currency !== null;
  }
}
