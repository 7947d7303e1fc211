import type { Tx } from "#src/core/db/database.ts";
import type { By } from "#src/product/accounts/public/fresh-sign-in.ts";
import type { Context } from "#src/product/context.ts";

/** Somebody on a page, an app, or a program with a key. */
export interface Maker {
  readonly by: By | null;
  /** `null`: the service does not know its address. */
  readonly origin?: string | null;
}

/** Not of what their own keys do. */
export async function mailNewAddress(tx: Tx, ctx: Context, { by, origin }: Maker, host: string): Promise<void> {
  const { actor, queue, clock } = ctx;
  const from = by?.origin ?? origin ?? null;
  if ((by === null && actor.app === undefined) || from === null) return;
  await queue.enqueueMail(tx, {
    kind: "account_changed",
    userId: actor.owner,
    origin: from,
    at: clock.now(),
    change: "endpoint_added",
    subject: by === null && actor.app !== undefined ? `${host} (set by the app ${actor.app.name})` : host,
  });
}
