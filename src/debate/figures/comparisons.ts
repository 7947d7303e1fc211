import { figureOf, quantityOfTerm, termOf } from "./evidence-figures.ts";
import { meantBy, type Passage, isDenied, type Claim, type Said, type Word } from "./passage.ts";
import { isPercent, type Quantity } from "./quantity.ts";
import { comparators, middleOf, moves, quantifiers, type Way } from "./words/word-tables.ts";

interface Item {
  readonly from: number;
  readonly to: number;
  readonly of: readonly { readonly ids: readonly string[]; readonly quantity: Quantity }[];
  readonly isFigure: boolean;
  /** A figure with its digits, not only a citation. */
  readonly isDigits: boolean;
}

/** "$43.74 is above the 20-session low of $43.79". */
export function readComparisons(said: Said): Claim[] {
  const items = itemsOf(said);
  const claims: Claim[] = [];
  for (let at = 0; at < said.words.length; at += 1) {
    const found = comparatorAt(said.words, at);
    if (found === null) continue;
    const claim = compare(said, items, at, found);
    if (claim !== null) claims.push(claim);
    at += found.taken - 1;
  }
  return claims;
}

interface Comparator {
  readonly way: Way;
  readonly taken: number;
  readonly from: number;
  readonly to: number;
}

function comparatorAt(words: readonly Word[], at: number): Comparator | null {
  for (const taken of [3, 2, 1]) {
    const part = words.slice(at, at + taken);
    const [first, last] = [part[0], part.at(-1)];
    const way = comparators.get(part.map(({ text }) => text).join(" "));
    if (way !== undefined && first !== undefined && last !== undefined)
      return { way, taken, from: first.from, to: last.to };
  }
  return null;
}

function compare(said: Said, items: readonly Item[], at: number, { way, taken, from, to }: Comparator): Claim | null {
  const { passage, words } = said;
  if (moves.has(words[at - 1]?.text ?? "") || isMultiple(passage.bare.slice(to, to + 24))) return null;
  const right = rightOf(passage, items, to);
  if (right === null) return null;
  const behind = words.slice(at + taken).filter((word) => word.from < right.from + 30);
  const isAll = right.of.length > 1 && behind.some(({ text }) => quantifiers.has(text));
  if (right.of.length > 1 && !isAll) return null;
  const left = leftOf(passage, items, from, right);
  if (left === null) return null;
  if (right.of.some(({ ids }) => ids.length > 0 && ids.join() === left.ids.join())) return null;
  // For two falls, the lower value is the larger fall.
  if (left.quantity.value < 0 && right.of.every(({ quantity }) => quantity.value < 0)) return null;
  const denied = isDenied(said, at);
  const holds = right.of.every(({ quantity }) => (left.quantity.value - quantity.value) * way > 0);
  if (left.quantity.value === right.of[0]?.quantity.value && !isAll) return null;
  const ids = [...left.ids, ...right.of.flatMap((one) => one.ids)];
  return { from, to, holds: denied ? !holds : holds, ids: [...new Set(ids)] };
}

/** "less than a quarter of", "under four times", "more than 5% above". */
function isMultiple(behind: string): boolean {
  return (
    /^ (?:\S+ )?(?:half|twice|double|quarters?|thirds?|fifths?|tenths?|times)\b|^ \d[\d.]*\s?(?:%|x|of\b|times)/.test(
      behind,
    ) || /^ (?:zero|water|pressure|way|control|review)\b/.test(behind)
  );
}

/** The first figure behind a comparator in its clause, else the first name. */
function rightOf({ bare, groups }: Passage, items: readonly Item[], to: number): Item | null {
  const end = groups.find((group) => group.from >= to)?.to ?? Infinity;
  const near = items.filter(
    (one) => one.from >= to && one.from < end && one.from - to < 70 && !/[,;:.]\s/.test(bare.slice(to, one.from)),
  );
  const first = near[0];
  const figure = near.find(({ isFigure }) => isFigure);
  if (first === undefined) return null;
  // "its 20-session mean of $47.95": the figure is the name's value.
  return figure !== undefined && /^[^,]{0,40}$/.test(bare.slice(first.to, figure.from)) ? figure : first;
}

/** The nearest comparable item before a comparator. */
function leftOf({ bare }: Passage, items: readonly Item[], from: number, right: Item): Item["of"][number] | null {
  const before = items.filter((one) => one.to <= from).slice(-4);
  for (const one of before.toReversed()) {
    const between = bare.slice(one.to, from);
    if (between.length > 80 || /[;:]|\.\s|\s(?:but|while|although|and)\s/.test(between)) return null;
    const [only, ...more] = one.of;
    if (only === undefined || more.length > 0) continue;
    // "16.7% below the mean [M6]" is an amount.
    const isAmount = one.isFigure && isPercent(only.quantity) && between.trim() === "" && !right.isDigits;
    if (isAmount) return null;
    if (isComparable(only.quantity, right.of[0]?.quantity)) return only;
    if (one.isFigure && isPercent(only.quantity)) return null;
  }
  return null;
}

function isComparable(a: Quantity, b: Quantity | undefined): boolean {
  if (b === undefined || a.currency !== b.currency) return false;
  return a.kind === b.kind || (isPercent(a) && isPercent(b)) || (a.kind === "ratio" && b.kind === "multiple");
}

/** A name with a figure or citation gives way to it. */
function itemsOf({ passage, grounds, figures }: Said): Item[] {
  const items: Item[] = figures
    .filter(({ isPlain, name }) => isPlain || name.startsWith("own ") || /^\w+ (?:stop|target|entry)$/.test(name))
    .map(({ from, to, ids, name, quantity }) => {
      const evidence = grounds.evidence.get(name);
      const held = evidence === undefined ? null : figureOf(evidence);
      return { from, to, isFigure: true, isDigits: true, of: [{ ids, quantity: held ?? quantity }] };
    });
  for (const { from, to, ids } of passage.groups) {
    const of = ids.flatMap((id) => valueOf(id, grounds.evidence.get(id)));
    if (of.length === 1 && !figures.some((figure) => figure.to <= from && from - figure.to < 40))
      items.push({ from, to, of, isFigure: true, isDigits: false });
  }
  for (const mention of passage.mentions) {
    const all = meantBy(mention, grounds).flatMap((one) => valueOf(one.id, one));
    // "Operating margin" is the margin, although its change has the same name.
    const of = all.filter(({ quantity }) => quantity.kind === all[0]?.quantity.kind);
    if (of.length > 0) items.push({ from: mention.from, to: mention.to, of, isFigure: false, isDigits: false });
  }
  for (const role of ["stop", "target", "entry"] as const) {
    const term = termOf(grounds.terms, role);
    const at = passage.bare.slice(passage.from, passage.to).search(new RegExp(`\\b${role}\\b`, "i"));
    if (term === null || at < 0) continue;
    const quantity = quantityOfTerm(role, term.value, grounds.terms.currency);
    const from = passage.from + at;
    items.push({ from, to: from + role.length, of: [{ ids: [], quantity }], isFigure: false, isDigits: false });
  }
  return items.toSorted((a, b) => a.from - b.from);
}

/** For a ratio to a mean, only its side is stated. */
function valueOf(id: string, evidence: Parameters<typeof figureOf>[0] | undefined): Item["of"][number][] {
  const quantity = evidence === undefined || middleOf(evidence.key) === 1 ? null : figureOf(evidence);
  return quantity === null ? [] : [{ ids: [id], quantity }];
}
