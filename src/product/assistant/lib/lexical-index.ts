import { type Term, isEmpty, plainWords, sameAs, stemsOf } from "./stemming.ts";
import MiniSearch from "minisearch";
import type { Passage } from "#src/contract/jobs/assistant.ts";
import { type Unit, unitsOf } from "./units.ts";
import { editDistance } from "#src/core/text/compare-text.ts";

/** A passage's page: its address without the anchor. */
export function pageOf(url: string): string {
  return url.split("#")[0] ?? url;
}

/** Every three letters in a row, over word ends. */
export type Phrase = ReadonlySet<string>;

export function phraseOf(text: string): Phrase {
  const line = ` ${plainWords(text).join(" ")} `;
  return new Set(Array.from({ length: Math.max(0, line.length - 2) }, (_, at) => line.slice(at, at + 3)));
}

/** Dice's coefficient, 0 to 1; misspelled words count. */
function similarity(a: Phrase, b: Phrase): number {
  let common = 0;
  for (const piece of a) if (b.has(piece)) common += 1;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}

/** The passages in memory, as they are searched and measured. */
export interface LexicalIndex {
  readonly size: number;
  get(id: string): Passage | undefined;
  /** Unknown words become those spelled almost alike. */
  known(terms: readonly Term[]): Term[];
  /** Ids, best first. */
  search(terms: readonly Term[], most: number): string[];
  /** `null` for an unknown passage. */
  match(question: Phrase, terms: readonly Term[], id: string): Match | null;
}

/** Shares of the terms' weight, 0 to 1, synonyms included. */
export interface Match {
  /** Likeness to the nearest way of asking. */
  readonly asked: number;
  /** How alike the two are written, small words included. */
  readonly phrased: number;
  /** With title, heading and ways of asking; and its page. */
  readonly passage: number;
  readonly page: number;
  /** What no passage speaks of. */
  readonly strange: number;
  /** Its parts, best first; none where nothing can be quoted. */
  readonly units: readonly RankedUnit[];
}

export interface RankedUnit {
  readonly unit: Unit;
  /** The share of the terms' weight that the part itself speaks of. */
  readonly own: number;
}

interface Entry {
  readonly passage: Passage;
  readonly stems: ReadonlySet<string>;
  readonly asks: readonly ReadonlySet<string>[];
  readonly phrases: readonly Phrase[];
  readonly page: Set<string>;
  units: readonly Unit[] | null;
}

type Weight = (stem: string, name: boolean) => number;

/** An unknown name is what the question is about. */
const nameFactor = 2;
/** Of a word for the same thing, next to the word itself. */
const similarityBoost = 0.5;

/** @see S. Robertson, H. Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009) */
export function indexPassages(passages: readonly Passage[]): LexicalIndex {
  const { entries, counts } = countStems(passages);
  const weight: Weight = (stem, name) => {
    const count = counts.get(stem) ?? 0;
    const rarity = Math.log(1 + (entries.size - count + 0.5) / (count + 0.5));
    return count === 0 && name ? rarity * nameFactor : rarity;
  };
  const isKnown = (stem: string): boolean => isAmong(stem, counts);
  const mini = miniSearchOf(passages);
  return {
    size: entries.size,
    get: (id) => entries.get(id)?.passage,
    known: (terms) =>
      terms.map((term) => {
        if (term.name || isKnown(term.stem)) return term;
        const meant = spelledAs(term.stem, counts);
        return meant === null ? term : { ...term, word: meant, stem: meant };
      }),
    search(terms, most) {
      const known = new Map(terms.map(({ stem, share }) => [stem, share]));
      const alike = terms.flatMap(({ stem }) => [...sameAs(stem)].filter((other) => !known.has(other)));
      const found = mini.search({
        combineWith: "OR",
        queries: [
          { queries: [...known.keys()], boostTerm: (term: string) => known.get(term) ?? 1 },
          { queries: [...new Set(alike)], boostTerm: () => similarityBoost },
        ],
      });
      return found.slice(0, most).map(({ id }) => String(id));
    },
    match(question, terms, id) {
      const entry = entries.get(id);
      if (entry === undefined) return null;
      const weighed = terms.map((term) => ({ stem: term.stem, weight: weight(term.stem, term.name) * term.share }));
      const { passage, stems, asks, phrases, page } = entry;
      const units = (entry.units ??= unitsOf(passage))
        .map((unit) => ({ unit, own: coverageOf(weighed, unit.stems) }))
        .toSorted((x, y) => rankOf(y) - rankOf(x));
      return {
        asked: Math.max(0, ...asks.map((ask) => likenessOf(weighed, ask, weight))),
        phrased: Math.max(0, ...phrases.map((phrase) => similarity(question, phrase))),
        passage: coverageOf(weighed, stems),
        page: coverageOf(weighed, page),
        strange: coverageOf(weighed, { has: (stem) => !isKnown(stem) }, false),
        units,
      };
    },
  };
}

/** @returns passages by id, and document frequencies */
function countStems(passages: readonly Passage[]) {
  const entries = new Map<string, Entry>();
  const counts = new Map<string, number>();
  const pages = new Map<string, Set<string>>();
  for (const passage of passages) {
    // A heading alone is asked for as well: "Receipt".
    const ways = [...passage.asks, passage.heading ?? passage.title];
    const asks = ways.map(sayingStems);
    const stems = new Set(stemsOf([passage.title, passage.heading ?? "", ...passage.asks, passage.text].join("\n")));
    const page = pages.get(pageOf(passage.url)) ?? new Set<string>();
    pages.set(pageOf(passage.url), page);
    for (const one of stems) {
      counts.set(one, (counts.get(one) ?? 0) + 1);
      page.add(one);
    }
    entries.set(passage.id, { passage, stems, asks, phrases: ways.map(phraseOf), page, units: null });
  }
  return { entries, counts };
}

/** What stands early says what the passage is about. */
function rankOf({ unit, own }: RankedUnit): number {
  return own + 0.1 / (1 + unit.position);
}

function miniSearchOf(passages: readonly Passage[]): MiniSearch {
  const mini = new MiniSearch({
    fields: ["title", "heading", "asks", "text"],
    tokenize: stemsOf,
    processTerm: (term) => term,
    searchOptions: { boost: { title: 2.5, heading: 2.5, asks: 2 }, combineWith: "OR" },
  });
  mini.addAll(passages.map((passage) => ({ ...passage, asks: passage.asks.join("\n") })));
  return mini;
}

function sayingStems(text: string): ReadonlySet<string> {
  return new Set(stemsOf(text).filter((one) => !isEmpty(one)));
}

interface Weighed {
  readonly stem: string;
  readonly weight: number;
}

interface Stems {
  has(stem: string): boolean;
}

function isAmong(stem: string, stems: Stems): boolean {
  if (stems.has(stem)) return true;
  for (const other of sameAs(stem)) if (stems.has(other)) return true;
  return false;
}

function coverageOf(terms: readonly Weighed[], stems: Stems, alike = true): number {
  let all = 0;
  let covered = 0;
  for (const { stem, weight } of terms) {
    all += weight;
    if (alike ? isAmong(stem, stems) : stems.has(stem)) covered += weight;
  }
  return all === 0 ? 0 : covered / all;
}

/** How alike two ways of asking are: Dice's coefficient by weight. */
function likenessOf(terms: readonly Weighed[], ask: ReadonlySet<string>, weight: Weight): number {
  let asked = 0;
  let common = 0;
  for (const term of terms) {
    asked += term.weight;
    if (isAmong(term.stem, ask)) common += term.weight;
  }
  const known = new Set(terms.flatMap(({ stem }) => [stem, ...sameAs(stem)]));
  let said = 0;
  let heard = 0;
  for (const stem of ask) {
    const own = weight(stem, false);
    said += own;
    if (known.has(stem)) heard += own;
  }
  return asked + said === 0 ? 0 : (common + heard) / (asked + said);
}

/** Words that are shorter are too easily another one. */
const shortest = 5;

/** One letter off, two in a long word, never the first; the more frequent one. `null`: none. */
export function spelledAs(stem: string, known: ReadonlyMap<string, number>): string | null {
  if (stem.length < shortest || /\d/.test(stem)) return null;
  // "developing" and "development": one begins with the whole other.
  for (const other of known.keys())
    if (
      other.length >= shortest + 1 &&
      stem.length >= shortest + 1 &&
      (other.startsWith(stem) || stem.startsWith(other))
    )
      return other;
  let best: { readonly stem: string; readonly off: number; readonly count: number } | null = null;
  for (const [other, count] of known) {
    const most = Math.min(stem.length >= 8 ? 2 : 1, best?.off ?? 2);
    if (other[0] !== stem[0] || other.length < 4 || Math.abs(other.length - stem.length) > most) continue;
    const off = editDistance(stem, other, most);
    if (off > most || (best !== null && off === best.off && count <= best.count)) continue;
    best = { stem: other, off, count };
  }
  return best?.stem ?? null;
}
