import type { PublishedProofKey } from "#src/contract/api/proof.ts";
import { Run, Reports } from "#src/contract/run/run.ts";
import { renderHtml } from "#src/report/page.ts";
import { keyFinding } from "./signing-key.ts";
import { reportOf } from "./make-proof.ts";
import { checkProof, partsOfText, readCalendarProof } from "./proof-check.js";
import { tokenFault } from "./timestamp.ts";

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
