import { putAddressChange } from "#src/db/queries/address-changes.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import { newId } from "#src/platform/ids.ts";
import type { SystemContext } from "../context.ts";
import type { AuthLimits } from "./lib/limits.ts";
import { addressChangeMs } from "./lib/address-change-link.ts";

/**
 * Begins to change the address of somebody who is signed in: a link goes to the present address, and behind it one to
 * the new. Takes the same way whether anybody has the new one. A later change takes the place of an earlier.
 * @throws InvalidInput for the address that they have; RateLimited when either address got as many mails as it may
 */
export async function requestAddressChange(
  ctx: SystemContext,
  {
    limits,
    ...asked
  }: {
    readonly limits: AuthLimits;
    readonly userId: string;
    readonly from: string;
    readonly to: string;
    readonly origin: string;
  },
): Promise<void> {
  const { db, queue, clock } = ctx;
  const to = asked.to.toLowerCase();
  if (to === asked.from) throw new InvalidInput("newEmail is already your email address");
  await limits.take("mail", asked.from);
  // Here, as the second mail goes out without a further word of theirs.
  await limits.take("mail", to);
  const id = newId("chg");
  const at = clock.now();
  await db.transaction(async (tx) => {
    await putAddressChange(tx, { id, userId: asked.userId, to, at, until: at + addressChangeMs });
    await queue.enqueueMail(tx, { kind: "address_change_asked", changeId: id, origin: asked.origin });
  });
}
