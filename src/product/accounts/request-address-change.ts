import { putAddressChange } from "./queries/address-changes.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import type { SystemContext } from "../context.ts";
import type { AuthLimits } from "./public/limits.ts";
import { addressChangeMs } from "./public/address-change-link.ts";

/**
 * Mails the present address, then the new one; the same whether it is known. Replaces an earlier request.
 * @throws InvalidInput for the present address; RateLimited
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
