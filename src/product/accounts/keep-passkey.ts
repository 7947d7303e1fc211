import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { keepWithin } from "./queries/recovery.ts";
import type { SystemContext } from "../context.ts";
import { tooMany, type Holder } from "./public/passkey-capacity.ts";

/** Of several made at once no more stay than allowed. @throws Conflict */
export async function keepPasskey(ctx: SystemContext, { userId, held, id }: Holder & { id: string }): Promise<void> {
  const { db, clock } = ctx;
  const { passkeys: most } = entitlementsAt(held, clock.now());
  if (!(await db.transaction((tx) => keepWithin(tx, { userId, id, most })))) throw tooMany(most);
}
