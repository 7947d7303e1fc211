"use client";

import { passkeyClient } from "@better-auth/passkey/client";
import { magicLinkClient, twoFactorClient } from "better-auth/client/plugins";
import { createAuthClient } from "better-auth/react";
import type { Outcome } from "./actions/outcome.ts";
import { authRefusal, type AuthFault } from "./auth-words.ts";

/** Signs in and out, and changes what one signs in with, at `/api/auth` of this site. */
export const authClient = createAuthClient({
  basePath: "/api/auth",
  plugins: [twoFactorClient(), magicLinkClient(), passkeyClient()],
});

/** Makes the session fresh by the password. */
export function confirmPassword(password: string): Promise<Outcome<unknown>> {
  return authOutcome(authClient.$fetch("/confirm-password", { method: "POST", body: { password } }));
}

interface AuthAnswer<T> {
  readonly data: T | null;
  readonly error: AuthFault | null;
}

/** What the client answers, as an action would; a request that came to nothing too. */
export async function authOutcome<T>(asked: Promise<AuthAnswer<T>>): Promise<Outcome<T | null>> {
  const answer = await asked.catch(() => null);
  if (answer === null) return { ok: false, message: unreachable };
  const { data, error } = answer;
  if (error === null) return { ok: true, value: data };
  if (error.code === "CONFIRMATION_NEEDED") return { ok: false, message: confirmFirst, confirm: true };
  return authRefusal(error);
}

export const unreachable = "The server could not be reached. Check your connection and try again.";

const confirmFirst = "Confirm that it is you, then try again.";
