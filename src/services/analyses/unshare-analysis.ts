import { lockAnalysis } from "#src/db/queries/analyses.ts";
import { revokeShares } from "#src/db/queries/shares.ts";
import { Forbidden, NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/** Ends the link; it never opens again, and a later one is another. Repeatable. @throws Forbidden, NotFound */
export async function unshareAnalysis(
  { db, clock, actor }: Pick<Context, "db" | "clock" | "actor">,
  id: string,
): Promise<void> {
  if (!actor.scopes.includes("analyses:write")) throw new Forbidden("the key lacks the scope analyses:write");
  await db.transaction(async (tx) => {
    if ((await lockAnalysis(tx, id, actor.owner)) === null) throw new NotFound(`there is no analysis ${id}`);
    await revokeShares(tx, id, clock.now());
  });
}
