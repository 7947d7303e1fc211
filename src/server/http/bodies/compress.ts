import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

type Coding = "br" | "gzip";

/** Smaller answers are mostly headers. */
const fewestBytes = 1024;
const compressible = /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|javascript))/i;

const squeeze: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  // Quality 4 is as quick as gzip and sends less.
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body),
};

/** Compresses text that is sent in one piece. Streams and encoded answers pass. Its ETag is weak. */
export function compressAnswer(request: IncomingMessage, response: ServerResponse): void {
  const coding = codingFor(String(request.headers["accept-encoding"] ?? ""));
  if (coding === null || request.method === "HEAD") return;
  const { writeHead, write, end, flushHeaders } = response;
  let held: { readonly status: number; readonly headers: OutgoingHttpHeaders } | null = null;
  const release = (): void => {
    Object.assign(response, { writeHead, write, end, flushHeaders });
    if (held !== null) response.writeHead(held.status, held.headers);
  };
  // The head waits for the body's size.
  response.writeHead = (status: number, ...rest: readonly unknown[]): ServerResponse => {
    const headers = asHeaders(rest[0]);
    if (rest.length <= 1 && headers !== null && isCompressible(status, headers)) {
      held = { status, headers };
      return response;
    }
    release();
    return Reflect.apply(writeHead, response, [status, ...rest]);
  };
  response.write = (...args: readonly unknown[]): boolean => {
    release();
    return Reflect.apply(write, response, args);
  };
  response.flushHeaders = () => {
    release();
    response.flushHeaders();
  };
  response.end = (...args: readonly unknown[]): ServerResponse => {
    const [body] = args;
    const bytes = typeof body === "string" ? Buffer.from(body) : body instanceof Uint8Array ? Buffer.from(body) : null;
    if (held === null || bytes === null || bytes.length < fewestBytes || args.length > 1) {
      release();
      return Reflect.apply(end, response, args);
    }
    const { status, headers } = held;
    held = null;
    release();
    const send = (small: Buffer): unknown =>
      response.destroyed || response.writeHead(status, encodedAs(coding, small.length, headers)).end(small);
    squeeze[coding](bytes)
      .then(send)
      .catch((error: Error) => response.destroy(error));
    return response;
  };
}

/** The plain object that our answers have. */
function asHeaders(value: unknown): OutgoingHttpHeaders | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.toLowerCase(), each]));
}

function isCompressible(status: number, headers: OutgoingHttpHeaders): boolean {
  return (
    status >= 200 &&
    ![204, 206, 304].includes(status) &&
    headers["content-encoding"] === undefined &&
    !/no-transform/i.test(String(headers["cache-control"] ?? "")) &&
    compressible.test(String(headers["content-type"] ?? ""))
  );
}

function encodedAs(coding: Coding, length: number, headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const { etag } = headers;
  return {
    ...headers,
    "content-encoding": coding,
    "content-length": length,
    ...(typeof etag === "string" && { etag: etag.startsWith("W/") ? etag : `W/${etag}` }),
  };
}

/** Brotli before gzip (RFC 9110, 12.5.3). */
function codingFor(accepted: string): Coding | null {
  const wanted = new Map(
    accepted
      .toLowerCase()
      .split(",")
      .map((part) => {
        const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
        const q = parameters.find((each) => each.startsWith("q="));
        return [name, q === undefined ? 1 : Number(q.slice(2))];
      }),
  );
  const takes = (coding: Coding): boolean => (wanted.get(coding) ?? wanted.get("*") ?? 0) > 0;
  return takes("br") ? "br" : takes("gzip") ? "gzip" : null;
}
