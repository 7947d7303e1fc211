import type { IncomingMessage } from "node:http";

/** In bytes; the log keeps less. */
const mostBytes = 8192;

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
  const room = mostBytes - body.held;
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
