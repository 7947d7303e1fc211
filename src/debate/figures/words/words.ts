import type { Evidence } from "#src/contract/run/evidence.ts";
import type { TextSpan } from "#src/contract/run/spans.ts";
import { readBands, readPairs, readReports, readWindows } from "../claims.ts";
import { readComparisons } from "../comparisons.ts";
import { downNouns, upNouns, middleOf, sides, ways, type Way } from "./word-tables.ts";
import { figureOf, readable } from "../evidence-figures.ts";
import { localeOf } from "./locale.ts";
import {
  supposes,
  type Figure,
  type Grounds,
  type Passage,
  clauseFrom,
  isDenied,
  type Claim,
  type Said,
  type Word,
} from "../passage.ts";
import { printFigure } from "../print.ts";

export interface ReadWords {
  readonly spans: readonly TextSpan[];
  readonly denials: readonly string[];
}

const none: ReadWords = { spans: [], denials: [] };

export function readWords(passage: Passage, figures: readonly Figure[], grounds: Grounds): ReadWords {
  if (!grounds.isEnglish || supposes(passage)) return none;
  const sentence = passage.bare.slice(passage.from, passage.to);
  const words = [...sentence.matchAll(/[A-Za-z][A-Za-z'’-]*/g)].map((found) => ({
    from: passage.from + found.index,
    to: passage.from + found.index + found[0].length,
    text: found[0].toLowerCase().replace("’", "'"),
  }));
  const said: Said = { passage, grounds, figures, words };
  const claims = [
    ...readComparisons(said),
    ...readAmounts(said),
    ...readCited(said),
    ...readPairs(said),
    ...readBands(said),
    ...readWindows(said),
    ...readReports(said),
  ];
  return {
    spans: claims.map(({ from, to, holds, ids }): TextSpan => {
      return { from, to, kind: holds ? "agrees" : "contradicted", ids: [...ids], expression: null };
    }),
    denials: claims.filter(({ holds }) => !holds).map((claim) => denialOf(claim, said)),
  };
}

/** "M34 is 10 percentage points; you wrote "underperformed by 10 percentage points"". */
function denialOf({ from, to, ids }: Claim, { passage, grounds }: Said): string {
  const truths = ids.slice(0, 4).flatMap((id) => truthOf(grounds.evidence.get(id), grounds));
  const [start, end] = [passage.text.lastIndexOf(" ", Math.max(passage.from, from - 24)) + 1, to + 30];
  const near = passage.text.slice(Math.max(passage.from, start), Math.min(passage.to, end));
  const quoted = near
    .replace(/\s\S*$/, "")
    .replaceAll(/\s*\[[^\]]*\]?/g, "")
    .replace(/[.,;:]+$/, "")
    .trim();
  return `${truths.join(", ")}; you wrote "${quoted}".`;
}

function truthOf(evidence: Evidence | undefined, { language, terms }: Grounds): string[] {
  if (evidence === undefined) return [];
  const quantity = figureOf(evidence);
  return quantity === null
    ? [`${evidence.id} says otherwise`]
    : [
        `${evidence.label.replace(/[;(].*$|, percentage points$/, "").trim()} is ${printFigure(readable(quantity, terms), localeOf(language)).text} [${evidence.id}]`,
      ];
}

/** Whether a value is on a side, or, when negated, is not. */
function agrees(value: number, middle: number, way: Way, denied: boolean): boolean {
  const isSide = (value - middle) * way > 0;
  return denied ? !isSide : isSide;
}

/** "fell 14.4%", "8.8% above": the sign of the figure's evidence. */
function readAmounts(said: Said): Claim[] {
  const claims: Claim[] = [];
  for (const [at, figure] of said.figures.entries()) {
    const evidence = said.grounds.evidence.get(figure.ids[0] ?? "");
    if (!figure.isPlain || evidence === undefined || evidence.value === null) continue;
    const debt = evidence.key === "net_debt" ? readNetDebt(said, figure, evidence.value) : null;
    if (debt !== null) claims.push(debt);
    const middle = middleOf(evidence.key);
    if (middle !== 0) continue;
    const found = wayBehind(said, figure, said.figures[at + 1]) ?? wayBefore(said, figure, said.figures[at - 1]);
    if (found === null || evidence.value === 0) continue;
    const { word, way, denied } = found;
    claims.push({
      from: word.from,
      to: word.to,
      holds: agrees(evidence.value, 0, way, denied),
      ids: [evidence.id],
    });
  }
  return claims;
}

interface FoundWay {
  readonly word: Word;
  readonly way: Way;
  readonly denied: boolean;
}

/** "16.7% below", unless the next figure is the comparison. */
function wayBehind(said: Said, { to }: Figure, next: Figure | undefined): FoundWay | null {
  const { words, passage } = said;
  const at = words.findIndex(({ from }) => from >= to);
  const behind = at < 0 ? [] : words.slice(at, at + 2);
  const [first, second] = behind;
  const isNoun = second !== undefined && (upNouns.has(second.text) || downNouns.has(second.text));
  const word = first !== undefined && sides.has(first.text) ? first : isNoun ? second : undefined;
  const way = word === undefined ? undefined : sides.get(word.text);
  if (word === undefined || way === undefined) return null;
  if (/[^\s\p{L}-]/u.test(passage.text.slice(to, word.from))) return null;
  if (next !== undefined && next.from - word.to < 50 && /^ (?:the|its|a|than)\b/.test(passage.bare.slice(word.to))) {
    if (next.quantity.kind === "percent" && !/[.;:,]/.test(passage.bare.slice(word.to, next.from))) return null;
  }
  return { word, way, denied: isDenied(said, said.words.indexOf(word)) };
}

const levels = new Set(["to", "from", "against", "versus", "vs", "than"]);

/** "fell 14.4%": back to the previous figure or the start of the clause. */
function wayBefore(said: Said, { from }: Figure, previous: Figure | undefined): FoundWay | null {
  const { words, passage } = said;
  const floor = Math.max(previous?.to ?? 0, clauseFrom(passage, from));
  for (let at = words.length - 1, seen = 0; at >= 0 && seen < 7; at -= 1) {
    const word = words[at];
    if (word === undefined || word.from >= from) continue;
    if (word.from < floor || levels.has(word.text)) return null;
    seen += 1;
    const way = ways.get(`${words[at - 1]?.text} ${word.text}`) ?? ways.get(word.text);
    if (way !== undefined) return { word, way, denied: isDenied(said, at) };
  }
  return null;
}

function readNetDebt({ passage, words }: Said, { from, to, ids }: Figure, value: number): Claim | null {
  const at = words.findLastIndex(
    ({ text, to: end }, index) => end <= from && text === "net" && isDebtWord(words[index + 1]),
  );
  const [net, noun] = [words[at], words[at + 1]];
  if (net === undefined || noun === undefined || net.from < clauseFrom(passage, from)) return null;
  const isSigned = /[-−]/.test(passage.text.slice(Math.max(0, from - 1), to));
  const holds = noun.text === "cash" ? value < 0 : value > 0 || isSigned;
  return { from: net.from, to: noun.to, holds, ids };
}

function isDebtWord(word: Word | undefined): boolean {
  return word?.text === "cash" || word?.text === "debt";
}

/** "has not fallen over the past month [M23]". */
function readCited(said: Said): Claim[] {
  const { passage, grounds, figures, words } = said;
  const claims: Claim[] = [];
  for (const [index, group] of passage.groups.entries()) {
    const [id, ...more] = group.ids;
    const evidence = grounds.evidence.get(id ?? "");
    const middle = evidence === undefined ? null : middleOf(evidence.key);
    if (evidence?.value == null || middle === null || evidence.value === middle || more.length > 0) continue;
    const floor = Math.max(passage.from, passage.groups[index - 1]?.to ?? 0);
    const inside = (one: { readonly from: number }): boolean => one.from >= floor && one.from < group.from;
    if (figures.some(inside) || passage.numbers.some((one) => inside(one) && !one.isSpan)) continue;
    const start = Math.max(floor, floor + passage.bare.slice(floor, group.from).search(/[^;:]*$/));
    const at = words.findLastIndex(({ from, to, text }) => from >= start && to <= group.from && isWay(text, middle));
    const word = words[at];
    const way = word === undefined ? undefined : ways.get(word.text);
    const apart = words.filter(({ from }) => word !== undefined && from > word.to && from < group.from).length;
    if (word === undefined || way === undefined || apart > 8 || levels.has(words[at + 1]?.text ?? "")) continue;
    const holds = agrees(evidence.value, middle, way, isDenied(said, at));
    claims.push({ from: word.from, to: word.to, holds, ids: [evidence.id] });
  }
  return claims;
}

/** Of a ratio to a mean only the side, not the movement. */
function isWay(text: string, middle: number): boolean {
  return middle === 0 ? ways.has(text) : text === "above" || text === "below" || text === "higher" || text === "lower";
}
