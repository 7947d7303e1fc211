import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import type { ProofKey, PublishedProofKey } from "#src/contract/api/proof.ts";
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

/** Clocks differ, and a key may be replaced meanwhile. */
const leewayMs = 5 * 60_000;

/** The current key, as it is published. */
export function activeKey({ id, algorithm, public_key }: ProofKey, createdAt: string | null): PublishedProofKey {
  const ends = { retired_at: null, revoked_at: null, reason: null };
  return { id, algorithm, public_key, status: "active", created_at: createdAt, ...ends };
}

export type KeyFinding =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly isUnknown: boolean; readonly reason: string };

/** Of a revoked key nothing counts: its holder can write any date. */
export function keyFinding(
  keys: readonly PublishedProofKey[],
  { key: id, madeAt }: { readonly key: string; readonly madeAt: string },
): KeyFinding {
  const key = keys.find((one) => one.id === id);
  if (key === undefined)
    return {
      ok: false,
      isUnknown: true,
      reason: `the file is signed by the key ${id}, which is not one of the operator's; if the list of keys is an old copy, get a new one`,
    };
  if (key.revoked_at !== null)
    return {
      ok: false,
      isUnknown: false,
      reason: `its key ${id} was revoked on ${dayOf(key.revoked_at)}${key.reason === null ? "" : ` (${key.reason})`}: whoever had it could have signed this file`,
    };
  const made = Date.parse(madeAt);
  if (key.retired_at !== null && made > Date.parse(key.retired_at) + leewayMs)
    return {
      ok: false,
      isUnknown: false,
      reason: `the file says that it was made on ${dayOf(madeAt)}, after its key ${id} was retired on ${dayOf(key.retired_at)}`,
    };
  if (key.created_at !== null && made < Date.parse(key.created_at) - leewayMs)
    return {
      ok: false,
      isUnknown: false,
      reason: `the file says that it was made on ${dayOf(madeAt)}, before its key ${id} was made on ${dayOf(key.created_at)}`,
    };
  return {
    ok: true,
    text:
      key.retired_at === null
        ? "Its key is the operator's, and in force."
        : `Its key is the operator's: it was in force when the file was made, and retired on ${dayOf(key.retired_at)}.`,
  };
}

function dayOf(instant: string): string {
  return instant.slice(0, 10);
}
