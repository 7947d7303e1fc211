import { type OutsideReason, VendorFailed } from "#src/core/errors.ts";
import { type Fields, type JsonNode, Malformed, fieldsOf, readStrictJson } from "./fields.ts";
import { createHmac, timingSafeEqual } from "node:crypto";

export interface ProcessorApi {
  /** Stands in errors. */
  readonly name: string;
  /** Without a slash at its end. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ProcessorAnswer {
  readonly raw: string;
  readonly node: JsonNode;
}

const timeoutMs = 10_000;
const mostBytes = 4 * 1024 * 1024;

/**
 * @returns `null` for a 404
 * @throws VendorFailed without address, key or content
 */
export async function askProcessor(
  { name, url, headers }: ProcessorApi,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<ProcessorAnswer | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  let status: number;
  let raw: string;
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      signal,
      // A redirect must not take a key to another address.
      redirect: "error",
      headers: { accept: "application/json", ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    status = answer.status;
    raw = await textOf(answer);
  } catch (cause) {
    throw signal.aborted
      ? new VendorFailed(name, "timeout", `no response within ${timeoutMs / 1000} s`)
      : new VendorFailed(name, "unavailable", "the connection failed", { cause });
  }
  if (status === 404) return null;
  if (status < 200 || status > 299)
    throw new VendorFailed(name, reasonOf(status), `the processor responded with ${status}`);
  const read = readStrictJson(raw);
  if (!read.ok) throw new VendorFailed(name, "malformed", "the response is not JSON");
  return { raw, node: read.node };
}

async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > mostBytes) throw new Error("the response is too large");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function reasonOf(status: number): OutsideReason {
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 429) return "rate_limited";
  return status >= 500 ? "unavailable" : "refused";
}

/** Reads an answer's object. @throws VendorFailed `malformed` */
export function reading<T>(name: string, node: JsonNode, read: (fields: Fields) => T): T {
  try {
    const fields = fieldsOf(node);
    if (fields === null) throw new Malformed("not an object");
    return read(fields);
  } catch (cause) {
    if (cause instanceof Malformed)
      throw new VendorFailed(name, "malformed", `the response cannot be used: ${cause.message}`, { cause });
    throw cause;
  }
}

/** @throws Malformed */
export function needed<T>(value: T | null, what: string): T {
  if (value === null) throw new Malformed(`${what} is missing`);
  return value;
}

/** The old secret holds while it is changed. */
export interface SigningSecrets {
  readonly current: string;
  readonly previous: string | null;
}

/**
 * As `FORM/SECRET`; `null`: none. All are tried, in constant time.
 * @param signature lower-case hexadecimal
 */
export function matchedBy(
  algorithm: "sha256" | "sha512",
  secrets: SigningSecrets,
  signature: string,
  forms: Readonly<Record<string, string | Uint8Array>>,
): string | null {
  const given = /^(?:[0-9a-f]{2})+$/.test(signature) ? Buffer.from(signature, "hex") : Buffer.alloc(0);
  let matched: string | null = null;
  for (const [form, text] of Object.entries(forms))
    for (const [name, secret] of Object.entries({ current: secrets.current, previous: secrets.previous })) {
      if (secret === null) continue;
      const right = createHmac(algorithm, secret).update(text).digest();
      if (given.length === right.length && timingSafeEqual(given, right)) matched ??= `${form}/${name}`;
    }
  return matched;
}
