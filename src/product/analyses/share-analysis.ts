import { randomBytes } from "node:crypto";
import { lockAnalysis } from "./queries/analyses.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { findShare, insertShare } from "./queries/shares.ts";
import type { Instant } from "#src/core/clock.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import { requireScope, type Context } from "../context.ts";

export interface Share {
  /** What opens the report. */
  readonly token: string;
  readonly createdAt: Instant;
}

/** 192 bits: nobody guesses one, and 32 characters of an address hold them. */
const tokenBytes = 24;

/**
 * An existing link stays.
 * @throws Forbidden; NotFound; Conflict before there is a report
 */
export async function shareAnalysis(ctx: Context, id: string): Promise<Share> {
  const { db, clock, actor } = ctx;
  requireScope(ctx, "analyses:write");
  return db.transaction(async (tx) => {
    const stored = await lockAnalysis(tx, id, actor.owner);
    if (stored === null) throw new NotFound(`there is no analysis ${id}`);
    if (stored.job.status !== "succeeded")
      throw new Conflict(`the analysis is ${stored.job.status}; only succeeded analyses can be shared`);
    const known = await findShare(tx.sql, id);
    if (known !== null) return { token: db.vault.open(known.token), createdAt: known.createdAt };
    const token = randomBytes(tokenBytes).toString("base64url");
    const [digest, createdAt] = [sha256(token), clock.now()];
    const sealed = db.vault.seal(token, placeOf("analysis_shares.sealed_token", digest));
    await insertShare(tx, id, { digest, token: sealed, createdAt });
    return { token, createdAt };
  });
}
