import { hkdfSync, timingSafeEqual } from "node:crypto";

/** Proves the front door to the pages; clients' are dropped. */
export const internalHeader = "x-conclave-internal";

/** Bound to how the service is reached, so that disagreeing processes refuse each other. */
export function pagesSecret(
  secret: string,
  { local, publicUrl }: { readonly local: boolean; readonly publicUrl: string | null },
): string {
  return derived(secret, `pages ${local ? "local" : "reached"} ${publicUrl ?? ""}`);
}

/** For health, under any name. */
export function healthSecret(secret: string): string {
  return derived(secret, "health");
}

/** From the secret that all processes have, so that nobody sets another (docs/adr/0023). */
function derived(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", `conclave internal 1 ${purpose}`, 32)).toString("base64url");
}

/** Compares in constant time. */
export function secretHolds(expected: string, given: string | readonly string[] | undefined): boolean {
  if (typeof given !== "string") return false;
  const [own, sent] = [Buffer.from(expected), Buffer.from(given)];
  return own.length === sent.length && timingSafeEqual(own, sent);
}
