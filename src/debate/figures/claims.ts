import type { Evidence } from "#src/contract/run/evidence.ts";
import { newerThan, sessionsOf, smallNumbers } from "./words/measure-names.ts";
import { meantBy, type Passage, type Stretch, clauseFrom, isDenied, type Claim, type Said } from "./passage.ts";
import { bandNouns, bands, bandWords, nearly, paces, reported, trends, type Way } from "./words/word-tables.ts";

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
