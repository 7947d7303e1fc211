import type { IncomingMessage } from "node:http";
import { PassThrough, type Readable } from "node:stream";
import { BadRequest, ValidationFailed } from "../problems.ts";

const pageBytes = 1_048_576;
/** A picture of 5 MB with its form. */
const uploadBytes = 5 * 1_048_576 + 65_536;
const apiBytes = 65_536;

const uploads = /^\/(?:(?:settings|backtests)(?:\/|$)|api\/avatar$)/;

/** The largest request body, in bytes. */
export function maxBodyBytes(path: string, contract: boolean): number {
  if (uploads.test(path)) return uploadBytes;
  return contract ? apiBytes : pageBytes;
}

/** Node holds a body to its declared length. */
export function isWithinLimit(request: IncomingMessage, most: number): boolean {
  return Number(request.headers["content-length"] ?? 0) <= most;
}

/**
 * Cuts off a body of undeclared length.
 * @param exceeded called once
 */
export function limitedBody(request: IncomingMessage, most: number, exceeded: () => void): Readable {
  const body = new PassThrough();
  // The reader of the stream gets the error too.
  body.on("error", () => {});
  let size = 0;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= most) return;
    request.off("data", take).unpipe(body);
    exceeded();
    body.destroy(new Error("the body is too large"));
  };
  request.on("data", take);
  return request.pipe(body);
}

/** In bytes; the log keeps less. */
const mostNoted = 8192;

interface NotedBody {
  readonly pieces: Buffer[];
  held: number;
  whole: boolean;
}

const noted = new WeakMap<IncomingMessage, NotedBody>();

/** The body of such a request is in no log. */
export function noteNoBody(incoming: IncomingMessage): void {
  noted.set(incoming, { pieces: [], held: 0, whole: false });
}

/** Kept while the request lasts. */
export function noteBody(incoming: IncomingMessage, piece: Buffer): void {
  const body = noted.get(incoming) ?? { pieces: [], held: 0, whole: true };
  noted.set(incoming, body);
  if (!body.whole) return;
  const room = mostNoted - body.held;
  body.whole = piece.length <= room;
  body.pieces.push(body.whole ? piece : Buffer.from(piece.subarray(0, room)));
  body.held += Math.min(piece.length, room);
}

/** @returns `null` for a request whose body was not read */
export function notedBody(incoming: IncomingMessage): { readonly text: string; readonly whole: boolean } | null {
  const body = noted.get(incoming);
  if (body === undefined || body.held === 0) return null;
  return { text: Buffer.concat(body.pieces).toString("utf8"), whole: body.whole };
}

/** Part of JavaScript since 2025, and missing in TypeScript's types. */
declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    /** Is written as this very text. */
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/**
 * Numbers that reading would change stay text.
 * @throws RangeError for nesting too deep to walk
 */
export function faithfulJson(text: string): unknown {
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && source !== String(value) ? JSON.rawJSON(source) : value,
  );
}

/** In the words of Python's decoder, which FastAPI's clients know. */
export interface JsonFault {
  readonly at: number;
  readonly error: string;
}

const space = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const stringPart = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;

/**
 * Without recursion, since the text is a stranger's.
 * @see CPython's Lib/json/decoder.py for the wording
 */
function jsonFault(text: string): JsonFault {
  const open: Opening[] = [];
  const reader = jsonReader(text, (opening) => open.push(opening));
  for (;;) {
    const read = reader.value();
    if (typeof read === "object") return read;
    if (!read) continue;
    for (;;) {
      reader.space();
      const inside = open.at(-1);
      if (inside === undefined) return { at: reader.at(), error: "Extra data" };
      const next = reader.next();
      if (next === ",") {
        reader.pass();
        const fault = inside === "{" ? reader.key() : null;
        if (fault !== null) return fault;
        break;
      }
      if (next !== (inside === "{" ? "}" : "]")) return { at: reader.at(), error: "Expecting ',' delimiter" };
      reader.pass();
      open.pop();
    }
  }
}

type Opening = "{" | "[";

/** @param opened called for each object or array that is not empty */
function jsonReader(text: string, opened: (opening: Opening) => void) {
  let at = 0;
  const skip = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    const [found = ""] = pattern.exec(text) ?? [];
    at += found.length;
    return found.length;
  };
  const string = (): JsonFault | null => {
    const start = at;
    at += 1;
    skip(stringPart);
    const end = text[at];
    if (end === '"') at += 1;
    else if (end === undefined) return { at: start, error: "Unterminated string starting at" };
    else if (end !== "\\") return { at, error: "Invalid control character at" };
    else if (at + 1 === text.length) return { at: start, error: "Unterminated string starting at" };
    else if (text[at + 1] === "u") return { at: at + 1, error: "Invalid \\uXXXX escape" };
    else return { at, error: "Invalid \\escape" };
    return null;
  };
  const key = (): JsonFault | null => {
    skip(space);
    if (text[at] !== '"') return { at, error: "Expecting property name enclosed in double quotes" };
    const fault = string();
    if (fault !== null) return fault;
    skip(space);
    if (text[at] !== ":") return { at, error: "Expecting ':' delimiter" };
    at += 1;
    return null;
  };
  /** @returns whether a whole value was read */
  const value = (): JsonFault | boolean => {
    skip(space);
    const first = text[at];
    if (first === '"') return string() ?? true;
    if (first !== "{" && first !== "[") return skip(scalar) > 0 ? true : { at, error: "Expecting value" };
    at += 1;
    skip(space);
    if (text[at] === (first === "{" ? "}" : "]")) {
      at += 1;
      return true;
    }
    opened(first);
    return first === "{" ? (key() ?? false) : false;
  };
  return {
    key,
    value,
    at: () => at,
    next: () => text[at],
    space: () => void skip(space),
    pass: () => void (at += 1),
  };
}

const mostBytes = 65_536;
const utf8 = new TextDecoder("utf-8", { fatal: true });

export interface JsonBody {
  /** Nothing of it is checked. */
  readonly value: unknown;
  /** As it came. */
  readonly text: string;
  readonly incoming: IncomingMessage;
}

/** The value alone, for those who do not validate it. @throws as `readBody` */
export async function readJson(incoming: IncomingMessage): Promise<unknown> {
  return (await readBody(incoming)).value;
}

/**
 * The body as JSON says it.
 * @throws BadRequest 400, 413 (also when a chunked body grows too large) or 415; ValidationFailed for what is no JSON
 */
export async function readBody(incoming: IncomingMessage, most = mostBytes): Promise<JsonBody> {
  const {
    "content-type": type = "",
    "content-encoding": encoding = "identity",
    "content-length": length = "0",
  } = incoming.headers;
  const [essence = ""] = type.split(";");
  // Without this a page of another site could send a "simple" request, which browsers let through unasked.
  if (!/^application\/(?:[\w.-]+\+)?json$/i.test(essence.trim()))
    throw new BadRequest(415, "the body must be application/json");
  if (encoding.toLowerCase() !== "identity") throw new BadRequest(415, "the body must not be compressed");
  if (Number(length) > most) throw tooLarge(most);
  const bytes = await readBytes(incoming, most);
  noteBody(incoming, bytes);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new BadRequest(400, "the body is not UTF-8 text");
  }
  if (text === "") throw new ValidationFailed([{ type: "missing", loc: ["body"], msg: "Field required", input: null }]);
  try {
    return { value: JSON.parse(text), text, incoming };
  } catch {
    const { at, error } = jsonFault(text);
    throw new ValidationFailed([
      { type: "json_invalid", loc: ["body", at], msg: "JSON decode error", input: {}, ctx: { error } },
    ]);
  }
}

function tooLarge(most = mostBytes): BadRequest {
  return new BadRequest(413, `the body is larger than ${most} bytes`);
}

/** The body as it comes. @throws BadRequest 413, also when a chunked one grows too large; 400 when it ends too early */
export function readBytes(incoming: IncomingMessage, most = mostBytes): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (): void => void incoming.off("data", take).off("end", end).off("error", fail).off("close", fail);
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= most) return void chunks.push(chunk);
      stop();
      incoming.pause();
      reject(tooLarge(most));
    };
    const end = (): void => {
      stop();
      resolve(Buffer.concat(chunks));
    };
    const fail = (): void => {
      stop();
      reject(new BadRequest(400, "the body ended too early"));
    };
    incoming.on("data", take).once("end", end).once("error", fail).once("close", fail);
  });
}
