import type { ProofKey, PublishedProofKey } from "#src/contract/api/proof.ts";

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
