import { createHash, verify, X509Certificate } from "node:crypto";
import { elements } from "./proof-check.js";

/* Checks a timestamp token (CMS SignedData, RFC 5652). */

const messageDigest = "2a864886f70d010904";
/** id-kp-timeStamping, which the certificate must have (RFC 3161, 2.3). */
const timeStamping = "1.3.6.1.5.5.7.3.8";
const digests: Readonly<Record<string, string>> = {
  "608648016503040201": "sha256",
  "608648016503040202": "sha384",
  "608648016503040203": "sha512",
};

type Element = ReturnType<typeof elements>[number];

/** @returns the end of "a token that …"; `null` if it holds. Issuers are not checked. */
export function tokenFault(token: Uint8Array): string | null {
  try {
    return faultOf(token);
  } catch {
    return "cannot be read";
  }
}

function faultOf(token: Uint8Array): string | null {
  const signedData = inside(inside(elements(token)[0])[1])[0];
  const parts = inside(signedData);
  const content = inside(inside(parts[2])[1])[0];
  const certificates = inside(parts.find(({ tag }) => tag === 0xa0)).map(({ raw }) => new X509Certificate(raw));
  const signer = inside(inside(parts.at(-1))[0]);
  const attributes = signer.find(({ tag }) => tag === 0xa0);
  const signature = signer.findLast(({ tag }) => tag === 0x04);
  const digest = digests[hex(inside(signer[2])[0]?.content)];
  if (content === undefined || attributes === undefined || signature === undefined) return "has no signature";
  if (digest === undefined) return "uses an unknown hash function";
  const stated = inside(attributes).find((one) => hex(inside(one)[0]?.content) === messageDigest);
  const value = inside(inside(stated)[1])[0];
  if (hex(value?.content) !== createHash(digest).update(content.content).digest("hex"))
    return "was changed after it was signed";
  // Signed as a set, whatever their tag (RFC 5652, 5.4).
  const signed = Uint8Array.from(attributes.raw);
  signed[0] = 0x31;
  const by = certificates.find(({ publicKey }) => verify(digest, signed, publicKey, signature.content));
  if (by === undefined) return "is not signed by a certificate in it";
  return by.keyUsage?.includes(timeStamping) === true ? null : "is signed by a certificate that may not stamp time";
}

function inside(element: Element | undefined): Element[] {
  return elements(element?.content ?? new Uint8Array());
}

function hex(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString("hex");
}
