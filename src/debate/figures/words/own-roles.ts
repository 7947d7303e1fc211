import { quantityOfTerm, readable, roles, type Role, type Terms } from "../evidence-figures.ts";
import { printFigure } from "../print.ts";
import { holds } from "../match.ts";
import type { FoundFigure } from "../numbers.ts";
import type { Operand } from "../steps.ts";

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
export function ownOperands(sentence: string, terms: Terms): Operand[] {
  if (!/\b(?:stop|target|entry|risk|reward|upside|downside|pay-?off|r\/r|gain to|los[es])/i.test(sentence)) return [];
  return (["target", "entry", "stop", "size_pct"] as const).flatMap((role) => {
    const [first] = valuesOf(role, terms);
    return first === undefined ? [] : [{ name: role, quantity: quantityOfTerm(role, first.value, terms.currency) }];
  });
}
