import { entitlementsAt } from "#src/contract/plans.ts";
import { countPasskeys, keepWithin } from "#src/db/queries/recovery.ts";
import type { HeldSession } from "#src/db/queries/sessions.ts";
import { Conflict } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

type Room = Pick<Context, "db" | "clock">;
type Whose = Pick<HeldSession, "userId" | "held">;

/** Before a device is asked to make one. @throws Conflict when the user has as many passkeys as their plan has */
export async function requirePasskeyRoom({ db, clock }: Room, { userId, held }: Whose): Promise<void> {
  const { passkeys: most } = entitlementsAt(held, clock.now());
  if ((await countPasskeys(db.sql, userId)) >= most) throw tooMany(most);
}

/** After one was made: of several that were made at once no more stay than there may be. @throws Conflict */
export async function keepPasskey({ db, clock }: Room, { userId, held, id }: Whose & { id: string }): Promise<void> {
  const { passkeys: most } = entitlementsAt(held, clock.now());
  if (!(await db.transaction((tx) => keepWithin(tx, { userId, id, most })))) throw tooMany(most);
}

function tooMany(most: number): Conflict {
  return new Conflict(`your plan has ${most} passkeys: remove one first`);
}
