import type { Evidence } from "#src/contract/run/evidence.ts";
import { newerThan, sessionsOf, smallNumbers } from "./words/measure-names.ts";
import { type Claim, type Passage, type Said, type Stretch, clauseFrom, isDenied, meantBy } from "./passage.ts";
import { type Way, bandNouns, bandWords, bands, nearly, paces, reported, trends } from "./words/word-tables.ts";
import { type TextSpan, isDoubtful } from "#src/contract/run/spans.ts";

/** "accelerated": the newer of two measures against the older. */
export function readPairs(said: Said): Claim[] {
  const { passage, grounds } = said;
  const claims: Claim[] = [];
  for (const [newerKey, olderKey] of newerThan) {
    const [newer, older] = [grounds.byKey.get(newerKey), grounds.byKey.get(olderKey)];
    if (newer?.value == null || older?.value == null || newer.value === older.value) continue;
    // Of two falls the lesser is no agreed slowdown.
    if (newer.value < 0 && older.value < 0) continue;
    if (!passage.cited.includes(newer.id) && !passage.cited.includes(older.id)) continue;
    const isGrowth = newerKey.includes("growth");
    const family = passage.mentions.find(({ keys }) => keys.includes(newerKey));
    if (!isGrowth && family === undefined) continue;
    const found = findWord(said, isGrowth ? paces : trends, isGrowth ? passage.from : (family?.from ?? 0));
    if (found === null) continue;
    const holds = (newer.value - older.value) * found.value > 0;
    claims.push({ from: found.from, to: found.to, holds: holds !== found.denied, ids: [newer.id, older.id] });
  }
  return claims;
}

interface FoundWord<T> {
  readonly value: T;
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly denied: boolean;
}

/** The first word or two of an entry in a table. */
function findWord<T = Way>(said: Said, table: ReadonlyMap<string, T>, floor: number): FoundWord<T> | null {
  const { words } = said;
  for (const [at, word] of words.entries()) {
    if (word.from < floor) continue;
    const next = words[at + 1];
    const two = next === undefined ? undefined : table.get(`${word.text} ${next.text}`);
    const value = two ?? table.get(word.text);
    if (value === undefined) continue;
    const to = two === undefined || next === undefined ? word.to : next.to;
    return { value, from: word.from, to, at, denied: isDenied(said, at) };
  }
  return null;
}

/** "oversold": at least one cited or named oscillator is beyond its band. */
export function readBands(said: Said): Claim[] {
  const { passage, grounds, words } = said;
  const found = findWord(said, bandWords, passage.from);
  if (found === null) return [];
  const { at, value, from, to } = found;
  const isNear = words.slice(Math.max(0, at - 4), at).some(({ text }) => nearly.has(text));
  if (isNear || words.some(({ text }) => text === "wrong") || bandNouns.has(words[at + 1]?.text ?? "")) return [];
  const cited = passage.cited.flatMap((id) => grounds.evidence.get(id) ?? []);
  const all = [...cited, ...passage.mentions.flatMap((mention) => meantBy(mention, grounds))];
  const oscillators = [...new Set(all)].filter(({ key }) => Object.hasOwn(bands, key));
  if (oscillators.length === 0) return [];
  const beyond = oscillators.filter((one) => isIn(one, value)).length;
  // If two oscillators disagree, either may be meant.
  if (beyond > 0 && beyond < oscillators.length) return [];
  const denied = isDenied(said, at, 8);
  return [{ from, to, holds: beyond > 0 !== denied, ids: oscillators.map(({ id }) => id) }];
}

function isIn({ key, value }: Evidence, side: "low" | "high"): boolean {
  const band = bands[key];
  if (band === undefined || value === null) return false;
  return side === "low" ? value <= band.low : value >= band.high;
}

const windowKey = /^([a-z_]+?)_(\d+)(d?)$/;

/** "the last five sessions" of a 21-session figure, where a five-session one exists. */
export function readWindows({ passage, grounds, figures }: Said): Claim[] {
  const claims: Claim[] = [];
  for (const [at, figure] of figures.entries()) {
    const evidence = figure.isPlain ? grounds.evidence.get(figure.ids[0] ?? "") : undefined;
    const [, family = "", window = "", days = ""] = windowKey.exec(evidence?.key ?? "") ?? [];
    if (evidence === undefined || family === "" || !passage.cited.includes(evidence.id)) continue;
    const said = windowOf(passage, figure, figures[at - 1], figures[at + 1]);
    if (said === null || isAlike(said.sessions, Number(window))) continue;
    const other = grounds.byKey.get(`${family}_${said.sessions}${days}`);
    if (other === undefined || other.value === evidence.value) continue;
    claims.push({ from: said.from, to: said.to, holds: false, ids: [evidence.id, other.id] });
  }
  return claims;
}

interface Window {
  readonly sessions: number;
  readonly from: number;
  readonly to: number;
}

/** Directly after a figure, else before it in its clause. */
function windowOf(passage: Passage, { from, to }: Stretch, previous?: Stretch, next?: Stretch): Window | null {
  const { bare, groups } = passage;
  const end = Math.min(next?.from ?? passage.to, to + 40);
  const behind = /^ (?:over|in|during|for|across) [^,;:.]*/.exec(bare.slice(to, end))?.[0];
  const followed = behind === undefined ? null : windowIn(behind, to);
  if (followed !== null) return followed;
  const between = groups.findLast((group) => group.to <= from && group.from >= (previous?.to ?? from));
  // A name directly after the previous figure belongs to that one.
  const floor = Math.max(previous === undefined ? passage.from : (between?.to ?? from), clauseFrom(passage, from));
  return windowIn(bare.slice(floor, from), floor);
}

const windowText = /(?<![\w-])(?:(\d{1,3}|[a-z]{3,6})[ -])?(session|day|week|month|quarter|year)(s|ly)?\b/gi;

/** The last window in a stretch of text: "five sessions", "the past month", "quarterly". */
function windowIn(text: string, offset: number): Window | null {
  const all = [...text.matchAll(windowText)];
  const found = all.at(-1);
  if (found === undefined || all.length > 2) return null;
  const [whole, count = "", unit = ""] = found;
  const many = /^\d+$/.test(count) ? Number(count) : (smallNumbers[count.toLowerCase()] ?? 1);
  const isPast = /^(?:past|last|this|latest)$/i.test(count);
  if (many === 1 && !isPast && !/ly$/i.test(whole) && !/^one$/i.test(count)) return null;
  const sessions = many * (sessionsOf[unit.toLowerCase()] ?? 0);
  return {
    sessions: sessions === 260 ? 252 : sessions,
    from: offset + found.index,
    to: offset + found.index + whole.length,
  };
}

/** A month is about 21 sessions, or thirty days. */
function isAlike(a: number, b: number): boolean {
  return Math.abs(a - b) <= b * 0.1 || (a === 30 && b === 21) || (a === 90 && b === 63) || (a === 365 && b === 252);
}

/** "cut the stock to Sell" of news that says that it was raised. */
export function readReports({ passage, grounds, words }: Said): Claim[] {
  const claims: Claim[] = [];
  const texts = passage.groups.flatMap(({ ids }) => ids.flatMap((id) => grounds.evidence.get(id) ?? []));
  for (const evidence of texts) {
    if (evidence.text === null || evidence.key === "recent_closes") continue;
    const told = new Set(evidence.text.toLowerCase().match(/[a-z]+/g) ?? []);
    for (const row of reported) {
      const [one, other] = row.map((side) => side.split(" "));
      if (one === undefined || other === undefined) continue;
      const tells = [one, other].map((side) => side.some((word) => told.has(word)));
      if (tells[0] === tells[1]) continue;
      const wrong = words.find(({ text }) => (tells[0] === true ? other : one).includes(text));
      const isToldToo = words.some(({ text }) => (tells[0] === true ? one : other).includes(text));
      if (wrong !== undefined && !isToldToo)
        claims.push({ from: wrong.from, to: wrong.to, holds: false, ids: [evidence.id] });
    }
  }
  return claims;
}

/*
 * Whether a claim at the top of a report, a point or the thesis, is tied to evidence that speaks of its topic, and
 * whether it is certain of the future. English alone, by the tables below: what no row names is not judged.
 */

interface Topic {
  readonly said: RegExp;
  /** Letters of the measures that speak of it; of an event none does, and only a text that tells of it. */
  readonly letters: string;
  /** What such a text says, where that is more than the claim. */
  readonly told?: RegExp;
}

const events: readonly Topic[] = [
  { said: /\bguid(?:ance|ed)\b/i, told: /\bguid|\bforecast|\boutlook|\bexpects\b/i, letters: "" },
  {
    said: /\bFDA\b|\bregulatory approvals?\b|\bclinical trials?\b/,
    told: /\bFDA\b|\bapprov|\btrial|\bdrug/i,
    letters: "",
  },
  {
    said: /\btake-?overs?\b|\bmergers?\b|\bacquirers?\b/i,
    told: /\btake-?over|\bmerge|\bacqui|\bbid\b|\bbuy-?out/i,
    letters: "",
  },
  {
    said: /\blawsuits?\b|\blitigation\b|\bantitrust\b/i,
    told: /\blawsuit|\blitigat|\bantitrust|\bcourt|\bsue[sd]?\b/i,
    letters: "",
  },
  { said: /\bCEO\b|\bCFO\b|\bchief executive\b/, told: /\bCEO\b|\bCFO\b|\bchief|\bhead of\b|\bdirector/i, letters: "" },
  { said: /\btariffs?\b/i, letters: "" },
];

const measures: readonly Topic[] = [
  {
    said: /\brevenues?\b|\bsales\b|\bmargins?\b|\bearnings\b|\bEPS\b|\bcash flow\b|\bdebt\b|\bbalance sheet\b|\bvaluation\b|\bP\/E\b/i,
    letters: "F",
  },
  {
    said: /\bRSI\b|\bMACD\b|\bmoving averages?\b|\bmomentum\b|\bvolatility\b|\boversold\b|\boverbought\b/i,
    letters: "M",
  },
  { said: /\bsocial media\b|\bposts\b/i, letters: "S" },
];

/** A supposition, or that something is not there, claims no event. */
const supposed = /\b(?:if|unless|would|could|might|may|should|until|once|whether|when)\b/i;
const denied = /\b(?:no|not|nor|never|without|lacks?|absent|absence of)\b(?:\s+\S+){0,3}\s*$/i;

const certainty: readonly RegExp[] = [
  /\bwill\b(?! to\b)/i,
  /\bwon['’]t\b/i,
  /\bcertain (?:to|that)\b|\bcertainly\b/i,
  /\bguaranteed?\b/i,
  /\b(?:sure|bound) to\b/i,
  /\binevitabl[ey]\b/i,
];
/** Who hedges is not certain, and who reports what somebody said is none who says it. */
const hedged = /\b(?:likely|probably|perhaps|possibly|expects?|expected|plans?|said|says|announced|according to)\b/i;

export interface TopicClaim {
  readonly text: string;
  /** What was written into it and found in it so far. */
  readonly spans: readonly TextSpan[];
  /** All that it may rest on. */
  readonly cited: readonly Evidence[];
}

/** What is marked in a claim. */
export function readTies({ text, spans, cited }: TopicClaim): TextSpan[] {
  const free = (found: Stretch): boolean => spans.every((span) => span.to <= found.from || span.from >= found.to);
  return [...untied(text, spans, cited, free), ...certain(text, cited, free)];
}

function untied(
  text: string,
  spans: readonly TextSpan[],
  cited: readonly Evidence[],
  free: (found: Stretch) => boolean,
): TextSpan[] {
  // What is flagged already needs no second mark.
  if (spans.some(isDoubtful)) return [];
  const mark = (found: Stretch | undefined): TextSpan[] => (found === undefined ? [] : [spanOf("uncited", found)]);
  const event = supposed.test(text)
    ? undefined
    : events.find((topic) => isClaimed(text, topic) && !speaks(cited, topic));
  if (event !== undefined) return mark([...stretches(text, event.said)].find(free));
  const named = measures.filter((topic) => topic.said.test(text));
  // Who states terms of a trade alone claims nothing of the world.
  const isOwn = cited.length === 0 && spans.some(({ kind }) => kind === "own" || kind === "supported");
  const isTied = cited.length > 0 && (named.length === 0 || named.some((topic) => speaks(cited, topic)));
  if (isTied || isOwn) return [];
  const words = [
    ...named.flatMap((topic) => [...stretches(text, topic.said)]),
    ...[...stretches(text, /[A-Za-z]\w+/g)].toReversed(),
  ];
  return mark(words.find(free));
}

function isClaimed(text: string, { said }: Topic): boolean {
  const found = said.exec(text);
  return found !== null && !denied.test(text.slice(0, found.index));
}

/** Whether evidence is a measure of the topic, or a text that tells of it. */
function speaks(cited: readonly Evidence[], { letters, said, told = said }: Topic): boolean {
  return cited.some(({ id, text }) => letters.includes(id.charAt(0)) || (text !== null && told.test(text)));
}

function certain(text: string, cited: readonly Evidence[], free: (found: Stretch) => boolean): TextSpan[] {
  // A text may tell of what is to come, and then it is its author who is certain.
  if (supposed.test(text) || hedged.test(text) || cited.some((item) => item.text !== null)) return [];
  return certainty
    .flatMap((words) => [...stretches(text, words)])
    .filter((found) => !denied.test(text.slice(0, found.from)) && free(found))
    .map((found) => spanOf("opinion", found));
}

function* stretches(text: string, words: RegExp): Generator<Stretch> {
  for (const found of text.matchAll(new RegExp(words, words.flags.includes("g") ? words.flags : `${words.flags}g`)))
    yield { from: found.index, to: found.index + found[0].length };
}

function spanOf(kind: "uncited" | "opinion", { from, to }: Stretch): TextSpan {
  return { from, to, kind, ids: [], expression: null };
}
