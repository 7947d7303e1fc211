import type { AuthOffer } from "#src/contract/accounts/users.ts";
import { isLoopbackName, nameOf } from "#src/core/network/exposure.ts";
import type { Secrets } from "#src/core/vault.ts";
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "#src/core/db/embedded-place.ts";

export interface ProviderKeys {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Where mail goes: through SMTP, into the mailbox for development, or nowhere. */
export type MailRoute =
  | { readonly kind: "smtp"; readonly url: string; readonly from: string }
  | { readonly kind: "dev" }
  | { readonly kind: "none" };

/** Seconds without use, and how often use prolongs it. */
export interface SignInLifetime {
  readonly expiresIn: number;
  readonly updateAge: number;
}

const hour = 60 * 60;

/** Prolonged once a day, or more often where it would end before. */
export function signInLifetime(hours: number): SignInLifetime {
  return { expiresIn: hours * hour, updateAge: Math.min(24, hours / 4) * hour };
}

/** The secrets sign cookies and links, and encrypt second factors. */
export interface AuthSettings extends Secrets {
  /** `null`: only by names of this machine. */
  readonly publicUrl: string | null;
  readonly mail: MailRoute["kind"];
  readonly session: SignInLifetime;
  readonly github: ProviderKeys | null;
  readonly google: ProviderKeys | null;
}

/** By the Host header: `PUBLIC_URL`, else loopback names. A link to any other host would lead to whoever made it up. */
export function originOf(
  { publicUrl }: Pick<AuthSettings, "publicUrl">,
  host: string | null | undefined,
): string | null {
  if (publicUrl !== null) return new URL(publicUrl).origin;
  if (host === null || host === undefined || !/^(?:[\w.-]+|\[::1\])(?::\d{1,5})?$/.test(host)) return null;
  return isLoopbackName(nameOf(host)) ? `http://${host.toLowerCase()}` : null;
}

export function authOffer({ github, google, mail }: AuthSettings): AuthOffer {
  return { github: github !== null, google: google !== null, mail: mail !== "none", devMailbox: mail === "dev" };
}

/** Apps' authorization requests are the longest. */
const longestPath = 3000;

/** A path of this site; never another site. */
export function ownPath(next: unknown): string | null {
  if (typeof next !== "string" || next.length > longestPath || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next)) return null;
  return next.includes("\\") ? null : next;
}

/** Signs sessions: `AUTH_SECRET`, else made once per home, readable by its user alone. */
export function authSecret(given: string | null, home: string): string {
  return given ?? keptSecret(home, "auth-secret");
}

export function keptAuthSecretFile(home: string): string | null {
  const file = join(home, "auth-secret");
  return existsSync(file) ? file : null;
}

/** Made by the first process that asks. */
export function keptSecret(home: string, name: string): string {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = join(home, name);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    // Fails where another process was first; nobody sees half a file.
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8").trim();
}
