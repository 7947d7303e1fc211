import type { ProofKey, PublishedProofKey } from "#src/contract/api/proof.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { openSigningKey } from "#src/report/proof/signing-key.ts";
import { revokeProofKey, rotateProofKey } from "#src/product/proofs/proofs.ts";
import type { Cli } from "../cli.ts";
import type { Json } from "../command-table.ts";
import { ownKey, ownKeys, revokeOwnKey, rotateOwnKey } from "../service/own-proof-keys.ts";
import { jsonLine, say } from "../terminal.ts";
import { withDatabase } from "../service/with-database.ts";

export interface RotateFlags {
  /** Why nothing that the old key signed is valid any more. */
  readonly revoke?: string;
  /** The key in the service's database instead of this home's. */
  readonly service?: boolean;
}

const longestReason = 300;

/** Shows this machine's keys, and makes one if there is none. */
export async function proofKeys(cli: Cli, { json }: Json): Promise<void> {
  await ownKey(cli.settings.home);
  const keys = await ownKeys(cli.settings.home);
  if (json === true) cli.out.write(jsonLine({ keys }));
  else for (const key of keys) say(cli.out, `${key.id}  ${key.algorithm}  ${key.public_key}  ${statusText(key)}`);
}

function statusText({ status, retired_at: retired, revoked_at: revoked, reason }: PublishedProofKey): string {
  if (status === "active") return "in force";
  const day = (revoked ?? retired ?? "").slice(0, 10);
  return status === "retired" ? `retired ${day}` : `revoked ${day}: ${reason ?? ""}`;
}

/** @throws InvalidInput, NotFound; SecretUnreadable under another AUTH_SECRET */
export async function rotateKey(cli: Cli, { revoke, service }: RotateFlags): Promise<void> {
  const revoked = revoke === undefined ? null : readReason("--revoke", revoke);
  const { retired, active } =
    service === true
      ? await withDatabase(cli, (ctx) => rotateProofKey(ctx, { publicOf, revoked }))
      : await rotateOwnKey(cli.settings.home, { at: cli.clock.now(), revoked });
  say(cli.out, active.id);
  const told = revoked === null ? "what it signed remains valid" : "nothing it signed is valid any longer";
  say(cli.err, `${retired.id} was replaced by ${active.id}; its private half is gone, and ${told}`);
}

/** @throws InvalidInput, NotFound */
export async function revokeKey(
  cli: Cli,
  id: string,
  { reason: given, service }: { readonly reason?: string; readonly service?: boolean },
): Promise<void> {
  if (!/^[0-9a-f]{32}$/.test(id))
    throw new InvalidInput("must be the 32 digits of a key, as shown by conclave proof-keys list");
  if (given === undefined) throw new InvalidInput("--reason: is required; readers are shown it");
  const reason = readReason("--reason", given);
  if (service === true) await withDatabase(cli, (ctx) => revokeProofKey(ctx, { id, reason }));
  else await revokeOwnKey(cli.settings.home, { id, reason, at: cli.clock.now() });
  say(cli.err, `${id} is revoked: nothing it signed is valid any longer`);
}

async function publicOf(seed: string): Promise<ProofKey> {
  const { id, algorithm, public_key } = await openSigningKey(seed);
  return { id, algorithm, public_key };
}

function readReason(flag: string, text: string): string {
  const reason = text.trim();
  if (reason === "" || reason.length > longestReason)
    throw new InvalidInput(`${flag}: enter a reason of at most ${longestReason} characters; readers see it`);
  return reason;
}
