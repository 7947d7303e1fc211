import { findAnalysis } from "./queries/analyses.ts";
import { findShare as query } from "./queries/shares.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";
import type { Share } from "./share-analysis.ts";

/** `null` when not shared. @throws NotFound */
export async function findShare(ctx: Context, id: string): Promise<Share | null> {
  const { db, actor } = ctx;
  if ((await findAnalysis(db.sql, id, actor.owner)) === null) throw new NotFound(`there is no analysis ${id}`);
  const stored = await query(db.sql, id);
  return stored === null ? null : { token: db.vault.open(stored.token), createdAt: stored.createdAt };
}
