import { headers } from "next/headers";

/** The nonce that the front door put into this request's Content-Security-Policy; undefined without the front door. */
export async function nonce(): Promise<string | undefined> {
  const policy = (await headers()).get("content-security-policy");
  return policy?.match(/'nonce-([A-Za-z0-9+/=_-]+)'/)?.[1];
}
