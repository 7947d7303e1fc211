import type { WaysToConfirm } from "#src/contract/accounts/users.ts";
import { countPasskeys, keepWithin } from "./queries/recovery.ts";
import { listProviders } from "./queries/users.ts";
import type { SystemContext } from "../context.ts";
import type { Auth } from "./public/auth.ts";
import { type By, type Holder, requireFresh, tooMany } from "./public/fresh-sign-in.ts";
import { type Given, checkPassword, reencrypted } from "./lib/auth-crypto.ts";
import { setConfirmed } from "./queries/sign-in-sessions.ts";
import { ConfirmationNeeded } from "#src/core/errors.ts";
import { createOTP } from "@better-auth/utils/otp";
import type { Sql } from "#src/core/db/database.ts";
import { entitlementsAt } from "#src/contract/accounts/plans.ts";
import { renewSeals } from "#src/core/db/sealed-columns.ts";
import type { Log } from "#src/core/operation/log.ts";
import type { Secrets } from "#src/core/vault.ts";

/** How somebody who is signed in can prove who they are. */
export async function waysToConfirm(
  ctx: SystemContext,
  {
    offer,
    userId,
    email,
    twoFactor,
  }: Pick<Auth, "offer"> & {
    readonly userId: string;
    readonly email: string;
    readonly twoFactor: boolean;
  },
): Promise<WaysToConfirm> {
  const { db } = ctx;
  const [providers, passkeys] = await Promise.all([listProviders(db.sql, userId), countPasskeys(db.sql, userId)]);
  const password = providers.includes("credential");
  return {
    email,
    password,
    code: twoFactor,
    passkey: passkeys > 0,
    // Whoever has a password need not wait for a mail.
    mail: offer.mail && !password,
    providers: (["github", "google"] as const).filter((provider) => offer[provider] && providers.includes(provider)),
  };
}

/**
 * Before something that cannot be undone: the password, or a fresh session for somebody without one.
 * @throws Forbidden for a wrong password; ConfirmationNeeded; RateLimited
 */
export async function confirmIdentity(
  ctx: SystemContext,
  { confirmedAt, ...given }: Given & Pick<By, "confirmedAt">,
): Promise<void> {
  if ((await checkPassword(ctx, given)) === "none") requireFresh(ctx, "deletion", { confirmedAt });
}

/**
 * Makes a session fresh by its user's password.
 * @throws as `confirmIdentity`
 */
export async function confirmByPassword(
  ctx: SystemContext,
  { sessionId, ...given }: Given & { readonly sessionId: string },
): Promise<void> {
  if ((await checkPassword(ctx, given)) === "none")
    throw new ConfirmationNeeded("your account has no password; confirm your identity another way");
  await setConfirmed(ctx.db.sql, sessionId, ctx.clock.now());
}

const periodMs = 30_000;
/** As Better Auth has it: clocks are not exact. */
const window = [-1, 0, 1];

/** `used` as long as it would be valid; `wrong` otherwise. */
export type CodeOutcome = "spent" | "used" | "wrong";

/**
 * Each works once, and none of an earlier step (RFC 6238, 5.2).
 * @param input `open` reads the stored secret
 */
export async function spendCode(
  ctx: SystemContext,
  {
    open,
    userId,
    code,
  }: {
    readonly open: (stored: string) => Promise<string>;
    readonly userId: string;
    readonly code: string;
  },
): Promise<CodeOutcome> {
  const { db, clock } = ctx;
  const sealed = await findTotpSecret(db.sql, userId);
  if (sealed === null) return "wrong";
  const otp = createOTP(await open(sealed));
  const now = Math.floor(clock.now() / periodMs);
  let outcome: CodeOutcome = "wrong";
  for (const step of window.map((steps) => now + steps)) {
    if ((await otp.hotp(step)) !== code) continue;
    if (await spendStep(db.sql, userId, step)) return "spent";
    outcome = "used";
  }
  return outcome;
}

/** As Better Auth sealed it. */
async function findTotpSecret(db: Sql, userId: string): Promise<string | null> {
  const row = await db.selectFrom("two_factors").select("secret").where("user_id", "=", userId).executeTakeFirst();
  return row?.secret ?? null;
}

/** False when this or a later code was used. */
async function spendStep(db: Sql, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("two_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where((e) => e.or([e("last_step", "is", null), e("last_step", "<", step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of several made at once no more stay than allowed. @throws Conflict */
export async function keepPasskey(ctx: SystemContext, { userId, held, id }: Holder & { id: string }): Promise<void> {
  const { db, clock } = ctx;
  const { passkeys: most } = entitlementsAt(held, clock.now());
  if (!(await db.transaction((tx) => keepWithin(tx, { userId, id, most })))) throw tooMany(most);
}

/** Reseals open text and that of earlier secrets, so that these can go. Repeatable. For a worker that starts. */
export async function renewSecrets(
  ctx: SystemContext,
  { log, secrets }: { readonly log: Log; readonly secrets: Secrets },
): Promise<void> {
  const { db } = ctx;
  let reason: unknown = null;
  const count = { ...(await renewSeals(db.sql, db.vault, (error) => (reason = error))) };
  for (const before of await listSecondFactors(db.sql)) {
    try {
      const secret = await reencrypted(secrets, before.secret);
      const backupCodes = await reencrypted(secrets, before.backupCodes);
      if (secret === null && backupCodes === null) continue;
      const after = { secret: secret ?? before.secret, backupCodes: backupCodes ?? before.backupCodes };
      if (await replaceSecondFactor(db.sql, before, after)) count.renewed += 1;
    } catch (error) {
      count.unreadable += 1;
      reason = error;
    }
  }
  if (count.renewed > 0)
    log.info({ renewed: count.renewed }, "stored secrets were re-encrypted with the current AUTH_SECRET");
  if (count.unreadable > 0)
    log.error(
      { unreadable: count.unreadable, err: reason },
      "stored secrets cannot be read: add the AUTH_SECRET they were sealed with to AUTH_SECRET after a comma and restart; nothing is lost until then",
    );
}

/** An authenticator's secret, as Better Auth encrypted it. */
interface SecondFactor {
  readonly id: string;
  readonly secret: string;
  readonly backupCodes: string;
}

async function listSecondFactors(db: Sql): Promise<SecondFactor[]> {
  const rows = await db.selectFrom("two_factors").select(["id", "secret", "backup_codes"]).execute();
  return rows.map(({ id, secret, backup_codes: backupCodes }) => ({ id, secret, backupCodes }));
}

/** False when it was changed meanwhile. */
async function replaceSecondFactor(
  db: Sql,
  { id, secret, backupCodes }: SecondFactor,
  after: Omit<SecondFactor, "id">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("two_factors")
    .set({ secret: after.secret, backup_codes: after.backupCodes })
    .where("id", "=", id)
    .where("secret", "=", secret)
    .where("backup_codes", "=", backupCodes)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
