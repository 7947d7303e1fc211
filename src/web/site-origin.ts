import { headers } from "next/headers";

/** Where this site is reached, `https://conclave.test`: what the front door says, or who was asked without one. */
export async function siteOrigin(): Promise<string> {
  const asked = await headers();
  const host = asked.get("x-forwarded-host") ?? asked.get("host") ?? "localhost";
  return `${asked.get("x-forwarded-proto") ?? "http"}://${host}`;
}
