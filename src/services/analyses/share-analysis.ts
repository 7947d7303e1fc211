import { randomBytes } from "node:crypto";
import { lockAnalysis } from "#src/db/queries/analyses.ts";
import { findShare, insertShare, type Share } from "#src/db/queries/shares.ts";
import { Conflict, Forbidden, NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/** 192 bits: nobody guesses one, and 32 characters of an address hold them. */
const tokenBytes = 24;

/**
 * Makes the link under which anybody reads the report; the one in force stays when there is one.
 * @throws Forbidden without the scope; NotFound for an unknown or foreign id; Conflict before there is a report
 */
export async function shareAnalysis(
  { db, clock, actor }: Pick<Context, "db" | "clock" | "actor">,
  id: string,
): Promise<Share> {
  if (!actor.scopes.includes("analyses:write")) throw new Forbidden("the key lacks the scope analyses:write");
  return db.transaction(async (tx) => {
    const stored = await lockAnalysis(tx, id, actor.owner);
    if (stored === null) throw new NotFound(`there is no analysis ${id}`);
    if (stored.job.status !== "succeeded")
      throw new Conflict(`the analysis is ${stored.job.status}; there is a report to share when one has succeeded`);
    const known = await findShare(tx.sql, id);
    if (known !== null) return known;
    const share = { token: randomBytes(tokenBytes).toString("base64url"), createdAt: clock.now() };
    await insertShare(tx, id, share);
    return share;
  });
}
