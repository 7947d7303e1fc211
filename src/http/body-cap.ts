import type { IncomingMessage } from "node:http";
import { PassThrough, type Readable } from "node:stream";

const pageBytes = 1_048_576;
/** A picture of 5 MB, and the form around it. */
const uploadBytes = 5 * 1_048_576 + 65_536;
const apiBytes = 65_536;

/** Pages under which a picture or a backtest's result can be uploaded, and the path of the pictures themselves. */
const uploads = /^\/(?:(?:settings|backtests)(?:\/|$)|api\/avatar$)/;

/** How large a request's body may be, in bytes. */
export function maxBodyBytes(path: string, contract: boolean): number {
  if (uploads.test(path)) return uploadBytes;
  return contract ? apiBytes : pageBytes;
}

/** False for a request whose declared length is too much. Node holds a body to its declared length. */
export function isWithinLimit(request: IncomingMessage, most: number): boolean {
  return Number(request.headers["content-length"] ?? 0) <= most;
}

/**
 * The body of a request that does not declare its length, cut off where it grows too large.
 * @param exceeded called once, when it has
 */
export function limitedBody(request: IncomingMessage, most: number, exceeded: () => void): Readable {
  const body = new PassThrough();
  // Whoever passes it on hears of it too.
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
