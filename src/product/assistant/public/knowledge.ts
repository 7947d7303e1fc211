import type { Passage } from "#src/contract/jobs/assistant.ts";
import {
  hasVectors,
  readPassages,
  readRevision,
  searchByMeaning,
  searchBySpelling,
  searchByWords,
} from "#src/product/assistant/queries/passages.ts";
import type { Database } from "#src/core/db/database.ts";
import type { Log } from "#src/core/operation/log.ts";
import {
  type LexicalIndex,
  type Match,
  type RankedUnit,
  indexPassages,
  pageOf,
  phraseOf,
} from "../lib/lexical-index.ts";
import { type Term, sameAs, termsOf } from "../lib/stemming.ts";

/** Texts of the same meaning lie near each other. */
export interface Embedder {
  /** Vectors of two models are not compared. */
  readonly model: string;
  /** One each, in order. @throws whatever the service fails with */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
}

/** A passage that may answer a question. */
export interface Found {
  readonly passage: Passage;
  /** How likely it does, 0 to 1. */
  readonly likely: number;
  readonly signs: Signs;
  /** Its parts that can be quoted, best first. */
  readonly units: readonly RankedUnit[];
}

export interface Search {
  /** Best first, no more than two of one page among them. */
  readonly found: readonly Found[];
}

/** How a question's vector is made. */
export interface Meaning {
  readonly embedder: Embedder;
  readonly log: Pick<Log, "warn">;
}

/** What the assistant may answer from, as it was last indexed. */
export interface Knowledge {
  /** @param before a question before it, when this one goes on with it */
  search(question: string, before: string | null): Promise<Search>;
}

/** Of a word of the question before, next to one of this question. */
const beforeShare = 0.4;
/** For the vector of a question. */
const longestMs = 2000;
const mostRanked = 40;
/** Passages whose sentences are looked at one by one. */
const mostRead = 30;
const mostFound = 8;
const mostOfOnePage = 2;
/** Damps the first ranks. @see Cormack, Clarke, Büttcher, Reciprocal Rank Fusion (SIGIR 2009) */
const fusion = 10;

/** Words, full text and spelling fused, and meaning where there are vectors. Passages are read again when changed. */
export function createKnowledge({ sql: db }: Pick<Database, "sql">, meaning: Meaning | null = null): Knowledge {
  let held: { readonly revision: string; readonly index: LexicalIndex; readonly vectors: boolean } | null = null;
  const current = async () => {
    // Before the passages, so that changes in between are seen.
    const revision = await readRevision(db);
    if (held?.revision !== revision)
      held = {
        revision,
        index: indexPassages(await readPassages(db)),
        vectors: meaning !== null && (await hasVectors(db)),
      };
    return held;
  };
  /** A slow service costs one ranking, not the answer. */
  const byMeaning = async (question: string): Promise<readonly string[]> => {
    if (meaning === null) return [];
    const { embedder, log } = meaning;
    try {
      const [vector = []] = await embedder.embed([question], AbortSignal.timeout(longestMs));
      return await searchByMeaning(db, embedder.model, vector, mostRanked);
    } catch (error) {
      log.warn({ err: error, model: embedder.model }, "a question of the assistant was looked up without its vector");
      return [];
    }
  };
  return {
    async search(question, before) {
      const { index, vectors } = await current();
      const asked = termsOf(question);
      const terms = index.known(before === null ? asked : merge(asked, termsOf(before, beforeShare)));
      if (terms.length === 0) return { found: [] };
      const words = terms.map(({ word }) => word);
      const alike = [...new Set(terms.flatMap(({ stem }) => [...sameAs(stem)]))];
      const [byWords, bySpelling, near] = await Promise.all([
        searchByWords(db, [...words, ...alike], mostRanked),
        searchBySpelling(
          db,
          words.filter((word) => word.length > 3),
          mostRanked,
        ),
        vectors ? byMeaning(before === null ? question : `${before}\n${question}`) : [],
      ]);
      const phrase = phraseOf(question);
      const ranked = fuse([
        [index.search(terms, mostRanked), 1],
        [byWords, 0.7],
        [bySpelling, 0.4],
        [near, 1],
      ]);
      const found = ranked.slice(0, mostRead).flatMap(({ id, score }): Found[] => {
        const passage = index.get(id);
        const match = index.match(phrase, terms, id);
        if (passage === undefined || match === null) return [];
        const signs = signsOf(match, { ranked: score, help: passage.source === "help" });
        return [{ passage, likely: likelihood(signs), signs, units: match.units }];
      });
      return { found: spread(found.toSorted((x, y) => y.likely - x.likely)) };
    },
  };
}

function merge(terms: readonly Term[], more: readonly Term[]): Term[] {
  const known = new Set(terms.map(({ stem }) => stem));
  return [...terms, ...more.filter(({ stem }) => !known.has(stem))];
}

/** @returns 0 to 1, best first; 1 is first in every ranking */
function fuse(
  rankings: readonly (readonly [ids: readonly string[], weight: number])[],
): { id: string; score: number }[] {
  const scores = new Map<string, number>();
  const most = rankings.reduce((sum, [ids, weight]) => sum + (ids.length > 0 ? weight : 0), 0) / (fusion + 1);
  for (const [ids, weight] of rankings)
    for (const [rank, id] of ids.entries()) scores.set(id, (scores.get(id) ?? 0) + weight / (fusion + rank + 1) / most);
  return [...scores].map(([id, score]) => ({ id, score })).toSorted((a, b) => b.score - a.score);
}

/** So that a long page does not crowd out the others. */
function spread(found: readonly Found[]): Found[] {
  const taken = new Map<string, number>();
  const kept: Found[] = [];
  for (const one of found) {
    const page = pageOf(one.passage.url);
    const before = taken.get(page) ?? 0;
    if (before === mostOfOnePage) continue;
    taken.set(page, before + 1);
    kept.push(one);
    if (kept.length === mostFound) break;
  }
  return kept;
}

export const signNames = ["ranked", "asked", "phrased", "passage", "page", "strange", "unit", "help"] as const;

/**
 * What is known of a passage and a question before it is said whether the one answers the other; each 0 to 1. `ranked`:
 * where the rankings put it, 1 when all of them put it first. `unit`: the share of the question that its best part
 * speaks of. `help`: 1 for an article. The others are those of `Match`.
 */
export type Signs = Record<(typeof signNames)[number], number>;

/** Fitted by scripts/fit-assistant.ts on 2026-11-23, to 2,163 pages found for the questions of tuning, practice and voices. */
const weights: Signs & { readonly least: number } = {
  least: -9.29,
  ranked: 3.34,
  asked: 1.21,
  phrased: 4.88,
  passage: 1.72,
  page: 1.59,
  strange: -0.77,
  unit: 0.03,
  help: 0.81,
};

/**
 * How likely it is that a passage answers a question, 0 to 1: a logistic function of the signs. It orders the
 * passages, and decides whether any is good enough.
 */
function likelihood(signs: Signs): number {
  const sum = signNames.reduce((all, name) => all + weights[name] * signs[name], weights.least);
  return 1 / (1 + Math.exp(-sum));
}

export function signsOf(match: Match, about: { readonly ranked: number; readonly help: boolean }): Signs {
  const { asked, phrased, passage, page, strange, units } = match;
  return {
    ranked: about.ranked,
    asked,
    phrased,
    passage,
    page,
    strange,
    unit: units[0]?.own ?? 0,
    help: about.help ? 1 : 0,
  };
}
