import { createHash, randomBytes } from "node:crypto";
import { proofOfCalendars, readCalendarProof } from "./proof-check.js";
import type { Stamped } from "./make-proof.ts";

const withinMs = 10_000;
const mostBytes = 10_000;

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
  let answer: Buffer;
  try {
    const response = await fetch(`${calendar.replace(/\/$/, "")}/digest`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/vnd.opentimestamps.v1" },
      body: createHash("sha256").update(imprint).update(nonce).digest(),
      redirect: "error",
      signal: AbortSignal.timeout(withinMs),
    });
    if (!response.ok) return `${calendar} answered with ${response.status}`;
    answer = Buffer.from(await response.arrayBuffer());
  } catch (error) {
    const late = error instanceof Error && error.name === "TimeoutError";
    return `${calendar} ${late ? "did not answer in time" : "cannot be reached"}`;
  }
  const path = Buffer.concat([Buffer.from([append, nonceBytes]), nonce, Buffer.from([sha256Op]), answer]);
  if (answer.length > mostBytes || readCalendarProof(proofOf(imprint, [path])) === null)
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
