import { Opinion } from "#src/contract/jobs/analysis.ts";
import type { Reading } from "#src/contract/run/answers.ts";
import type { ReviewCode } from "#src/contract/run/run.ts";

export type RatingReading =
  | { readonly ok: true; readonly rating: Opinion }
  | { readonly ok: false; readonly reason: "no label" | "conflict" | "unknown word" | "review" };

/**
 * Reads the rating from prose. Only a label at the start of a line or of a sentence counts, and of those the last:
 *
 *     Rating: **Overweight**     ## 5. Final rating: Sell     **Rating:** Hold.     - Our rating — Buy
 *     Rating：Overweight          Rating: (Sell)               【Rating】Hold         Rating [Buy]
 *     Margins fall. Rating: Sell. The target is 80.
 *     | Rating | Sell |           ⭐ Rating: Hold      ## Rating, and Buy alone on the next line
 *
 * A label starts, after list, heading and number marks, signs and emphasis, with `rating` or `recommendation`,
 * alone or after words such as `final` and `our`, and then has a colon, a dash between spaces, or brackets.
 * Its value goes to the end of the sentence and must be one of the five words, in any case, with nothing else but
 * emphasis, brackets and a full stop. With any other value the last label decides nothing, and none above it does:
 * "not Buy", "Buy?", "Strong Buy", a quoted word and an empty value are an "unknown word", "Buy/Hold" is a "conflict",
 * "REVIEW" is "review". A recommendation that names no rating at all ("Recommendation: add on weakness") is
 * advice, not a label. Quotes, block quotes and fenced code are somebody else's words and are not read.
 *
 * An earlier label gives way to the last one (a restated former rating), unless no words stand between them: then both
 * belong to one verdict, and if they differ it is a "conflict".
 *
 * Takes time linear in the length of the text and never throws.
 */
export function parseRating(text: string): RatingReading {
  return lastLabel(text).reading;
}

/** The rating that the last label begins with, also in `Rating: Sell, target 80`. */
function leaningOf(text: string): Opinion | null {
  return lastLabel(text).leaning;
}

function lastLabel(text: string): { readonly reading: RatingReading; readonly leaning: Opinion | null } {
  let last: RatingReading = { ok: false, reason: "no label" };
  let leaning: Opinion | null = null;
  let isOpen = false;
  const block = new Set<string>();
  for (const sentence of sentences(text)) {
    if (isOpen && !/\p{L}/u.test(sentence)) continue;
    const alone = isOpen ? readValue(sentence) : null;
    const reading = alone?.ok === true ? alone : readLabel(sentence);
    isOpen = isBareLabel(sentence);
    if (reading === null) {
      if (/\p{L}/u.test(sentence) && !isOpen) block.clear();
      continue;
    }
    if (reading.ok) block.add(reading.rating);
    else if (reading.reason !== "unknown word") block.add(reading.reason);
    last = reading.ok && block.size > 1 ? { ok: false, reason: "conflict" } : reading;
    leaning = reading.ok ? reading.rating : firstRating(sentence);
  }
  return { reading: last, leaning };
}

/** The end of a sentence within a line, with closing marks. */
const sentenceEnd = /[.!?…]["'”’»)\]*_]{0,6}\s+|[。！？]["'”’»）)\]*_]{0,6}\s*/g;
const quoteMarks = /["“”«»„]/g;

/** The sentences of each readable line that begin outside quotation marks. */
function* sentences(text: string): Generator<string> {
  for (const read of readableLines(text)) {
    const line = fromTable(read);
    let from = 0;
    let isQuoted = false;
    const ends = Array.from(line.matchAll(sentenceEnd), ({ index, 0: mark }) => index + mark.length);
    for (const end of [...ends, line.length]) {
      const sentence = line.slice(from, end);
      if (!isQuoted) yield sentence;
      for (const [mark] of sentence.matchAll(quoteMarks)) isQuoted = mark === '"' ? !isQuoted : /[“«„]/.test(mark);
      from = end;
    }
  }
}

/** A table row such as `| Rating | Sell |` as a line with a label. */
function fromTable(line: string): string {
  if (!/^\s*\|/.test(line)) return line;
  const [name = "", value = ""] = line
    .split("|", 4)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");
  return isBareLabel(name) && readValue(value).ok ? `${name.replace(/[\s:：]+$/, "")}: ${value}` : line;
}

/** Lines outside quotes and code. CommonMark 0.31 §4.5: an unclosed fence runs to the end. */
function* readableLines(text: string): Generator<string> {
  let fence: string | null = null;
  const plain = text.replaceAll(/<br ?\/?>/gi, "\n").replaceAll(/<\/?(?:b|i|u|p|em|strong|li|h[1-6])>/gi, "");
  for (const line of plain.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const start = line.slice(0, 200).trimStart();
    const mark = /^(?:`{3,}|~{3,})/.exec(start)?.[0] ?? null;
    if (fence !== null) {
      if (mark !== null && mark.startsWith(fence) && line.trim() === mark) fence = null;
    } else if (mark !== null) {
      if (!(mark.startsWith("`") && start.includes("`", mark.length))) fence = mark;
    } else if (!/^[>＞]/.test(start)) {
      yield line;
    }
  }
}

const ownership = new Set(["final", "our", "my", "the", "overall", "investment", "new", "current"]);
const labels = new Set(["rating", "recommendation"]);
const byWord: ReadonlyMap<string, Opinion> = new Map(Opinion.options.map((rating) => [rating.toLowerCase(), rating]));

/** Marks before a label: `## 5. **`, `- `, `(2) `, `【`, `⭐ `. */
const markers =
  /^(?:[\s\u200B-\u200D\u2060\uFEFF\p{Extended_Pictographic}→#*_+•·[\]()［］（）【】〔〕{}-]|\uFE0F|\d{1,3}[.)、．）](?!\d)){0,40}/u;
const separators =
  /^(?:[\s*_]{0,10}[\]］】〕)）]?[\s*_]{0,10}[:：﹕]|[\s*_]{1,10}[–—-]{1,3}[\s*_]{1,10}|[*_]{0,6}[\]］】〕])/;
/** `Rating [Buy]`, `Rating (new): Buy`, not `The rating [M3] rests on`. */
const bracketed =
  /^[\s*_]{0,10}[[(（［【〔](?=[^\])）］】〕]{0,80}[\])）］】〕](?:[\s*_]{0,10}[:：]|[\s*_.!。！]{0,10}$))/;

/** `null` where there is none. */
function labelIn(sentence: string): { readonly label: string; readonly at: number } | null {
  // A label stands at the start, so long sentences are cut.
  const head = sentence.slice(0, 200);
  let at = markers.exec(head)?.[0].length ?? 0;
  for (let words = 0; words < 4; words += 1) {
    const word = /^[A-Za-z]{1,20}/.exec(head.slice(at))?.[0].toLowerCase();
    if (word === undefined) return null;
    at += word.length;
    if (labels.has(word)) return { label: word, at };
    if (!ownership.has(word)) return null;
    at += /^[\s*_]{0,10}/.exec(head.slice(at))?.[0].length ?? 0;
  }
  return null;
}

function isBareLabel(sentence: string): boolean {
  const found = labelIn(sentence);
  return found !== null && /^[\s*_#\])】:：]*$/.test(sentence.slice(found.at));
}

/** A sentence read as a label; `null` when it is none. */
function readLabel(sentence: string): RatingReading | null {
  const value = valueIn(sentence);
  if (value === null) return null;
  const reading = readValue(value);
  const advice =
    labelIn(sentence)?.label === "recommendation" &&
    !reading.ok &&
    reading.reason !== "review" &&
    ratingsIn(value).size === 0;
  return advice ? null : reading;
}

function valueIn(sentence: string): string | null {
  const found = labelIn(sentence);
  if (found === null) return null;
  const rest = sentence.slice(found.at, 200);
  const separator = (separators.exec(rest) ?? bracketed.exec(rest))?.[0];
  return separator === undefined ? null : sentence.slice(found.at + separator.length);
}

/** Not `Sell-side`. */
const leading =
  /^[\s*_]*(?:\(?[^()]{0,40}\)[\s*_]*[:：][\s*_]*)?(?:(?:strong|clear|tactical|moderate|conviction) )?(buy|overweight|hold|underweight|sell)(?![\w-])/i;

function firstRating(sentence: string): Opinion | null {
  const word = leading.exec(valueIn(sentence) ?? "")?.[1]?.toLowerCase();
  return word === undefined ? null : (byWord.get(word) ?? null);
}

function readValue(value: string): RatingReading {
  const bare = value.replaceAll(/[\s\u200B-\u200D\u2060\uFEFF*_[\]()［］（）【】〔〕{}:：﹕]+/g, " ").trim();
  const word = /^([a-z]{1,20}) ?[.!。！]? ?$/i.exec(bare)?.[1]?.toLowerCase();
  const rating = word === undefined ? undefined : byWord.get(word);
  if (rating !== undefined) return { ok: true, rating };
  if (word === "review") return { ok: false, reason: "review" };
  return { ok: false, reason: ratingsIn(value).size > 1 ? "conflict" : "unknown word" };
}

function ratingsIn(value: string): Set<Opinion> {
  const found = new Set<Opinion>();
  for (const [word] of value.matchAll(/[a-z]+/gi)) {
    const rating = byWord.get(word.toLowerCase());
    if (rating !== undefined) found.add(rating);
  }
  return found;
}

export type StatedRating =
  | { readonly ok: true; readonly rating: Opinion }
  | { readonly ok: false; readonly code: ReviewCode & ("no_opinion" | "conflict" | "unreadable_answer") };

interface Stating {
  readonly rating: Opinion | null;
  readonly thesis?: string | null;
}

/**
 * Its field, unless a label says another; without a field, the label. Two ratings are none.
 * @param reading `undefined` where it came in its form
 */
export function statedRating(answer: Stating | null, text: string, reading: Reading | undefined): StatedRating {
  const stated = ratingBeside(answer, text, reading);
  const leanings = answer === null ? [] : [leaningOf(answer.thesis ?? ""), leaningOf(text)];
  const isDenied = stated.ok && leanings.some((leaning) => leaning !== null && leaning !== stated.rating);
  return isDenied ? { ok: false, code: "conflict" } : stated;
}

function ratingBeside(answer: Stating | null, text: string, reading: Reading | undefined): StatedRating {
  const label = parseRating(text);
  const refuses = (code: "no_opinion" | "conflict" | "unreadable_answer") => ({ ok: false, code }) as const;
  if (reading?.disputed.includes("rating") === true) return refuses("conflict");
  if (!label.ok && label.reason === "conflict") return refuses("conflict");
  if (answer === null || reading?.missing.includes("rating") === true) {
    if (label.ok) return label;
    return refuses(label.reason === "review" ? "no_opinion" : "unreadable_answer");
  }
  const { rating } = answer;
  if (rating === null) return refuses(label.ok ? "conflict" : "no_opinion");
  if (label.ok ? label.rating !== rating : label.reason === "review") return refuses("conflict");
  return { ok: true, rating };
}
