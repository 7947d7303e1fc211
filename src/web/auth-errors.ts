import { signedOut, somethingWentWrong } from "#src/contract/accounts/form-outcomes.ts";
import type { Refusal } from "./actions/outcome.ts";

/** What `/api/auth` says of a request that it refuses. */
export interface AuthFault {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly status: number;
}

/** The same in the words of a page. */
export function authRefusal({ code, message, status }: AuthFault): Refusal {
  const known = words[code ?? ""];
  if (known !== undefined) return { ok: false, ...known };
  if (code === "UNAUTHORIZED") return { ok: false, message: signedOut, remedy: "sign in" };
  if (status === 429)
    return {
      ok: false,
      message: "Too many attempts. Wait a few minutes, then try again.",
      remedy: "try again",
    };
  if (status >= 500 && code !== "UNAVAILABLE") return { ok: false, message: somethingWentWrong, remedy: "try again" };
  return { ok: false, ...named(message ?? "") };
}

const labels: Readonly<Record<string, string>> = {
  name: "The name",
  email: "The email address",
  newEmail: "The email address",
  password: "The password",
  newPassword: "The new password",
  currentPassword: "The password",
  code: "The code",
};

/** The server begins with the field that it speaks of: `password must have at least 10 characters`. */
function named(message: string): { message: string; field?: string } {
  const [, field = "", rest = ""] = /^(\w+) (.+)$/s.exec(message) ?? [];
  const label = labels[field];
  if (rest === "is not a valid email address") return { field, message: "Enter a valid email address." };
  if (label !== undefined) return { field, message: `${label} ${rest}.` };
  const text = message === "" ? "Something went wrong. Try again." : message;
  return { message: /[.!?]$/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.` };
}

const cancelled = { message: "Sign-in was cancelled or timed out. Try again." };

const words: Readonly<Record<string, Omit<Refusal, "ok">>> = {
  INVALID_CODE: { field: "code", message: "This code is incorrect. Enter the code your app shows now." },
  INVALID_BACKUP_CODE: { field: "code", message: "This backup code is incorrect or has already been used." },
  INVALID_TWO_FACTOR_COOKIE: { message: "Sign-in timed out. Go back and start again." },
  INVALID_PASSWORD: { field: "password", message: "Incorrect password." },
  INVALID_TOKEN: { message: "This link has expired or has already been used. Request a new one." },
  USER_NOT_VERIFIED: { message: "Use a passkey that asks for your fingerprint, your face or a PIN." },
  CONFIRMATION_NEEDED: { message: "Confirm your identity, then try again.", remedy: "confirm" },
  FAILED_TO_UNLINK_LAST_ACCOUNT: { message: "This is your only way to sign in. Add another before you unlink it." },
  ACCOUNT_TEMPORARILY_LOCKED: { message: "Too many incorrect codes. Try again in 15 minutes." },
  PASSKEY_NOT_FOUND: { message: "This passkey is not linked to an account. Sign in another way." },
  AUTH_CANCELLED: cancelled,
  ERROR_CEREMONY_ABORTED: cancelled,
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: cancelled,
  ERROR_INVALID_DOMAIN: {
    message: "Passkeys need a host name, not an IP address. On your own machine, open the site as localhost.",
  },
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: { message: "This device already has a passkey for your account." },
};
