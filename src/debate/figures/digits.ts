import type { Evidence } from "#src/contract/run/evidence.ts";
import type { TextSpan } from "#src/contract/run/spans.ts";
import { figureOf, readable, type Role } from "./evidence-figures.ts";
import { evidenceHolds, hedgeBefore, liesBetween, ownCitations, type Verdict, namedNear, type Named } from "./match.ts";
import { printFigure } from "./print.ts";
import { localeOf } from "./words/locale.ts";
import type { FoundFigure } from "./numbers.ts";
import { operandsOf, quantityOf, ownDenial, ownTermOf, ownTermsFitting, roleNear, findStep } from "./steps.ts";
import { evidenceOf, supposes, type Figure, type Grounds, type Passage, type Place } from "./passage.ts";
import { bandNouns } from "./words/word-tables.ts";

export interface ReadDigits {
  readonly spans: readonly TextSpan[];
  readonly figures: readonly Figure[];
  readonly denials: readonly string[];
}

export function readDigits(passage: Passage, grounds: Grounds): ReadDigits {
  const spans: TextSpan[] = [];
  const figures: Figure[] = [];
  const denials: string[] = [];
  for (const [at, found] of passage.numbers.entries()) {
    const previous = passage.numbers[at - 1];
    const next = passage.numbers.slice(at + 1, at + 5).find(({ isSpan }) => !isSpan);
    const around = passage.numbers.slice(Math.max(0, at - 4), at + 5);
    const place = {
      found,
      before: previous?.to ?? passage.from,
      next: next?.from ?? passage.to,
      around,
      passage,
      grounds,
    };
    const verdict = judgeRange(place, previous, passage.numbers[at + 1]) ?? judgeScaled(place, next) ?? judge(place);
    if (verdict === null) continue;
    const { kind, ids, expression, denial } = verdict;
    spans.push({ from: found.from, to: found.to, kind, ids: [...ids], expression });
    if (denial !== null) denials.push(denial);
    if (kind === "supported") figures.push(figureFrom(found, verdict, grounds));
  }
  return { spans, figures, denials };
}

/** "between 11.6 and 12.6 percent": what is cited lies in between. */
function judgeRange(place: Place, previous: FoundFigure | undefined, next: FoundFigure | undefined): Verdict | null {
  const { bare, text, groups, numbers } = place.passage;
  for (const [low, high] of [
    [previous, place.found],
    [place.found, next],
  ] as const) {
    if (low === undefined || high === undefined || low.isSpan || high.isSpan) continue;
    const between = bare.slice(low.to, high.from);
    const front = bare.slice(Math.max(0, low.from - 9), low.from);
    const isRange = /^\s?[-–—]\s?$/.test(between) || (between === " and " && /between $/i.test(front));
    if (!isRange && (between !== " to " || /from $/i.test(front))) continue;
    const end = numbers.find(({ from }) => from > high.from)?.from ?? place.passage.to;
    const strict = ownCitations(text, high.to, end, groups);
    const cited = evidenceOf(strict.length > 0 ? strict : place.passage.cited, place.grounds);
    const named = namedNear({ ...place, found: { ...low, unit: low.unit ?? high.unit }, before: place.passage.from });
    const inside = [...cited, ...named.evidence].find((one) => {
      const quantity = figureOf(one);
      return quantity !== null && liesBetween(low, high, quantity);
    });
    if (inside !== undefined) return supported([inside.id]);
  }
  return null;
}

/** "653.9 - 141.2 = 512.7 billion": the last has the scale. */
function judgeScaled(place: Place, next: FoundFigure | undefined): Verdict | null {
  const { found } = place;
  if (found.unit !== null || found.factor !== 1 || next === undefined || next.factor === 1) return null;
  const { factor, unit } = next;
  const scaled = { ...found, value: found.value * factor, halfUnit: found.halfUnit * factor, unit, factor };
  const verdict = judge({ ...place, found: scaled });
  return verdict?.kind === "supported" ? verdict : null;
}

/** `null` for what states no figure. */
function judge(place: Place): Verdict | null {
  const { found, passage, grounds, before, next } = place;
  const strict = ownCitations(passage.text, found.to, next, passage.groups);
  const named = namedNear(place);
  const role = grounds.isEnglish ? roleNear(passage.bare, found, Math.max(before, named.to)) : null;
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
  const isApart = cited.length === 0 && named.evidence.length === 0;
  const own = ownAt(place, role, strict.length === 0 && (isApart || found.digits > 1));
  if (own !== null) return { ...supported([]), expression: own };
  const isNamed = strict.length === 0 && named.evidence.find((one) => evidenceHolds(found, one, hedge, day));
  if (isNamed) return supported([isNamed.id]);
  // "Two of 12 reasons": counts something that is not in the evidence.
  const isIdle = found.unit === null && found.isWhole && cited.length === 0 && named.evidence.length === 0;
  if (isIdle && role === null) return unread;
  const step = findStep(found, operandsOf(place, strict), hedge, isShareOf(passage.bare, found));
  if (step !== null)
    return { ...supported(step.names.filter((name) => grounds.evidence.has(name))), expression: step.expression };
  const elsewhere = [...grounds.evidence.values()].filter(
    (one) => (found.digits > 1 || !found.isWhole) && isAlike(found, one) && evidenceHolds(found, one, null, day),
  );
  if (role !== null && !elsewhere.some(({ text }) => text !== null) && strict.length === 0) {
    const denied = ownDenial(role, grounds.terms, localeOf(grounds.language));
    if (denied !== null) return { ...unsupported(`You wrote "${printed(place)}" but ${denied}.`), kind: "unsupported" };
  }
  return judgeUnmatched(place, strict, named, elsewhere);
}

/** Digits without a unit are matched only with values printed without one. */
function isAlike({ unit }: FoundFigure, evidence: Evidence): boolean {
  const kind = figureOf(evidence)?.kind;
  return unit !== null || kind === undefined || unitless.has(kind);
}

const unitless = new Set<string>(["points", "count", "ratio", "plain", "multiple", "line", "days", "shares"]);

/** In its role, or `any` of its kind. */
function ownAt({ found, grounds }: Place, role: Role | null, any: boolean): string | null {
  if (role !== null) return ownTermOf(found, role, grounds.terms);
  if (!any) return null;
  return (
    ownTermsFitting(found)
      .map((one) => ownTermOf(found, one, grounds.terms))
      .find((one) => one !== null) ?? null
  );
}

function judgeUnmatched(
  place: Place,
  strict: readonly string[],
  named: Pick<Named, "evidence" | "isMissing">,
  elsewhere: readonly Evidence[],
): Verdict | null {
  const { passage, grounds } = place;
  const against = strict.length > 0 ? evidenceOf(strict, grounds) : named.evidence;
  const told =
    strict.length > 0
      ? undefined
      : elsewhere.find(({ key }) => passage.mentions.some(({ keys }) => keys.includes(key)));
  if (told !== undefined) return supported([told.id]);
  if (against.length === 0 && elsewhere.length > 0) return supported(elsewhere.slice(0, 3).map(({ id }) => id));
  if (!isMeantAsFigure(place, against) && !(named.isMissing && !place.found.isWhole)) return unread;
  if (strict.length === 0 && (supposes(passage) || (against.length === 0 && isBound(place)))) return unread;
  const values = against.flatMap((one) => shownValue(one, grounds));
  const wrote = `You wrote "${printed(place)}"`;
  if (elsewhere.length > 0) {
    const right = elsewhere.slice(0, 3).map(({ id }) => id);
    const but = values.length === 0 ? "" : ` but ${values.slice(0, 3).join(", ")};`;
    return {
      kind: "wrong_source",
      ids: right,
      expression: null,
      denial: `${wrote}${but} ${right.join(", ")} ${right.length === 1 ? "has" : "have"} it.`,
    };
  }
  if (strict.length > 0 && against.length === 0 && strict.some((id) => grounds.evidence.has(id) === false))
    return unsupported(null);
  return unsupported(
    values.length === 0 ? `${wrote}, which no evidence holds.` : `${wrote} but ${values.slice(0, 3).join(", ")}.`,
  );
}

/** "the usual 70 line". */
function isOfBand(bare: string, { isWhole, to }: FoundFigure): boolean {
  return isWhole && bandNouns.has(/^ ([a-z]+)/.exec(bare.slice(to, to + 16))?.[1] ?? "");
}

/** "above 2%" of something unnamed. */
function isBound({ passage, found }: Place): boolean {
  const hedge = hedgeBefore(passage.bare, found.from);
  return hedge === "above" || hedge === "below";
}

/** A bare whole number mostly counts something that is not in the evidence. */
function isMeantAsFigure({ found, passage, grounds }: Place, against: readonly Evidence[]): boolean {
  if (isOfBand(passage.bare, found)) return false;
  if (found.unit !== null && found.unit !== "days") {
    if (found.unit === "%" && found.value % 50 === 0 && against.length === 0) return false;
    const isForeign = !grounds.isEnglish && passage.cited.length === 0;
    return isForeign ? found.digits > 2 : found.unit !== "points" || against.length > 0;
  }
  if (!found.isWhole) return against.length > 0 || passage.cited.length > 0;
  return against.some(({ unit, value }) => value !== null && unit !== null && bareUnits.has(unit));
}

const bareUnits = new Set(["count", "points", "x", "days", "shares"]);

/** Days and sessions: only a cited age or an own horizon can be wrong. */
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
      { evidence: [], isMissing: false },
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

function printed({ found, passage }: Place): string {
  return passage.text.slice(found.from, found.to);
}

function shownValue(evidence: Evidence, { language, terms }: Grounds): string[] {
  const quantity = figureOf(evidence);
  return quantity === null
    ? [`${evidence.id} does not say so`]
    : [`${evidence.id} is ${printFigure(readable(quantity, terms), localeOf(language)).text}`];
}

/** "over 252": the window of the cited value, without its unit. */
function isWindowOf({ unit, isWhole, value }: FoundFigure, cited: readonly Evidence[]): boolean {
  if (unit !== null || !isWhole) return false;
  const window = new RegExp(`(?<!\\d)${value}(?!\\d)`);
  return cited.some(({ key, label, value: held }) => held !== value && (window.test(key) || window.test(label)));
}

/** "10.5% of": a share, and no change. */
function isShareOf(bare: string, { to }: FoundFigure): boolean {
  return /^ (?:of|share)\b(?! (?:upside|downside|growth|gains?|losses))/.test(bare.slice(to, to + 16));
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

/** The date beside a number, as `05-24`. */
function dayNear(bare: string, { to }: FoundFigure): string | null {
  const behind = bare.slice(to, to + 30);
  const iso = /^ (?:on|of|from|at|for) \d{4}-(\d\d-\d\d)/.exec(behind)?.[1];
  if (iso !== undefined) return iso;
  const [, day, name] =
    /^ (?:on|of|from|at) (?:the )?(\d{1,2})(?:st|nd|rd|th)? (?:of )?([A-Z][a-z]{2})/.exec(behind) ?? [];
  const [, first, second] = /^ (?:on|of|from|at) ([A-Z][a-z]{2})[a-z]*\.? (\d{1,2})\b/.exec(behind) ?? [];
  const month = months.indexOf((name ?? first ?? "").toLowerCase());
  const number = day ?? second;
  return month < 0 || number === undefined ? null : `${String(month + 1).padStart(2, "0")}-${number.padStart(2, "0")}`;
}
