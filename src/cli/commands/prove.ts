import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type PublishedProofKey, PublishedProofKeys } from "#src/contract/api/proof.ts";
import { refusedOf } from "#src/debate/analyze.ts";
import { makeProof, reportOf } from "#src/report/proof/make-proof.ts";
import { checkProof, fingerprintOf, mostBytes, partsOfText, readCalendarProof } from "#src/report/proof/proof-check.js";
import { stampBy, tokenFault } from "#src/report/proof/timestamp.ts";
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
import { Reports, Run } from "#src/contract/run/run.ts";
import { keyFinding } from "#src/report/proof/signing-key.ts";

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

/** The findings on a file. `part`: the first faulty one. */
export interface ProofVerdict {
  readonly ok: boolean;
  readonly part: string | null;
  readonly reason: string | null;
  readonly checks: readonly string[];
  readonly unchecked: readonly string[];
  /** `null` where the statement is unreadable. */
  readonly key: string | null;
  readonly codeVersion: string | null;
  readonly keyStatus: "known" | "unknown" | "refused";
}

/**
 * As the page does, and every byte; with the same code also that the report follows.
 * @param key that must have signed; `null`: any
 * @param keys the operator's; `null`: unknown
 */
export async function verifyProof(
  bytes: Uint8Array,
  {
    key,
    keys = null,
    codeVersion,
  }: {
    readonly key: string | null;
    readonly keys?: readonly PublishedProofKey[] | null;
    readonly codeVersion: string;
  },
): Promise<ProofVerdict> {
  // A mark counts, and invalid bytes become unsigned characters.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const found = await checkProof(partsOfText(text), (expected) => expected === text);
  const { statement } = found.data;
  const said = {
    ok: found.ok,
    part: found.part,
    reason: found.reason,
    checks: [...found.checks],
    unchecked: found.unchecked,
    key: statement === undefined ? null : String(statement.key),
    codeVersion: statement === undefined ? null : String(statement.code_version),
    keyStatus: "unknown" as const,
  };
  if (!found.ok) return said;
  if (key !== null && said.key !== key)
    return { ...said, ok: false, part: "key", reason: `the file is signed by the key ${said.key}, not by ${key}` };
  const known =
    keys === null ? null : keyFinding(keys, { key: said.key ?? "", madeAt: String(statement?.["made_at"]) });
  if (known?.ok === false)
    return {
      ...said,
      ok: false,
      part: "key",
      reason: known.reason,
      keyStatus: known.isUnknown ? "unknown" : "refused",
    };
  if (known !== null) said.checks.push(known.text);
  const keyed = key === null && known === null ? said : { ...said, keyStatus: "known" as const };
  const { timestamp } = found.data;
  const token = timestamp === null ? null : Buffer.from(String(timestamp.token), "hex");
  if (token === null || readCalendarProof(token) !== null) return compareReport(keyed, found.data, codeVersion);
  const fault = tokenFault(token);
  if (fault !== null) return { ...said, ok: false, part: "timestamp", reason: `the timestamp token ${fault}` };
  return compareReport(withTimestamp(keyed), found.data, codeVersion);
}

/** Checks more than the page does. */
function withTimestamp(said: ProofVerdict): ProofVerdict {
  return {
    ...said,
    checks: [...said.checks, "The token is signed by a certificate in it that is for time stamps."],
    unchecked: [
      ...said.unchecked.filter((line) => !line.startsWith("The authority's own signature")),
      "Who issued the authority's certificate. docs/proof.md has the openssl command.",
    ],
  };
}

/** Another version of the code may draw the same run differently. */
async function compareReport(
  said: ProofVerdict,
  { report, request, result, usage, manifest, evidence, calls }: Readonly<Record<string, unknown>>,
  codeVersion: string,
): Promise<ProofVerdict> {
  if (said.codeVersion !== codeVersion)
    return {
      ...said,
      unchecked: [
        ...said.unchecked,
        `That the report says what the result says: it was made by code ${said.codeVersion}, and this is ${codeVersion}.`,
      ],
    };
  const whole = Run.safeParse({ request, result, usage, manifest: Object.assign({}, manifest, { evidence, calls }) });
  const reports = whole.success ? Reports.safeParse(whole.data.result.reports) : null;
  if (!whole.success || reports?.success !== true)
    return {
      ...said,
      ok: false,
      part: "result",
      reason: "the result or the manifest does not have this version's form",
    };
  const drawn = reportOf(await renderHtml({ run: whole.data, reports: reports.data }));
  return drawn === report
    ? { ...said, checks: [...said.checks, "The report is what this version of the code makes of the result."] }
    : {
        ...said,
        ok: false,
        part: "report",
        reason: "the report is not what this version of the code makes of the result",
      };
}
