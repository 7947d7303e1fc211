import type { IncomingMessage } from "node:http";
import { noteBody } from "./noted-bodies.ts";
import { BadRequest } from "./problems.ts";

export interface LineLimits {
  /** Of the whole body. */
  readonly bytes: number;
  readonly lines: number;
  /** Of one line, without its end. */
  readonly lineBytes: number;
}

const newline = 10;

/**
 * The lines of a body as they come, without those that are empty; of one that is too long only its beginning is held.
 * @returns each with its number in the body, from 1; `null` in place of a text that is too long
 * @throws BadRequest 413 for a body that is too large or has too many lines, 415 for another kind, 400 when it ends too early
 */
export async function* readLines(
  incoming: IncomingMessage,
  { bytes: mostBytes, lines: mostLines, lineBytes }: LineLimits,
): AsyncGenerator<{ readonly line: number; readonly bytes: Buffer | null }> {
  const {
    "content-type": type = "",
    "content-encoding": encoding = "identity",
    "content-length": length,
  } = incoming.headers;
  const [essence = ""] = type.split(";");
  // None of these is one that a page of another site may send unasked.
  if (!/^application\/(?:jsonl|x-ndjson|x-jsonlines)$/i.test(essence.trim()))
    throw new BadRequest(415, "the body must be application/json or application/jsonl");
  if (encoding.toLowerCase() !== "identity") throw new BadRequest(415, "the body must not be compressed");
  const tooLarge = (): BadRequest => new BadRequest(413, `the body is larger than ${mostBytes} bytes`);
  if (Number(length ?? 0) > mostBytes) throw tooLarge();
  let size = 0;
  let number = 0;
  let told = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const hold = (piece: Buffer): void => {
    heldBytes += piece.length;
    if (heldBytes <= lineBytes) held.push(piece);
    else held = [];
  };
  const take = (): { readonly line: number; readonly bytes: Buffer | null } | null => {
    number += 1;
    const bytes = heldBytes > lineBytes ? null : Buffer.concat(held);
    held = [];
    heldBytes = 0;
    if (bytes?.every((byte) => byte === 32 || byte === 9 || byte === 13) === true) return null;
    told += 1;
    if (told > mostLines) throw new BadRequest(413, `a batch can have at most ${mostLines} lines`);
    return { line: number, bytes };
  };
  try {
    // One that is refused is left as it is, so that the answer reaches a client that still sends.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError("a body is read as bytes");
      noteBody(incoming, chunk);
      size += chunk.length;
      if (size > mostBytes) throw tooLarge();
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        hold(chunk.subarray(start, end));
        start = end + 1;
        const line = take();
        if (line !== null) yield line;
      }
      hold(chunk.subarray(start));
    }
  } catch (error) {
    incoming.pause();
    if (error instanceof BadRequest || error instanceof TypeError) throw error;
    throw new BadRequest(400, "the body ended too early");
  }
  const last = heldBytes === 0 ? null : take();
  if (last !== null) yield last;
}
