import { figureOf } from "./evidence-figures.ts";
import { listedCloses } from "./match.ts";
import { isMoney } from "./words/named.ts";
import type { FoundFigure } from "./numbers.ts";
import { ownOperands } from "./words/own-roles.ts";
import { evidenceOf, meantBy, type Grounds, type Place } from "./passage.ts";
import type { Quantity } from "./quantity.ts";
import type { Operand } from "./steps.ts";

/** Cited, said and named figures, the close, own terms. */
export function operandsOf({ found, around, passage, grounds }: Place, strict: readonly string[]): Operand[] {
  const ids = new Set([...strict, ...passage.cited]);
  const sentence = passage.bare.slice(passage.from, passage.to);
  for (const mention of passage.mentions) {
    if (!(found.digits < 2)) for (const { id } of meantBy(mention, grounds).slice(0, 2)) ids.add(id);
  }
  const more = found.unit === "atr" ? ["atr_14"] : /\bshare\b/.test(sentence) ? ["shares_outstanding"] : [];
  for (const key of ["close", ...more]) {
    const one = grounds.byKey.get(key);
    if (one !== undefined) ids.add(one.id);
  }
  const operands: Operand[] = evidenceOf([...ids], grounds).flatMap((one) => {
    const quantity = figureOf(one);
    if (quantity === null) return [];
    return [{ name: one.id, quantity, isRange: one.key === "atr_14" }];
  });
  const all = meantBy({ keys: ["recent_closes"] }, grounds);
  const tells = /\b(?:clos|session|day)/i.test(sentence) || all.some(({ id }) => passage.cited.includes(id));
  const closes = tells && found.digits > 1 ? all : [];
  const listed = closes.flatMap((one) =>
    listedCloses(one).map((value, place) => ({ name: one.id, quantity: inMoney(value, grounds), place })),
  );
  const others = around
    .filter((one) => one !== found && !one.isSpan && one.digits > 1)
    .map((one) => {
      const quantity = quantityOf(one, grounds);
      const isBare = quantity.kind === "plain" && isMoney(found);
      return {
        name: passage.text.slice(one.from, one.to),
        quantity: isBare ? inMoney(quantity.value, grounds) : quantity,
      };
    });
  return [...ownOperands(sentence, grounds.terms), ...operands, ...others, ...listed];
}

function inMoney(value: number, { terms }: Grounds): Quantity {
  return { value, kind: "price", currency: terms.currency };
}

/** A printed number with the kind that its unit names. */
export function quantityOf({ value, unit }: FoundFigure, { terms }: Grounds): Quantity {
  switch (unit) {
    case "%":
    case "pp":
      return { value, kind: "percent", currency: null };
    case "bps":
      return { value: value / 100, kind: "pp", currency: null };
    case "x":
    case "atr":
      return { value, kind: "ratio", currency: null };
    case "points":
    case "shares":
    case "days":
      return { value, kind: unit, currency: null };
    case null:
      return { value, kind: "plain", currency: null };
    default:
      return { value, kind: Math.abs(value) >= 1e6 ? "money" : "price", currency: terms.currency };
  }
}
