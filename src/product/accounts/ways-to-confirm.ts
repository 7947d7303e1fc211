import type { WaysToConfirm } from "#src/contract/accounts/users.ts";
import { countPasskeys } from "./queries/recovery.ts";
import { listProviders } from "./queries/users.ts";
import type { SystemContext } from "../context.ts";
import type { Auth } from "./public/auth.ts";

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
