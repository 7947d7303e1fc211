import { type Quantity, isPercent, multiply } from "./quantity.ts";
import { type Hedge, holds, listedCloses, isMoney } from "./match.ts";
import type { FoundFigure } from "./numbers.ts";
import { type Role, type Terms, figureOf, quantityOfTerm, readable, roles } from "./evidence-figures.ts";
import { printFigure } from "./print.ts";
import { type Grounds, type Place, evidenceOf, meantBy } from "./passage.ts";

/** A figure that a number may be computed from. */
export interface Operand {
  /** An evidence id, an own term, or digits of the sentence. */
  readonly name: string;
  readonly quantity: Quantity;
  /** Its place in a list of closes. */
  readonly place?: number;
  /** An average true range, a unit of distance. */
  readonly isRange?: boolean;
}

export interface Step {
  readonly expression: string;
  readonly names: readonly string[];
}

const mostOperands = 30;

/** A difference, a change or a ratio of two figures. */
export function findStep(found: FoundFigure, given: readonly Operand[], hedge: Hedge, isShare: boolean): Step | null {
  const operands = given.slice(0, mostOperands);
  const families = operands.map(({ quantity }) => familyOf(quantity));
  for (const [at, a] of operands.entries()) {
    for (const [other, b] of operands.entries()) {
      if (a === b || isFarApart(a, b)) continue;
      const isOne = families[at] === families[other];
      const step = isOne ? stepOf(found, a, b, hedge, isShare) : rateOf(found, a, b, hedge);
      if (step !== null) return { expression: step, names: [a.name, b.name] };
    }
  }
  if (found.unit === "%") return ofPortfolio(found, operands, hedge);
  return found.unit === "x" || found.unit === "atr" || !found.isWhole ? ofThree(found, operands, hedge) : null;
}

/** What may be taken from one another. */
function familyOf(quantity: Quantity): string {
  const { kind, currency } = quantity;
  if (isPercent(quantity)) return "percent";
  if (kind === "ratio" || kind === "multiple" || kind === "plain") return "ratio";
  return currency === null ? kind : `${currency} ${kind === "money" ? "in all" : "each"}`;
}

/** An amount for each share. */
function rateOf(found: FoundFigure, a: Operand, b: Operand, hedge: Hedge): string | null {
  if (a.quantity.kind !== "money" || (b.quantity.kind !== "shares" && b.quantity.kind !== "price")) return null;
  const rate = multiply(a.quantity, b.quantity, -1);
  return rate.ok && holds(found, rate.quantity, hedge) ? `${a.name} / ${b.name}` : null;
}

function stepOf(found: FoundFigure, a: Operand, b: Operand, hedge: Hedge, isShare: boolean): string | null {
  const { value: x, kind } = a.quantity;
  const { value: y } = b.quantity;
  const difference = { ...a.quantity, value: x - y };
  if ((found.unit !== null || found.digits > 1) && holds(found, difference, hedge)) return `${a.name} - ${b.name}`;
  if (y === 0) return null;
  const change = { value: (x / y - 1) * 100, kind: "percent", currency: null } as const;
  if (found.unit === "%" && !isShare && holds(found, change, hedge)) return `(${a.name} - ${b.name}) / ${b.name}`;
  const isPart = isShare || kind === "count" || kind === "money";
  const isRatio = found.unit === "x" || found.unit === "atr" || (found.unit === "%" && isPart);
  const isPlain = found.unit === null && !found.isWhole;
  return (isRatio || isPlain) && holds(found, { value: x / y, kind: "ratio", currency: null }, hedge)
    ? `${a.name} / ${b.name}`
    : null;
}

/** A distance in true ranges, and reward to risk. */
function ofThree(found: FoundFigure, operands: readonly Operand[], hedge: Hedge): Step | null {
  const prices = operands.filter(({ quantity }) => quantity.kind === "price");
  const named = (name: string): Operand[] => prices.filter((one) => one.name === name);
  const ways: (readonly [Operand, Operand, Operand])[] =
    found.unit === "atr"
      ? prices.flatMap((a) => prices.flatMap((b) => prices.filter(isRange).map((range) => [a, b, range] as const)))
      : named("target").flatMap((target) =>
          named("stop").flatMap((stop) => prices.slice(0, 6).map((entry) => [target, entry, stop] as const)),
        );
  for (const [a, b, c] of ways) {
    const over = isRange(c) ? c.quantity.value : b.quantity.value - c.quantity.value;
    const value = (a.quantity.value - b.quantity.value) / over;
    if (over === 0 || !holds(found, { value, kind: "ratio", currency: null }, hedge)) continue;
    const below = isRange(c) ? c.name : `(${b.name} - ${c.name})`;
    return { expression: `(${a.name} - ${b.name}) / ${below}`, names: [a.name, b.name, c.name] };
  }
  return null;
}

/** What a portfolio loses at the stop or gains at the target. */
function ofPortfolio(found: FoundFigure, operands: readonly Operand[], hedge: Hedge): Step | null {
  const value = (name: string): number => operands.find((one) => one.name === name)?.quantity.value ?? Number.NaN;
  for (const end of ["stop", "target"]) {
    const part = (value("size_pct") * (value(end) - value("entry"))) / value("entry");
    if (Number.isFinite(part) && holds(found, { value: part, kind: "percent", currency: null }, hedge))
      return { expression: `size * (${end} - entry) / entry`, names: [] };
  }
  return null;
}

/** Of a list of closes, only neighbours are compared as a move. */
function isFarApart(a: Operand, b: Operand): boolean {
  return a.place !== undefined && b.place !== undefined && Math.abs(a.place - b.place) > 1;
}

function isRange({ isRange: is }: Operand): boolean {
  return is === true;
}

/** Names of an own term, before or after its number. */
const names: Readonly<Record<Role, readonly string[]>> = {
  entry: ["entry", "enter", "entering", "entered"],
  stop: ["stop", "stop-loss", "stops"],
  target: ["target", "price target", "targets", "objective"],
  size_pct: "position size sized sizing weight allocation exposure stake portfolio tranche book nav".split(" "),
  confidence: ["confidence", "conviction", "confident"],
  horizon_days: ["horizon", "held", "hold", "holding"],
};

const byName = new Map(roles.flatMap((role) => names[role].map((name) => [name, role] as const)));

const kinds: Readonly<Record<Role, (found: FoundFigure) => boolean>> = {
  entry: isPrice,
  stop: isPrice,
  target: isPrice,
  size_pct: ({ unit }) => unit === "%",
  confidence: ({ unit, value }) => unit === "%" || (unit === null && value <= 1),
  horizon_days: ({ unit }) => unit === "days",
};

function isPrice({ unit }: FoundFigure): boolean {
  return unit === null || !["%", "pp", "bps", "x", "atr", "points", "shares", "days"].includes(unit);
}

/** Right behind, else the nearest in front. */
export function roleNear(bare: string, found: FoundFigure, before: number): Role | null {
  const front =
    bare
      .slice(Math.max(before, found.from - 40), found.from)
      .split(/[.;,\n]/)
      .at(-1) ?? "";
  const behind = bare.slice(found.to, found.to + 30).split(/[.;:,\n\d/]| (?:with|and|at|but)\b/)[0] ?? "";
  const fits = (word: string): Role | null => {
    const role = byName.get(word) ?? null;
    return role !== null && kinds[role](found) ? role : null;
  };
  const ahead = wordsOf(behind);
  const next = ahead.slice(0, leads.has(ahead[0] ?? "") ? 3 : 1);
  // A weight is stated directly beside its number: "a position of 6%".
  const back = wordsOf(front).toReversed();
  const near = [
    ...back.slice(0, 1),
    ...next,
    ...back.slice(0, 4),
    ...back.slice(4).filter((word) => byName.get(word) !== "size_pct"),
  ];
  return near.map(fits).find((role) => role !== null) ?? null;
}

const leads = new Set("as of price profit starter initial full half small".split(" "));

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z-]+/g) ?? [];
}

export function ownTermsFitting(found: FoundFigure): Role[] {
  return found.unit === null ? [] : roles.filter((role) => kinds[role](found));
}

/** All values of a role: the speaker's own first, then earlier ones. */
function valuesOf(role: Role, { own, proposed }: Terms): { readonly label: string; readonly value: number }[] {
  const mine = own[role];
  return [
    ...(mine === undefined || mine === null ? [] : [{ label: `own ${role}`, value: mine }]),
    ...proposed.filter(({ label }) => label.endsWith(` ${role}`)).toReversed(),
  ];
}

/** The label of the own term that a number states. */
export function ownTermOf(found: FoundFigure, role: Role, terms: Terms): string | null {
  const all = valuesOf(role, terms);
  const fit = all.find(({ value }) => {
    const quantity = quantityOfTerm(role, value, terms.currency);
    const share = { value, kind: "plain", currency: null } as const;
    return holds(found, quantity, null) || (role === "confidence" && found.unit === null && holds(found, share, null));
  });
  return fit === undefined ? null : fit.label.replace(/_(?:pct|days)$/, "");
}

/** The denial for a number that differs from what was set: "your stop is $41.10". */
export function ownDenial(role: Role, terms: Terms, language: string): string | null {
  const [first] = valuesOf(role, terms);
  if (first === undefined) return null;
  const { text } = printFigure(readable(quantityOfTerm(role, first.value, terms.currency), terms), language);
  const label = first.label.replace(/^own /, "your ").replace(/_(?:pct|days)$/, "");
  return `${label.startsWith("your") ? label : `the ${label}`} is ${text}`;
}

/** Entry, stop and target, where a sentence mentions them. */
function ownOperands(sentence: string, terms: Terms): Operand[] {
  if (!/\b(?:stop|target|entry|risk|reward|upside|downside|pay-?off|r\/r|gain to|los[es])/i.test(sentence)) return [];
  return (["target", "entry", "stop", "size_pct"] as const).flatMap((role) => {
    const [first] = valuesOf(role, terms);
    return first === undefined ? [] : [{ name: role, quantity: quantityOfTerm(role, first.value, terms.currency) }];
  });
}

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
