import type { Context } from "../context.ts";
import { requireFresh, type By } from "../accounts/public/fresh-sign-in.ts";
import { makeKey, type CreatedKey, type NewKey } from "./lib/make-key.ts";

/**
 * Mails the owner.
 * @throws ConfirmationNeeded; Conflict with too many keys
 */
export async function createOwnKey(
  ctx: Context,
  { by, ...wanted }: { readonly by: By } & Pick<NewKey, "label" | "scopes" | "livemode">,
): Promise<CreatedKey> {
  requireFresh(ctx, "api_key", by);
  const { queue, clock, actor } = ctx;
  return makeKey(ctx, { ...wanted, owner: actor.owner, plan: null }, (tx) =>
    queue.enqueueMail(tx, {
      kind: "account_changed",
      userId: actor.owner,
      origin: by.origin,
      at: clock.now(),
      change: "api_key_added",
      subject: wanted.label,
    }),
  );
}
