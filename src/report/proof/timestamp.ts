import { X509Certificate, createHash, randomBytes, verify } from "node:crypto";
import type { ProofMaker, Stamped } from "./make-proof.ts";
import { elements, proofOfCalendars, readCalendarProof, readToken } from "./proof-check.js";

const withinMs = 10_000;
const mostTokenBytes = 100_000;

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
  const answer = await answerOf(authority, {
    body: queryOf(imprint, nonce),
    type: "application/timestamp-query",
    accept: "application/timestamp-reply",
  });
  if (typeof answer === "string") return failed(answer);
  if (answer.length > mostTokenBytes) return failed("sent more than a timestamp token");
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

/** @returns the bytes, or the fault */
async function answerOf(
  address: string,
  { body, type, accept }: { body: Uint8Array<ArrayBuffer>; type: string; accept: string },
): Promise<Buffer | string> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": type, accept },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(withinMs),
    });
    return response.ok ? Buffer.from(await response.arrayBuffer()) : `answered with ${response.status}`;
  } catch (error) {
    return error instanceof Error && error.name === "TimeoutError" ? "did not answer in time" : "cannot be reached";
  }
}

/** RFC 3161, 2.4.1: SHA-256, nonce, certificate wanted. */
function queryOf(imprint: Buffer, nonce: Buffer): Uint8Array<ArrayBuffer> {
  const query = `3043020101${"3031300d060960864801650304020105000420"}${imprint.toString("hex")}0208${nonce.toString("hex")}0101ff`;
  return new Uint8Array(Buffer.from(query, "hex"));
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

const mostPathBytes = 10_000;

const [append, sha256Op, fork] = [0xf0, 0x08, 0xff];
const nonceBytes = 16;

/**
 * Within hours in a block of Bitcoin. Each gets its own hash; one answer is enough.
 * @param signature hexadecimal
 */
export async function requestCalendarProof(
  calendars: readonly string[],
  signature: string,
  warn: (reason: string) => void,
): Promise<Stamped> {
  const imprint = createHash("sha256").update(Buffer.from(signature, "hex")).digest();
  const answers = await Promise.all(calendars.map((calendar) => askCalendar(calendar, imprint)));
  const paths = answers.flatMap((answer) => (typeof answer === "string" ? [] : [answer]));
  const faults = answers.filter((answer) => typeof answer === "string");
  if (paths.length === 0) return { ok: false, reason: faults.join("; ") };
  for (const fault of faults) warn(fault);
  const authority = paths.map(({ calendar }) => calendar).join(", ");
  const token = proofOf(
    imprint,
    paths.map(({ path }) => path),
  );
  return { ok: true, timestamp: { authority, token: token.toString("hex") } };
}

/** @returns the path to the attestation, or the fault */
async function askCalendar(
  calendar: string,
  imprint: Buffer,
): Promise<{ readonly calendar: string; readonly path: Buffer } | string> {
  const nonce = randomBytes(nonceBytes);
  const answer = await answerOf(`${calendar.replace(/\/$/, "")}/digest`, {
    body: createHash("sha256").update(imprint).update(nonce).digest(),
    type: "application/x-www-form-urlencoded",
    accept: "application/vnd.opentimestamps.v1",
  });
  if (typeof answer === "string") return `${calendar} ${answer}`;
  const path = Buffer.concat([Buffer.from([append, nonceBytes]), nonce, Buffer.from([sha256Op]), answer]);
  if (answer.length > mostPathBytes || readCalendarProof(proofOf(imprint, [path])) === null)
    return `${calendar} sent something that is not a timestamp`;
  return { calendar, path };
}

/** A detached .ots file of version 1. */
function proofOf(imprint: Buffer, paths: readonly Buffer[]): Buffer {
  const marked = paths.map((path, index) =>
    index === paths.length - 1 ? path : Buffer.concat([Buffer.from([fork]), path]),
  );
  return Buffer.concat([Buffer.from(`${proofOfCalendars}0108`, "hex"), imprint, ...marked]);
}

/* Checks a timestamp token (CMS SignedData, RFC 5652). */

const messageDigest = "2a864886f70d010904";
/** id-kp-timeStamping, which the certificate must have (RFC 3161, 2.3). */
const timeStamping = "1.3.6.1.5.5.7.3.8";
const digests: Readonly<Record<string, string>> = {
  "608648016503040201": "sha256",
  "608648016503040202": "sha384",
  "608648016503040203": "sha512",
};

type Element = ReturnType<typeof elements>[number];

/** @returns the end of "a token that …"; `null` if it holds. Issuers are not checked. */
export function tokenFault(token: Uint8Array): string | null {
  try {
    return faultOf(token);
  } catch {
    return "cannot be read";
  }
}

function faultOf(token: Uint8Array): string | null {
  const signedData = inside(inside(elements(token)[0])[1])[0];
  const parts = inside(signedData);
  const content = inside(inside(parts[2])[1])[0];
  const certificates = inside(parts.find(({ tag }) => tag === 0xa0)).map(({ raw }) => new X509Certificate(raw));
  const signer = inside(inside(parts.at(-1))[0]);
  const attributes = signer.find(({ tag }) => tag === 0xa0);
  const signature = signer.findLast(({ tag }) => tag === 0x04);
  const digest = digests[hex(inside(signer[2])[0]?.content)];
  if (content === undefined || attributes === undefined || signature === undefined) return "has no signature";
  if (digest === undefined) return "uses an unknown hash function";
  const stated = inside(attributes).find((one) => hex(inside(one)[0]?.content) === messageDigest);
  const value = inside(inside(stated)[1])[0];
  if (hex(value?.content) !== createHash(digest).update(content.content).digest("hex"))
    return "was changed after it was signed";
  // Signed as a set, whatever their tag (RFC 5652, 5.4).
  const signed = Uint8Array.from(attributes.raw);
  signed[0] = 0x31;
  const by = certificates.find(({ publicKey }) => verify(digest, signed, publicKey, signature.content));
  if (by === undefined) return "is not signed by a certificate in it";
  return by.keyUsage?.includes(timeStamping) === true ? null : "is signed by a certificate that may not stamp time";
}

function inside(element: Element | undefined): Element[] {
  return elements(element?.content ?? new Uint8Array());
}

function hex(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString("hex");
}
