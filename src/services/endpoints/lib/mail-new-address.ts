import type { Tx } from "#src/db/database.ts";
import type { By } from "../../accounts/lib/fresh-sign-in.ts";
import type { Context } from "../../context.ts";

/** Who has a webhook made or changed: somebody on a page, or a program, which is their app or has a key of theirs. */
export interface Maker {
  readonly by: By | null;
  /** Where the links of a mail lead that a program brings about; `null`: this service does not know its own address. */
  readonly origin?: string | null;
}

/** Mails the owner that events go to another address. Of what their own keys do, they are not told. */
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
