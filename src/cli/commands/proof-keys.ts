import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ProofKey, type PublishedProofKey, PublishedProofKeys } from "#src/contract/api/proof.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";
import { type SigningKey, activeKey, openSigningKey } from "#src/report/proof/signing-key.ts";
import type { SystemContext } from "#src/product/context.ts";
import type * as proofs from "#src/product/proofs/proofs.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import { keptSecret } from "#src/product/accounts/public/auth-settings.ts";
import type { Cli, Json } from "../cli.ts";
import { jsonLine, say } from "../terminal.ts";

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
      ? await inService(cli, (ctx, { rotateProofKey }) => rotateProofKey(ctx, { publicOf, revoked }))
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
  if (service === true) await inService(cli, (ctx, { revokeProofKey }) => revokeProofKey(ctx, { id, reason }));
  else await revokeOwnKey(cli.settings.home, { id, reason, at: cli.clock.now() });
  say(cli.err, `${id} is revoked: nothing it signed is valid any longer`);
}

/** Loaded for `--service` alone: `conclave prove` needs no database. */
async function inService<T>(cli: Cli, work: (ctx: SystemContext, verbs: typeof proofs) => Promise<T>): Promise<T> {
  const [{ withDatabase }, verbs] = await Promise.all([
    import("../service/with-database.ts"),
    import("#src/product/proofs/proofs.ts"),
  ]);
  return withDatabase(cli, (ctx) => work(ctx, verbs));
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
