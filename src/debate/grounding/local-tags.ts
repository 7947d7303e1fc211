import type { directionLanguages } from "#src/contract/language.ts";
import type { Way } from "./direction-lexicon.ts";
import { french } from "./local-french.ts";
import { german } from "./local-german.ts";
import type { Kind, LocalLexicon, Row } from "./local-lexicon.ts";
import { spanish } from "./local-spanish.ts";
import { remembered } from "./memoized.ts";

/* The words of a sentence in another language that its lexicon knows, in order, with their English. */

export interface Tag {
  readonly start: number;
  readonly end: number;
  readonly kind: Kind;
  readonly way: Way | 0;
  readonly english: string;
  /** Of a window: about how many sessions it lasts. */
  readonly length: number;
}

/** A text with blanks where it cites, at the same places. */
export function withoutCitations(text: string): string {
  return text.replaceAll(/\[[^\]]*\]/g, (found) => " ".repeat(found.length));
}

interface Compiled {
  readonly lexicon: LocalLexicon;
  readonly rows: readonly { readonly row: Row; readonly pattern: RegExp }[];
  readonly joint: RegExp;
  readonly tagsIn: (text: string) => readonly Tag[];
}

const lexicons: Readonly<Record<(typeof directionLanguages)[number], LocalLexicon>> = {
  de: german,
  es: spanish,
  fr: french,
};

function lexiconOf(name: string): LocalLexicon | undefined {
  return Object.entries(lexicons).find(([one]) => one === name)?.[1];
}

const compiled = new Map<string, Compiled | null>();

/** `null` for a language of which no direction words are known. */
export function compiledFor(language: string): Compiled | null {
  const name = language.split("-", 1)[0] ?? language;
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const lexicon = lexiconOf(name);
  const made = lexicon === undefined ? null : compile(lexicon);
  compiled.set(name, made);
  return made;
}

function compile(lexicon: LocalLexicon): Compiled {
  const rows = lexicon.rows.map((row) => ({
    row,
    pattern: new RegExp(String.raw`(?<![\p{L}\d_-])(?:${row[2]})(?![\p{L}\d_]|-\p{L})`, "giu"),
  }));
  return {
    lexicon,
    rows,
    joint: new RegExp(String.raw`[;:,](?=\s)|\s[–—]\s|\s(?:${lexicon.joints})(?=\s)`, "giu"),
    tagsIn: remembered((text: string) => read(text, rows, lexicon)),
  };
}

function read(text: string, rows: Compiled["rows"], lexicon: LocalLexicon): readonly Tag[] {
  const all = rows.flatMap(({ row: [kind, way, , english = ""], pattern }) =>
    [...text.matchAll(pattern)].map((found): Tag => {
      const said = english.replaceAll(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? "");
      const place = { start: found.index, end: found.index + found[0].length, kind, way };
      return kind === "window" ? { ...place, ...windowOf(said, lexicon) } : { ...place, english: said, length: 0 };
    }),
  );
  const taken: Tag[] = [];
  for (const tag of all.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start))
    if (taken.every(({ start, end }) => tag.end <= start || tag.start >= end)) taken.push(tag);
  return taken.toSorted((a, b) => a.start - b.start);
}

const sessions = new Map([
  ["sessions", 1],
  ["days", 1],
  ["weeks", 5],
  ["months", 21],
  ["quarters", 63],
  ["years", 252],
]);

/** "over 63 Sitzungen": in English, and how long that is. */
function windowOf(said: string, { counts, units }: LocalLexicon): Pick<Tag, "english" | "length"> {
  const [, count = "", unit = ""] = /^over (\S+) (.+)$/.exec(said) ?? [];
  const size = counts[count.toLowerCase()] ?? Number(count);
  const own = units.find(([words]) => words.test(unit))?.[1];
  const name = own ?? (sessions.has(unit) ? unit : "sessions");
  const one = sessions.get(name) ?? 1;
  // A calendar day is told from a session by those who write the evidence alone.
  if (size === 1 && name !== "sessions") return { english: ` over a ${name.replace(/s$/, "")}`, length: one };
  if (size === 1) return { english: " in the last session", length: 1 };
  return { english: ` over ${size} ${name}`, length: size * one };
}
