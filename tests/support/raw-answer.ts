import { request as httpRequest, type IncomingHttpHeaders } from "node:http";

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Unlike fetch it may send any header, and decodes nothing. */
export function rawAnswer(
  base: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer; chunked?: boolean } = {},
): Promise<RawAnswer> {
  const { method = "GET", headers = {}, body, chunked = false } = options;
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${base}${path}`, { method, headers, agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.once("end", () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
      );
      reply.once("error", reject);
    });
    sent.once("error", reject);
    if (chunked) sent.setHeader("transfer-encoding", "chunked");
    else if (body !== undefined) sent.setHeader("content-length", Buffer.byteLength(body));
    sent.end(body);
  });
}
