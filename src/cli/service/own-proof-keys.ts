import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PublishedProofKeys, type PublishedProofKey } from "#src/contract/api/proof.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";
import { activeKey, openSigningKey, type SigningKey } from "#src/report/proof/signing-key.ts";
import { keptSecret } from "#src/product/accounts/public/auth-settings.ts";

/* `proof-key`: the private one in force; `proof-keys.json`: earlier public halves. */

const privateFile = "proof-key";
const retiredFile = "proof-keys.json";

/** The key in force; made once. */
export function ownKey(home: string): Promise<SigningKey> {
  return openSigningKey(keptSecret(home, privateFile));
}

/** The one in force first. */
export async function ownKeys(home: string): Promise<readonly PublishedProofKey[]> {
  if (!existsSync(join(home, privateFile))) return [];
  const active = activeKey(await ownKey(home), null);
  // An interrupted rotation noted the key without replacing it.
  return [active, ...readRetired(home).filter(({ id }) => id !== active.id)];
}

/**
 * Of the old one the public half stays.
 * @param revoked why nothing of it counts; `null`: it does
 */
export async function rotateOwnKey(
  home: string,
  { at, revoked }: { readonly at: Instant; readonly revoked: string | null },
): Promise<{ readonly retired: SigningKey; readonly active: SigningKey }> {
  const retired = await ownKey(home);
  const [active, ...before] = await ownKeys(home);
  if (active === undefined) throw new RangeError("a key that was just opened is missing");
  const now = toIso(at);
  const old: PublishedProofKey = {
    ...active,
    status: revoked === null ? "retired" : "revoked",
    retired_at: now,
    revoked_at: revoked === null ? null : now,
    reason: revoked,
  };
  writeRetired(home, [old, ...before]);
  replaceFile(join(home, privateFile), randomBytes(32).toString("base64url"));
  return { retired, active: await ownKey(home) };
}

/** @throws InvalidInput for the key in force; NotFound */
export async function revokeOwnKey(
  home: string,
  { id, at, reason }: { readonly id: string; readonly at: Instant; readonly reason: string },
): Promise<void> {
  const [active, ...before] = await ownKeys(home);
  if (active?.id === id)
    throw new InvalidInput(`${id} is in force; replace it with: conclave proof-keys rotate --revoke "${reason}"`);
  if (!before.some((key) => key.id === id && key.revoked_at === null))
    throw new NotFound(`there is no retired, unrevoked key of this home with the id ${id}`);
  writeRetired(
    home,
    before.map((key) => (key.id === id ? { ...key, status: "revoked", revoked_at: toIso(at), reason } : key)),
  );
}

function readRetired(home: string): readonly PublishedProofKey[] {
  const file = join(home, retiredFile);
  if (!existsSync(file)) return [];
  return PublishedProofKeys.parse(JSON.parse(readFileSync(file, "utf8"))).keys;
}

function writeRetired(home: string, keys: readonly PublishedProofKey[]): void {
  replaceFile(join(home, retiredFile), `${JSON.stringify({ keys }, null, 2)}\n`);
}

/** Renamed into place, so nobody reads half a file. */
function replaceFile(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}
