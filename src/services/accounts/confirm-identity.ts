import { verifyPassword } from "better-auth/crypto";
import { passwordUnits } from "#src/contract/password.ts";
import { setConfirmed } from "#src/db/queries/sessions.ts";
import { findPasswordHash } from "#src/db/queries/users.ts";
import type { Instant } from "#src/platform/clock.ts";
import { ConfirmationNeeded, Forbidden } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";
import type { Auth } from "./auth.ts";

/** How long somebody may do what opens or ends ways into their account, after they proved who they are. */
export const freshMs = 10 * 60 * 1000;

/** Who does something to their own account that its owner is mailed about. */
export interface By {
  /** When they last proved who they are. */
  readonly confirmedAt: Instant;
  /** Where the links of the mail lead. */
  readonly origin: string;
}

type Room = Pick<Context, "db" | "clock">;

interface Given {
  readonly userId: string;
  readonly password: string;
}

export function isFresh(confirmedAt: Instant, now: Instant): boolean {
  return now - confirmedAt <= freshMs;
}

/** A cookie that somebody stole is not enough for this. @throws ConfirmationNeeded */
export function requireFresh({ clock }: Pick<Context, "clock">, { confirmedAt }: Pick<By, "confirmedAt">): void {
  if (!isFresh(confirmedAt, clock.now())) throw new ConfirmationNeeded();
}

/** As `requireFresh`, for what asks everybody who has a password for it anyway. */
export async function requireFreshWithoutPassword(
  room: Room,
  { userId, confirmedAt }: Pick<By, "confirmedAt"> & { readonly userId: string },
): Promise<void> {
  if ((await findPasswordHash(room.db.sql, userId)) === null) requireFresh(room, { confirmedAt });
}

/**
 * Before something that cannot be taken back: the password, or for somebody who has none a session that is fresh.
 * @throws Forbidden for a wrong password; ConfirmationNeeded when they must prove who they are in another way;
 *   RateLimited after too many guesses
 */
export async function confirmIdentity(
  room: Room,
  auth: Pick<Auth, "limits">,
  { confirmedAt, ...given }: Given & Pick<By, "confirmedAt">,
): Promise<void> {
  if ((await checkPassword(room, auth, given)) === "none") requireFresh(room, { confirmedAt });
}

/**
 * Makes a session fresh by its user's password.
 * @throws as `confirmIdentity`
 */
export async function confirmByPassword(
  room: Room,
  auth: Pick<Auth, "limits">,
  { sessionId, ...given }: Given & { readonly sessionId: string },
): Promise<void> {
  if ((await checkPassword(room, auth, given)) === "none")
    throw new ConfirmationNeeded("your account has no password: confirm in another way");
  await setConfirmed(room.db.sql, sessionId, room.clock.now());
}

async function checkPassword(
  { db }: Room,
  { limits }: Pick<Auth, "limits">,
  { userId, password }: Given,
): Promise<"right" | "none"> {
  const hash = await findPasswordHash(db.sql, userId);
  if (hash === null) return "none";
  const key = `session of ${userId}`;
  await limits.take("password", key);
  if (password.length > passwordUnits || !(await verifyPassword({ hash, password })))
    throw new Forbidden("the password is wrong");
  await limits.forget("password", key);
  return "right";
}
