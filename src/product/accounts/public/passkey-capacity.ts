import type { SignInSession } from "#src/product/accounts/queries/sign-in-sessions.ts";
import { Conflict } from "#src/core/errors.ts";
import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { countPasskeys } from "#src/product/accounts/queries/recovery.ts";
import type { SystemContext } from "#src/product/context.ts";

export type Holder = Pick<SignInSession, "userId" | "held">;

/** @throws Conflict when the plan allows no more */
export async function ensurePasskeyCapacity(ctx: SystemContext, { userId, held }: Holder): Promise<void> {
  const { db, clock } = ctx;
  const { passkeys: most } = entitlementsAt(held, clock.now());
  if ((await countPasskeys(db.sql, userId)) >= most) throw tooMany(most);
}

export function tooMany(most: number): Conflict {
  return new Conflict(`your plan allows ${most} passkeys; remove one first`);
}
