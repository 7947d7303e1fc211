import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import type { ProofKey } from "#src/contract/api/proof.ts";
import { keyIdOf } from "./proof-check.js";

/** What signs proofs. */
export interface SigningKey extends ProofKey {
  /** @returns 64 bytes, hexadecimal */
  readonly sign: (text: string) => string;
}

/** Prefix of an Ed25519 key in PKCS #8. @see RFC 8410 */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** @param seed the 32 bytes of the private key, base64url */
export async function openSigningKey(seed: string): Promise<SigningKey> {
  const bytes = Buffer.from(seed, "base64url");
  if (bytes.length !== 32) throw new RangeError("a signing key has 32 bytes");
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, bytes]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" }).subarray(-32).toString("hex");
  return {
    id: await keyIdOf(publicKey),
    algorithm: "Ed25519",
    public_key: publicKey,
    sign: (text) => sign(null, Buffer.from(text), key).toString("hex"),
  };
}
