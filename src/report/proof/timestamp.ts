import { createHash, randomBytes } from "node:crypto";
import { requestCalendarProof } from "./calendars.ts";
import type { ProofMaker, Stamped } from "./make-proof.ts";
import { elements, readToken } from "./proof-check.js";
import { tokenFault } from "./token-fault.ts";

const withinMs = 10_000;
const mostBytes = 100_000;

/** Who stamps: an authority, else calendars, else nobody. */
export interface Stampers {
  readonly timestampUrl: string | null;
  readonly timestampCalendars: readonly string[];
}

/** Failures are told, and the proof is made without. */
export function stampBy(
  { timestampUrl, timestampCalendars }: Stampers,
  warn: (reason: string) => void,
): ProofMaker["stamp"] {
  return async (signature) => {
    if (timestampUrl === null && timestampCalendars.length === 0) return null;
    const stamped =
      timestampUrl === null
        ? await requestCalendarProof(timestampCalendars, signature, warn)
        : await requestTimestamp(timestampUrl, signature);
    if (stamped.ok) return stamped.timestamp;
    warn(stamped.reason);
    return null;
  };
}

/**
 * RFC 3161 over HTTP; believed only if over this signature, for this question, by a time-stamping certificate in it.
 * @param signature hexadecimal
 */
export async function requestTimestamp(authority: string, signature: string): Promise<Stamped> {
  const imprint = createHash("sha256").update(Buffer.from(signature, "hex")).digest();
  const nonce = randomBytes(8);
  // Positive and complete, as DER encodes integers.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const failed = (reason: string): Stamped => ({ ok: false, reason: `${authority} ${reason}` });
  let answer: Uint8Array;
  try {
    const response = await fetch(authority, {
      method: "POST",
      headers: { "content-type": "application/timestamp-query", accept: "application/timestamp-reply" },
      body: queryOf(imprint, nonce),
      redirect: "error",
      signal: AbortSignal.timeout(withinMs),
    });
    if (!response.ok) return failed(`answered with ${response.status}`);
    answer = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    return failed(
      error instanceof Error && error.name === "TimeoutError" ? "did not answer in time" : "cannot be reached",
    );
  }
  if (answer.length > mostBytes) return failed("sent more than a timestamp token");
  const token = tokenOf(answer);
  if (token === null) return failed("gave no token");
  const said = readToken(token);
  if (said === null) return failed("sent something that is not a timestamp token");
  if (said.imprint !== imprint.toString("hex")) return failed("stamped another signature");
  if (said.nonce !== nonce.toString("hex")) return failed("answered a different question");
  const fault = tokenFault(token);
  if (fault !== null) return failed(`sent a token that ${fault}`);
  return { ok: true, timestamp: { authority, token: Buffer.from(token).toString("hex") } };
}

/** RFC 3161, 2.4.1: SHA-256, nonce, certificate wanted. */
function queryOf(imprint: Buffer, nonce: Buffer): Uint8Array<ArrayBuffer> {
  const hex = `3043020101${"3031300d060960864801650304020105000420"}${imprint.toString("hex")}0208${nonce.toString("hex")}0101ff`;
  return new Uint8Array(Buffer.from(hex, "hex"));
}

/** The token of a TimeStampResp, section 2.4.2; `null` where none was granted. */
function tokenOf(answer: Uint8Array): Uint8Array | null {
  try {
    const [whole] = elements(answer);
    const [status, token] = elements(whole?.content ?? answer);
    const [code] = elements(status?.content ?? answer);
    // granted, or grantedWithMods
    const isGranted = code?.tag === 0x02 && code.content.length === 1 && (code.content[0] ?? 2) <= 1;
    return isGranted && token !== undefined ? token.raw : null;
  } catch {
    return null;
  }
}
