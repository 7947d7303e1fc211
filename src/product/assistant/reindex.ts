import type { Passage } from "#src/contract/jobs/assistant.ts";
import { countChange, lockDigests, putPassages, removePassages } from "./queries/passages.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import type { SystemContext } from "../context.ts";

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
