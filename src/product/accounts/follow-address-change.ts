import { dropLinksOf, findAddressChange, setEmail, takeAddressChange } from "./queries/address-changes.ts";
import { deleteOtherSignInSessions } from "./queries/sign-in-sessions.ts";
import { dropUnconfirmed } from "./queries/users.ts";
import type { SystemContext } from "../context.ts";
import type { Whose } from "./list-sign-in-sessions.ts";
import { tokenValue } from "./public/signed-token.ts";
import { addressChangePurpose } from "./public/address-change-link.ts";

/**
 * `confirmed`: the new address has its mail; `ended`: the link is wrong, used or too old; `taken`: somebody else has
 * the address now; `other`: the browser is signed in to another account.
 */
export type Followed = "confirmed" | "changed" | "ended" | "taken" | "other";

/**
 * Needs a signed-in user, since mail scanners open every link. Once changed, other sessions and old mailed links end.
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
