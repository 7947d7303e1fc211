import { dropLinksOf, findAddressChange, setEmail, takeAddressChange } from "#src/db/queries/address-changes.ts";
import { deleteOtherSignInSessions } from "#src/db/queries/sign-in-sessions.ts";
import { dropUnconfirmed } from "#src/db/queries/users.ts";
import type { SystemContext } from "../context.ts";
import type { Whose } from "./list-sign-in-sessions.ts";
import { tokenValue } from "./lib/signed-token.ts";
import { addressChangePurpose } from "./lib/address-change-link.ts";

/**
 * `confirmed`: the present address agreed, and the new one has its mail; `changed`; `ended`: the link is wrong, was
 * used, or is too old; `taken`: somebody has come to have the new address meanwhile; `other`: the browser is signed in
 * to another account, which must not be mistaken for the one that the link is about.
 */
export type Followed = "confirmed" | "changed" | "ended" | "taken" | "other";

/**
 * Follows a link of a change of address, as somebody who is signed in: a program that opens what is mailed, to look
 * for harm, must agree to nothing. Once changed, every session ends but the one that follows the link, and so
 * do links that the old address was mailed: its mailbox opens nothing any more.
 */
export async function followAddressChange(
  ctx: SystemContext,
  {
    secret,
    token,
    origin,
    by,
  }: {
    readonly secret: string;
    readonly token: string;
    readonly origin: string;
    readonly by: Whose;
  },
): Promise<Followed> {
  const { db, queue, clock } = ctx;
  const [step, id = ""] = tokenValue(secret, addressChangePurpose, token)?.split(" ") ?? [];
  if (step !== "old" && step !== "new") return "ended";
  const change = await findAddressChange(db.sql, id, clock.now());
  if (change === null) return "ended";
  if (by.userId !== change.userId) return "other";
  if (step === "old") {
    const mail = { kind: "address_change_agreed", changeId: id, origin } as const;
    await db.transaction((tx) => queue.enqueueMail(tx, mail, `mail ${mail.kind} ${id}`));
    return "confirmed";
  }
  return db.transaction(async (tx) => {
    const at = clock.now();
    const taken = await takeAddressChange(tx, id, at);
    if (taken === null) return "ended";
    const { userId, to } = taken;
    await dropUnconfirmed(tx, to);
    const from = await setEmail(tx, userId, to, at);
    if (from === null) return "taken";
    await deleteOtherSignInSessions(tx.sql, userId, by.sessionId);
    await dropLinksOf(tx, userId);
    await queue.enqueueMail(tx, { kind: "address_changed", from, to, at });
    return "changed";
  });
}
