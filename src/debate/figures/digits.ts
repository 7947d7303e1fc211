import type { Evidence } from "#src/contract/evidence.ts";
import type { TextSpan } from "#src/contract/spans.ts";
import { figureOf, type Role } from "./evidence-figures.ts";
import { evidenceHolds, hedgeBefore, ownCitations, type Verdict } from "./match.ts";
import { printFigure } from "./print.ts";
import { localeOf } from "./locale.ts";
import type { FoundFigure } from "./numbers.ts";
import { ownDenial, ownOperands, ownTermOf, ownTermsFitting, roleNear } from "./own-roles.ts";
import { meantBy, supposes, type Figure, type Grounds, type Passage } from "./passage.ts";
import { findStep, type Operand } from "./steps.ts";
import type { Quantity } from "./quantity.ts";

export interface ReadDigits {
  readonly spans: readonly TextSpan[];
  readonly figures: readonly Figure[];
  readonly denials: readonly string[];
}

/** Holds the digits of a sentence against what it cites, names, and against all evidence. */
export function readDigits(passage: Passage, grounds: Grounds): ReadDigits {
  const spans: TextSpan[] = [];
  const figures: Figure[] = [];
  const denials: string[] = [];
  for (const [at, found] of passage.numbers.entries()) {
    const previous = passage.numbers[at - 1];
    const next = passage.numbers.slice(at + 1).find(({ isSpan }) => !isSpan);
    const place = { found, before: previous?.to ?? passage.from, next: next?.from ?? passage.to, passage, grounds };
    const verdict = judge(place);
    if (verdict === null) continue;
    const { kind, ids, expression, denial } = verdict;
    spans.push({ from: found.from, to: found.to, kind, ids: [...ids], expression });
    if (denial !== null) denials.push(denial);
    if (kind === "supported") figures.push(figureFrom(found, verdict, grounds));
  }
  return { spans, figures, denials };
}

interface Place {
  readonly found: FoundFigure;
  /** Where the number before ends, and the next one begins. */
  readonly before: number;
  readonly next: number;
  readonly passage: Passage;
  readonly grounds: Grounds;
}

/** `null` for what states no figure. */
function judge(place: Place): Verdict | null {
  const { found, passage, grounds, before, next } = place;
  const strict = ownCitations(passage.text, found.to, next, passage.groups);
  const role = grounds.isEnglish ? roleNear(passage.bare, found, before) : null;
  const cited = evidenceOf(strict.length > 0 ? strict : passage.cited, grounds);
  if (found.isSpan) return judgeSpan(place, evidenceOf(strict, grounds));
  if (isWindowOf(found, evidenceOf(passage.cited, grounds))) return null;
  const hedge = hedgeBefore(passage.bare, found.from);
  const day = dayNear(passage.bare, found);
  const match = cited.find((one) => evidenceHolds(found, one, hedge, day));
  if (match !== undefined) return supported([match.id]);
  const turned = evidenceOf(strict, grounds).find((one) => evidenceHolds({ ...found, sign: null }, one, hedge, day));
  if (turned !== undefined)
    return unsupported(`You wrote "${printed(place)}" but ${shownValue(turned, grounds).join()}.`);
  const own = ownAt(place, role);
  if (own !== null) return { ...supported([]), expression: own };
  const named = namedNear(place);
  const isNamed = strict.length === 0 && named.find((one) => evidenceHolds(found, one, hedge, day));
  if (isNamed) return supported([isNamed.id]);
  const step = findStep(found, operandsOf(place, strict), hedge, isShareOf(passage.bare, found));
  if (step !== null)
    return { ...supported(step.names.filter((name) => grounds.evidence.has(name))), expression: step.expression };
  const elsewhere = [...grounds.evidence.values()].filter(
    (one) => found.digits > 1 && evidenceHolds(found, one, null, day) && !(day !== null && one.text !== null),
  );
  if (role !== null && !elsewhere.some(({ text }) => text !== null) && strict.length === 0) {
    const denied = ownDenial(role, grounds.terms, localeOf(grounds.language));
    if (denied !== null) return { ...unsupported(`You wrote "${printed(place)}" but ${denied}.`), kind: "unsupported" };
  }
  return judgeUnmatched(place, strict, named, elsewhere);
}

/** The own term that a number states: in its role, or any of its kind where it is told to the cent. */
function ownAt({ found, passage, grounds }: Place, role: Role | null): string | null {
  const named = role === null ? null : ownTermOf(found, role, grounds.terms);
  if (named !== null || found.digits < 3 || passage.cited.length > 0) return named;
  return (
    ownTermsFitting(found)
      .map((one) => ownTermOf(found, one, grounds.terms))
      .find((one) => one !== null) ?? null
  );
}

function judgeUnmatched(
  place: Place,
  strict: readonly string[],
  named: readonly Evidence[],
  elsewhere: readonly Evidence[],
): Verdict | null {
  const { passage, grounds } = place;
  const against = strict.length > 0 ? evidenceOf(strict, grounds) : named;
  if (against.length === 0 && elsewhere.length > 0) return supported(elsewhere.slice(0, 3).map(({ id }) => id));
  if (!isMeantAsFigure(place, against)) return unread;
  if (strict.length === 0 && supposes(passage)) return unread;
  const values = against.flatMap((one) => shownValue(one, grounds));
  const wrote = `You wrote "${printed(place)}"`;
  if (elsewhere.length > 0) {
    const right = elsewhere.slice(0, 3).map(({ id }) => id);
    const but = values.length === 0 ? "" : ` but ${values.slice(0, 3).join(", ")};`;
    return { kind: "wrong_source", ids: right, expression: null, denial: `${wrote}${but} ${right.join(", ")} has it.` };
  }
  if (strict.length > 0 && against.length === 0 && strict.some((id) => grounds.evidence.has(id) === false))
    return unsupported(null);
  return unsupported(
    values.length === 0 ? `${wrote}, which no evidence holds.` : `${wrote} but ${values.slice(0, 3).join(", ")}.`,
  );
}

/** A bare whole number mostly counts something that no evidence tells of. */
function isMeantAsFigure({ found, passage, grounds }: Place, against: readonly Evidence[]): boolean {
  if (found.unit !== null && found.unit !== "days") {
    const isForeign = !grounds.isEnglish && passage.cited.length === 0;
    return isForeign ? found.digits > 2 : found.unit !== "points" || against.length > 0;
  }
  if (!found.isWhole) return against.length > 0 || passage.cited.length > 0;
  return against.some(({ unit, value }) => value !== null && unit !== null && bareUnits.has(unit));
}

const bareUnits = new Set(["count", "points", "x", "days", "shares"]);

/** Of days and sessions only an age that is cited, or an own horizon, can be wrong. */
function judgeSpan(place: Place, strict: readonly Evidence[]): Verdict | null {
  const { found, passage, grounds } = place;
  if (found.unit !== "days") return null;
  const ages = strict.filter(({ unit }) => unit === "days");
  const match = ages.find((one) => evidenceHolds(found, one, null, null));
  if (match !== undefined) return supported([match.id]);
  if (ages.length > 0)
    return judgeUnmatched(
      place,
      ages.map(({ id }) => id),
      [],
      [],
    );
  const role = grounds.isEnglish ? roleNear(passage.bare, found, place.before) : null;
  if (role !== "horizon_days") return null;
  const own = ownTermOf(found, role, grounds.terms);
  if (own !== null) return { ...supported([]), expression: own };
  return null;
}

const unread: Verdict = { kind: "unread", ids: [], expression: null, denial: null };

function supported(ids: readonly string[]): Verdict {
  return { kind: "supported", ids, expression: null, denial: null };
}

function unsupported(denial: string | null): Verdict {
  return { kind: "unsupported", ids: [], expression: null, denial };
}

function evidenceOf(ids: readonly string[], { evidence }: Grounds): Evidence[] {
  return ids.flatMap((id) => evidence.get(id) ?? []);
}

function printed({ found, passage }: Place): string {
  return passage.text.slice(found.from, found.to);
}

function shownValue(evidence: Evidence, { language }: Grounds): string[] {
  const quantity = figureOf(evidence);
  return quantity === null
    ? [`${evidence.id} does not say so`]
    : [`${evidence.id} is ${printFigure(quantity, localeOf(language)).text}`];
}

/** "over 252": the window of what is cited, without its unit. */
function isWindowOf({ unit, isWhole, value }: FoundFigure, cited: readonly Evidence[]): boolean {
  if (unit !== null || !isWhole) return false;
  const window = new RegExp(`(?<!\\d)${value}(?!\\d)`);
  return cited.some(({ key, label, value: held }) => held !== value && (window.test(key) || window.test(label)));
}

/** "10.5% of": a share, and no change. */
function isShareOf(bare: string, { to }: FoundFigure): boolean {
  return /^ (?:of|share)\b(?! (?:upside|downside|growth|gains?|losses))/.test(bare.slice(to, to + 16));
}

/** The measures that a sentence names at a number: the nearest in front, and right behind. */
function namedNear({ found, before, next, passage, grounds }: Place): Evidence[] {
  const fits = (mention: { readonly keys: readonly string[] }): Evidence[] =>
    meantBy(mention, grounds).filter((one) => unitFits(found, figureOf(one)));
  const front = passage.mentions.findLast(({ from, to }) => from >= before && to <= found.from && found.from - to < 30);
  const isApart = front !== undefined && /[,;:—]/.test(passage.bare.slice(front.to, found.from));
  const behind = passage.mentions.find(({ from, to }) => from >= found.to && to <= next && from - found.to < 8);
  return [...(front === undefined || isApart ? [] : fits(front)), ...(behind === undefined ? [] : fits(behind))];
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

/** What a number may be worked out from: what is cited, said and named in its sentence, the close, and own terms. */
function operandsOf({ found, passage, grounds }: Place, strict: readonly string[]): Operand[] {
  const ids = new Set([...strict, ...passage.cited]);
  for (const mention of passage.mentions) {
    if (!(found.digits < 2)) for (const { id } of meantBy(mention, grounds).slice(0, 2)) ids.add(id);
  }
  const close = grounds.byKey.get("close");
  if (close !== undefined) ids.add(close.id);
  const operands: Operand[] = evidenceOf([...ids], grounds).flatMap((one) => {
    const quantity = figureOf(one);
    if (quantity === null) return [];
    return [{ name: one.id, quantity, isRange: one.key === "atr_14" }];
  });
  const others = passage.numbers
    .filter((one) => one !== found && !one.isSpan && one.digits > 1)
    .slice(0, 6)
    .map((one) => ({ name: passage.text.slice(one.from, one.to), quantity: quantityOf(one, grounds) }));
  return [...ownOperands(passage.bare.slice(passage.from, passage.to), grounds.terms), ...operands, ...others];
}

/** A printed number as what its unit says. */
function quantityOf({ value, unit }: FoundFigure, { terms }: Grounds): Quantity {
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

function figureFrom(found: FoundFigure, { ids, expression }: Verdict, grounds: Grounds): Figure {
  const [only, ...more] = ids;
  const held = only === undefined || more.length > 0 ? null : (grounds.evidence.get(only) ?? null);
  const quantity = (held === null ? null : figureOf(held)) ?? quantityOf(found, grounds);
  const isPlain = expression === null && held !== null && held.value !== null;
  const unsigned = found.sign === null ? Math.abs(quantity.value) : quantity.value;
  return {
    from: found.from,
    to: found.to,
    ids,
    name: expression ?? only ?? "",
    quantity: { ...quantity, value: unsigned },
    isPlain,
  };
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** The day that stands beside a number, as `05-24`. */
function dayNear(bare: string, { to }: FoundFigure): string | null {
  const behind = bare.slice(to, to + 30);
  const iso = /^ (?:on|of|from|at) \d{4}-(\d\d-\d\d)/.exec(behind)?.[1];
  if (iso !== undefined) return iso;
  const [, day, name] =
    /^ (?:on|of|from|at) (?:the )?(\d{1,2})(?:st|nd|rd|th)? (?:of )?([A-Z][a-z]{2})/.exec(behind) ?? [];
  const [, first, second] = /^ (?:on|of|from|at) ([A-Z][a-z]{2})[a-z]*\.? (\d{1,2})\b/.exec(behind) ?? [];
  const month = months.indexOf((name ?? first ?? "").toLowerCase());
  const number = day ?? second;
  return month < 0 || number === undefined ? null : `${String(month + 1).padStart(2, "0")}-${number.padStart(2, "0")}`;
}
