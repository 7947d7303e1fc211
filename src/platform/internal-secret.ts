import { hkdfSync, timingSafeEqual } from "node:crypto";

/** In it the front door shows the pages' process who asks. Nobody outside can send it: the front door drops it. */
export const internalHeader = "x-conclave-internal";

/** Shown to the pages. Bound to how the service is reached: processes that see that differently refuse each other. */
export function pagesSecret(
  secret: string,
  { local, publicUrl }: { readonly local: boolean; readonly publicUrl: string | null },
): string {
  return derived(secret, `pages ${local ? "local" : "reached"} ${publicUrl ?? ""}`);
}

/** Shown to whoever tells how the process is, under any name that it is reached by. */
export function healthSecret(secret: string): string {
  return derived(secret, "health");
}

/** From the secret that all processes have, so that nobody sets another (docs/adr/0023). */
function derived(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", `conclave internal 1 ${purpose}`, 32)).toString("base64url");
}

/** Whether they are the same, in a time that says nothing of where they differ. */
export function secretHolds(expected: string, given: string | readonly string[] | undefined): boolean {
  if (typeof given !== "string") return false;
  const [own, sent] = [Buffer.from(expected), Buffer.from(given)];
  return own.length === sent.length && timingSafeEqual(own, sent);
}
