import { countRemovable } from "./queries/retention.ts";
import type { SystemContext } from "../context.ts";
import { removedBefore, type Retained, type RetentionPolicy } from "./public/retention-policy.ts";

/** `null`: for ever. Removes nothing. */
export async function previewRetention(
  ctx: SystemContext,
  policy: RetentionPolicy,
): Promise<Readonly<Record<Retained, number | null>>> {
  const { db, clock } = ctx;
  return countRemovable(db.sql, removedBefore(policy, clock.now()));
}
