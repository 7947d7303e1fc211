import type { IncomingMessage } from "node:http";
import { PassThrough, type Readable } from "node:stream";

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
