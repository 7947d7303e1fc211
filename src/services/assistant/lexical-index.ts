import MiniSearch from "minisearch";
import type { Passage } from "#src/contract/assistant.ts";
import { unitsOf, type Unit } from "./units.ts";
import { isEmpty, sameAs, stemsOf, type Term } from "./words.ts";

/** The passages in memory, as they are searched and measured. */
export interface LexicalIndex {
  readonly size: number;
  get(id: string): Passage | undefined;
  /** Ids, best first. */
  search(terms: readonly Term[], most: number): string[];
  /** How rare a term is among the passages, in nats. */
  weight(term: Term): number;
  /** The share of the terms' weight that a passage speaks of, in these words or in others for the same; 0 to 1. */
  coverage(terms: readonly Term[], id: string): number;
  /** The part of a passage that speaks of most of the terms; `null` where it has none that can be quoted. */
  bestUnit(terms: readonly Term[], id: string): BestUnit | null;
}

export interface BestUnit {
  readonly unit: Unit;
  /** The share of the terms' weight that the unit speaks of; and together with the passage's title and heading. */
  readonly own: number;
  readonly covered: number;
  /** The share that title and heading speak of alone. */
  readonly titled: number;
  readonly score: number;
}

interface Entry {
  readonly passage: Passage;
  readonly stems: ReadonlySet<string>;
  readonly label: readonly string[];
  units: readonly Unit[] | null;
}

/** Of a word that no passage has: as rare as any. A name is what the question is about, and counts double. */
const nameFactor = 2;

/** @see S. Robertson, H. Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009), for the weight */
export function indexPassages(passages: readonly Passage[]): LexicalIndex {
  const entries = new Map<string, Entry>();
  const counts = new Map<string, number>();
  for (const passage of passages) {
    const label = stemsOf(`${passage.title} ${passage.heading ?? ""}`);
    const stems = new Set([...label, ...stemsOf(passage.text)]);
    entries.set(passage.id, { passage, stems, label, units: null });
    for (const one of stems) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const weight = ({ stem, name }: Term): number => {
    const count = counts.get(stem) ?? 0;
    const rarity = Math.log(1 + (entries.size - count + 0.5) / (count + 0.5));
    if (count > 0) return rarity;
    return name ? rarity * nameFactor : Math.min(rarity, unknownWeight);
  };
  const mini = new MiniSearch<Passage>({
    fields: ["title", "heading", "text"],
    tokenize: stemsOf,
    processTerm: (term) => term,
    searchOptions: { boost: { title: 2.5, heading: 2.5 }, combineWith: "OR" },
  });
  mini.addAll([...passages]);
  return {
    size: entries.size,
    get: (id) => entries.get(id)?.passage,
    weight,
    search(terms, most) {
      const known = new Map(terms.map(({ stem, share }) => [stem, share]));
      const alike = terms.flatMap(({ stem }) => [...sameAs(stem)].filter((other) => !known.has(other)));
      const exact = {
        queries: [...known.keys()],
        fuzzy: (term: string) => (term.length > 5 ? 0.2 : false),
        boostTerm: (term: string) => known.get(term) ?? 1,
      };
      const found = mini.search({
        combineWith: "OR",
        queries: [exact, { queries: [...new Set(alike)], fuzzy: false, boostTerm: () => alikeBoost }],
      });
      return found.slice(0, most).map(({ id }) => String(id));
    },
    coverage(terms, id) {
      const stems = entries.get(id)?.stems;
      return stems === undefined ? 0 : coverageOf(terms, stems, weight);
    },
    bestUnit(terms, id) {
      const entry = entries.get(id);
      if (entry === undefined) return null;
      const { label } = entry;
      const titles = new Set(label);
      const titled = coverageOf(terms, titles, weight);
      const pure = purityOf(terms, label);
      let best: BestUnit | null = null;
      for (const unit of (entry.units ??= unitsOf(entry.passage))) {
        const own = coverageOf(terms, unit.stems, weight);
        if (own === 0 && unit.position > 0) continue;
        const covered = coverageOf(terms, unit.stems, weight, titles);
        // What stands early says what the passage is about.
        const score = 0.7 * own + 0.6 * covered + 0.8 * titled * (0.6 + 0.4 * pure) + 0.1 / (1 + unit.position);
        if (best === null || score > best.score) best = { unit, own, covered, titled, score };
      }
      return best;
    },
  };
}

/** The share of a title's own words that the terms speak of: a title that says much else is about something else. */
function purityOf(terms: readonly Term[], label: readonly string[]): number {
  const asked = new Set(terms.flatMap(({ stem }) => [stem, ...sameAs(stem)]));
  const says = [...new Set(label)].filter((one) => !isEmpty(one));
  return says.length === 0 ? 0 : says.filter((one) => asked.has(one)).length / says.length;
}

/** Of a word for the same thing, next to the word itself. */
const alikeBoost = 0.5;
/** The most that a plain word weighs which no passage has: people say things in their own words. */
const unknownWeight = 4.5;

/** The share of the terms' weight whose stems, or stems for the same, are among these or those. */
function coverageOf(
  terms: readonly Term[],
  these: ReadonlySet<string>,
  weight: (term: Term) => number,
  those: ReadonlySet<string> = none,
): number {
  let all = 0;
  let covered = 0;
  for (const term of terms) {
    const own = weight(term) * term.share;
    all += own;
    if (isAmong(term.stem, these) || isAmong(term.stem, those)) covered += own;
  }
  return all === 0 ? 0 : covered / all;
}

const none: ReadonlySet<string> = new Set();

function isAmong(stem: string, stems: ReadonlySet<string>): boolean {
  if (stems.has(stem)) return true;
  for (const other of sameAs(stem)) if (stems.has(other)) return true;
  return false;
}
