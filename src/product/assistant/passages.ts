import type { Passage } from "#src/contract/jobs/assistant.ts";
import {
  findPassage,
  countChange,
  lockDigests,
  putPassages,
  removePassages,
  listUnembedded,
  prepareVectors,
  putVector,
} from "./queries/passages.ts";
import { NotFound } from "#src/core/errors.ts";
import type { SystemContext } from "../context.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import type { Embedder } from "./public/knowledge.ts";

/** @throws NotFound for a passage that is gone */
export async function readPassage(ctx: SystemContext, id: string): Promise<Passage> {
  const { db } = ctx;
  const passage = await findPassage(db.sql, id);
  if (passage === null) throw new NotFound("the page has changed and no longer contains this passage");
  return passage;
}

export interface Reindexed {
  readonly written: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** Writes only what changed, removes what is gone. */
export async function reindex(ctx: SystemContext, passages: readonly Passage[]): Promise<Reindexed> {
  const { db, clock } = ctx;
  const digested = passages.map((passage) => ({ ...passage, digest: sha256(canonicalJson(passage)) }));
  const now = clock.now();
  return db.transaction(async (tx) => {
    const before = await lockDigests(tx);
    const changed = digested.filter(({ id, digest }) => before.get(id) !== digest);
    const wanted = new Set(digested.map(({ id }) => id));
    const gone = [...before.keys()].filter((id) => !wanted.has(id));
    if (changed.length > 0) await putPassages(tx, changed, now);
    if (gone.length > 0) await removePassages(tx, gone);
    if (changed.length + gone.length > 0) await countChange(tx, now);
    return { written: changed.length, removed: gone.length, unchanged: digested.length - changed.length };
  });
}

const atOnce = 64;
const longestMs = 60_000;

/**
 * New and changed texts.
 * @returns how many; `null` without pgvector
 */
export async function embedPassages(ctx: SystemContext, embedder: Embedder): Promise<number | null> {
  const { db, clock } = ctx;
  if (!(await prepareVectors(db.sql))) return null;
  let made = 0;
  for (;;) {
    const missing = await listUnembedded(db.sql, embedder.model, atOnce);
    if (missing.length === 0) break;
    const texts = missing.map(({ text }) => text);
    const vectors = await embedder.embed(texts, AbortSignal.timeout(longestMs));
    for (const [index, passage] of missing.entries()) {
      const vector = vectors[index];
      if (vector === undefined)
        throw new Error(`${embedder.model} gave ${vectors.length} vectors for ${missing.length}`);
      await putVector(db.sql, passage, embedder.model, vector);
    }
    made += missing.length;
  }
  if (made > 0) await db.transaction((tx) => countChange(tx, clock.now()));
  return made;
}
