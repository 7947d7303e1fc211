import { findPasswordHash, findChallenged } from "#src/product/accounts/queries/users.ts";
import type { Instant } from "#src/core/clock.ts";
import { ConfirmationNeeded, Conflict } from "#src/core/errors.ts";
import type { SystemContext } from "#src/product/context.ts";
import type { AccountChange } from "#src/contract/messages/mails.ts";
import type { SignInSession } from "../queries/sign-in-sessions.ts";
import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { countPasskeys } from "../queries/recovery.ts";
import { createHash } from "node:crypto";
import { signedCookie, type CookieKeys } from "./signed-requests.ts";

export const freshMs = 10 * 60 * 1000;

/** Who does something to their own account that its owner is mailed about. */
export interface By {
  /** When they last proved who they are. */
  readonly confirmedAt: Instant;
  /** Where the links of the mail lead. */
  readonly origin: string;
}

export function isFresh(confirmedAt: Instant, now: Instant): boolean {
  return now - confirmedAt <= freshMs;
}

/**
 * A stolen cookie is not enough.
 * @param _way must be on the list to compile
 * @throws ConfirmationNeeded
 */
export function requireFresh(ctx: SystemContext, _way: WayIn, { confirmedAt }: Pick<By, "confirmedAt">): void {
  const { clock } = ctx;
  if (!isFresh(confirmedAt, clock.now())) throw new ConfirmationNeeded();
}

/** As `requireFresh`, for what asks everybody who has a password for it anyway. */
export async function requireFreshWithoutPassword(
  ctx: SystemContext,
  way: WayIn,
  { userId, confirmedAt }: Pick<By, "confirmedAt"> & { readonly userId: string },
): Promise<void> {
  if ((await findPasswordHash(ctx.db.sql, userId)) === null) requireFresh(ctx, way, { confirmedAt });
}

/**
 * Ways into an account, and what its owner is mailed (`null`: otherwise or not). Each asks for a fresh sign-in
 * (docs/adr/0024).
 */
export const waysIn = {
  api_key: "api_key_added",
  app: "app_connected",
  endpoint: "endpoint_added",
  endpoint_address: null,
  endpoint_secret: null,
  alert_webhook: "webhook_changed",
  channel: "channel_added",
  calendar: "calendar_added",
  data: "data_exported",
  passkey: "passkey_added",
  provider: "provider_linked",
  second_factor: "two_factor_on",
  address: null,
  sessions: "access_revoked",
  deletion: null,
} as const satisfies Readonly<Record<string, AccountChange | null>>;
export type WayIn = keyof typeof waysIn;

export type Holder = Pick<SignInSession, "userId" | "held">;

/** @throws Conflict when the plan allows no more */
export async function ensurePasskeyCapacity(ctx: SystemContext, { userId, held }: Holder): Promise<void> {
  const { db, clock } = ctx;
  const { passkeys: most } = entitlementsAt(held, clock.now());
  if ((await countPasskeys(db.sql, userId)) >= most) throw tooMany(most);
}

export function tooMany(most: number): Conflict {
  return new Conflict(`your plan allows ${most} passkeys; remove one first`);
}

/** By Better Auth's cookie after the first factor; `null` for nobody. */
export async function userAwaitingSecondFactor(
  ctx: SystemContext,
  { secret, challengeCookie }: CookieKeys,
  cookies: string | null | undefined,
): Promise<string | null> {
  const { db, clock } = ctx;
  const identifier = await signedCookie(cookies, challengeCookie, secret);
  if (identifier === null) return null;
  return findChallenged(db.sql, createHash("sha256").update(identifier).digest("base64url"), clock.now());
}
