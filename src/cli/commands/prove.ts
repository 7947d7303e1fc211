import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PublishedProofKeys, type PublishedProofKey } from "#src/contract/api/proof.ts";
import { refusedOf } from "#src/debate/analyze.ts";
import { makeProof } from "#src/report/proof/make-proof.ts";
import { fingerprintOf, mostBytes } from "#src/report/proof/proof-check.js";
import { stampBy } from "#src/report/proof/timestamp.ts";
import { verifyProof, type ProofVerdict } from "#src/report/proof/verify-text.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";
import { jsonOrNothing } from "#src/core/text/lines-file.ts";
import { renderHtml } from "#src/report/page.ts";
import type { Cli } from "../cli.ts";
import { ownKey, ownKeys } from "./proof-keys.ts";
import { exit } from "../failure.ts";
import { finishedRun } from "#src/report/text/result-text.ts";
import { isSystemError, readRun, runFolder } from "../runs/run-folder.ts";
import { readSteps } from "../runs/steps-file.ts";
import { jsonLine, say } from "../terminal.ts";

/** @throws NotFound, CorruptRun; InvalidInput for an unwritable file */
export async function prove(cli: Cli, idOrPath: string, { out }: { readonly out?: string }): Promise<void> {
  const folder = runFolder(cli.settings.home, idOrPath);
  const finished = finishedRun(await readRun(folder));
  const key = await ownKey(cli.settings.home);
  const stamp = stampBy(cli.settings.service, (reason) => say(cli.err, `made without a timestamp: ${reason}`));
  const text = await makeProof(
    { finished, page: await renderHtml(finished), refused: refusedOf((await readSteps(folder)).steps), chain: null },
    { at: cli.clock.now(), codeVersion: cli.version, origin: null, key, stamp },
  );
  const path = out ?? join(folder, "proof.html");
  await writeFile(path, text).catch((error: unknown) => {
    if (!isSystemError(error)) throw error;
    throw new InvalidInput(`--out: ${path} is not writable (${error.code})`, { cause: error });
  });
  say(cli.out, path);
  say(cli.err, `signed by the key ${key.id}; to check it: conclave verify ${path}`);
}

/** @returns 0: signed by a known key, 3: by an unknown one, else 1 */
export async function verify(
  cli: Cli,
  path: string,
  { key, keys: source, json }: { readonly key?: string; readonly keys?: string; readonly json?: boolean },
): Promise<number> {
  const wanted = key?.replaceAll(" ", "");
  if (wanted !== undefined && !/^[0-9a-f]{32}$/.test(wanted))
    throw new InvalidInput("--key: must be the 32 digits of a key, as shown by conclave proof-keys list");
  const bytes = await readAtMost(path, mostBytes).catch((cause: unknown) => {
    throw new NotFound(`there is no file at ${path}`, { cause });
  });
  if (bytes === null) throw new InvalidInput(`${path} is larger than any report (${mostBytes / 1024 / 1024} MB)`);
  const given = source === undefined ? null : await readKeys(source);
  const asked = { key: wanted ?? null, codeVersion: cli.version };
  const first = await verifyProof(bytes, { ...asked, keys: given });
  // This home's keys are known without asking.
  const own = given === null ? (await ownKeys(cli.settings.home)).filter(({ id }) => id === first.key) : [];
  const verdict = own.length === 0 ? first : await verifyProof(bytes, { ...asked, keys: own });
  if (json === true) cli.out.write(jsonLine(verdict));
  else show(cli, verdict);
  if (verdict.keyStatus === "unknown" && (verdict.ok || verdict.part === "key")) return exit.unknownKey;
  return verdict.ok ? exit.ok : exit.failed;
}

/** `null` when it is longer: a path may name something endless. */
async function readAtMost(path: string, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(path, { end: most, highWaterMark: 1024 * 1024 })) {
    chunks.push(Buffer.from(chunk));
    size += chunks.at(-1)?.length ?? 0;
  }
  return size > most ? null : Buffer.concat(chunks);
}

function show(cli: Cli, { ok, reason, checks, unchecked, key, keyStatus }: ProofVerdict): void {
  for (const line of checks) say(cli.out, `ok           ${line}`);
  for (const line of unchecked) say(cli.out, `not checked  ${line}`);
  if (!ok) say(cli.out, `WRONG        ${reason}`);
  else if (keyStatus === "known") say(cli.out, `Verified. Signed by ${key}.`);
  else
    say(
      cli.out,
      `Unchanged since it was signed, but the key is not known here: ${fingerprintOf(key ?? "")}. Compare it with the operator's key, or pass theirs with --key or --keys.`,
    );
}

const askMs = 20_000;

/** @throws InvalidInput, NotFound */
async function readKeys(source: string): Promise<readonly PublishedProofKey[]> {
  const text = /^https?:\/\//.test(source) ? await fetched(source) : await readFile(source, "utf8").catch(absent);
  const keys = text === null ? null : PublishedProofKeys.safeParse(jsonOrNothing(text)).data;
  if (keys === null || keys === undefined)
    throw new InvalidInput(
      `--keys: ${source} is not a list of keys, such as /.well-known/conclave-keys.json of a server`,
    );
  return keys.keys;
}

async function fetched(url: string): Promise<string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(askMs) });
    if (!answer.ok) throw new NotFound(`--keys: ${url} answered with ${answer.status}`);
    return await answer.text();
  } catch (cause) {
    if (cause instanceof NotFound) throw cause;
    throw new NotFound(`--keys: ${url} cannot be reached`, { cause });
  }
}

function absent(): null {
  return null;
}
