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
  if (status === 429)
    return { ok: false, message: "There were too many attempts. Wait a few minutes, then try again." };
  return { ok: false, ...named(message ?? "") };
}

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

const cancelled = { message: "Nothing was chosen, or it took too long. Try again when you are ready." };

const words: Readonly<Record<string, { readonly message: string; readonly field?: string }>> = {
  INVALID_CODE: { field: "code", message: "This code is not right. Use the one that your app shows now." },
  INVALID_BACKUP_CODE: { field: "code", message: "This backup code is not right, or it was used before." },
  INVALID_TWO_FACTOR_COOKIE: { message: "The sign-in took too long. Go back and start it again." },
  INVALID_PASSWORD: { field: "password", message: "The password is wrong." },
  INVALID_TOKEN: { message: "This link was used before or has expired. Ask for a new one." },
  USER_NOT_VERIFIED: { message: "Use a passkey that asks for your fingerprint, your face or a PIN." },
  CONFIRMATION_NEEDED: { message: "Confirm that it is you, then try again." },
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
