"use client";

import { passkeyClient } from "@better-auth/passkey/client";
import { magicLinkClient, twoFactorClient } from "better-auth/client/plugins";
import { createAuthClient } from "better-auth/react";
import type { Outcome } from "./actions/outcome.ts";

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
  readonly error: {
    readonly code?: string | undefined;
    readonly message?: string | undefined;
    readonly status: number;
  } | null;
}

/** What the client answers, as an action would; a request that came to nothing too. */
export async function authOutcome<T>(asked: Promise<AuthAnswer<T>>): Promise<Outcome<T | null>> {
  const answer = await asked.catch(() => null);
  if (answer === null) return { ok: false, message: unreachable };
  const { data, error } = answer;
  if (error === null) return { ok: true, value: data };
  if (error.code === "CONFIRMATION_NEEDED") return { ok: false, message: confirmFirst, confirm: true };
  const known = words[error.code ?? ""];
  if (known !== undefined) return { ok: false, ...known };
  if (error.status === 429)
    return { ok: false, message: "There were too many attempts. Wait a few minutes, then try again." };
  return { ok: false, ...named(error.message ?? "") };
}

export const unreachable = "The server could not be reached. Check your connection and try again.";

const labels: Readonly<Record<string, string>> = {
  name: "The name",
  email: "The address",
  newEmail: "The address",
  password: "The password",
  newPassword: "The new password",
  currentPassword: "The password",
  code: "The code",
};

/** The server begins with the field that it speaks of: `password must have at least 10 characters`. */
function named(message: string): { message: string; field?: string } {
  const [, field = "", rest = ""] = /^(\w+) (.+)$/s.exec(message) ?? [];
  const label = labels[field];
  if (label !== undefined) return { field, message: `${label} ${rest}.` };
  const text = message === "" ? "That did not work. Please try again." : message;
  return { message: /[.!?]$/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.` };
}

const confirmFirst = "Confirm that it is you, then try again.";
const cancelled = { message: "Nothing was chosen, or it took too long. Try again when you are ready." };

const words: Readonly<Record<string, { readonly message: string; readonly field?: string }>> = {
  INVALID_CODE: { field: "code", message: "This code is not right. Use the one that your app shows now." },
  INVALID_BACKUP_CODE: { field: "code", message: "This backup code is not right, or it was used before." },
  INVALID_TWO_FACTOR_COOKIE: { message: "The sign-in took too long. Go back and start it again." },
  INVALID_PASSWORD: { field: "password", message: "The password is wrong." },
  INVALID_TOKEN: { message: "This link was used before or has expired. Ask for a new one." },
  USER_NOT_VERIFIED: { message: "Use a passkey that asks for your fingerprint, your face or a PIN." },
  FAILED_TO_UNLINK_LAST_ACCOUNT: { message: "This is the only way in to your account, so it stays." },
  ACCOUNT_TEMPORARILY_LOCKED: { message: "There were too many wrong codes. Wait a quarter of an hour." },
  PASSKEY_NOT_FOUND: { message: "This passkey belongs to no account here." },
  AUTH_CANCELLED: cancelled,
  ERROR_CEREMONY_ABORTED: cancelled,
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: cancelled,
  ERROR_INVALID_DOMAIN: {
    message: "Passkeys belong to a name, and this address is a number. On your own machine open the site as localhost.",
  },
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: { message: "This device has a passkey for your account already." },
};
