import { countChange } from "./queries/passages.ts";
import { listUnembedded, prepareVectors, putVector } from "./queries/passage-vectors.ts";
import type { Embedder } from "./public/embedder.ts";
import type { SystemContext } from "../context.ts";

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
