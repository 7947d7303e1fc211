import { z } from "zod";
import { Job } from "#src/contract/jobs/analysis.ts";
import { checkAnswer } from "./api-document.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Read as JSON where it is JSON, else its text; `null` for none. */
  readonly body: unknown;
}

export interface Ask {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, with the headers as they are. */
  readonly raw?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  readonly signal?: AbortSignal;
}

const Errors = z.object({
  detail: z.array(
    z.object({
      type: z.string(),
      loc: z.array(z.union([z.string(), z.number()])),
      msg: z.string(),
      input: z.unknown().optional(),
      ctx: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

/** Asks over real HTTP, and holds every answer to the committed OpenAPI document. */
export async function ask(
  base: string,
  method: string,
  path: string,
  { headers = {}, json, raw, signal }: Ask = {},
): Promise<Reply> {
  const body = json === undefined ? raw : JSON.stringify(json);
  const reply = await fetch(`${base}${path}`, {
    method,
    headers: { ...(json !== undefined && { "content-type": "application/json" }), ...headers },
    redirect: "manual",
    ...(body !== undefined && { body }),
    ...(body instanceof ReadableStream && { duplex: "half" }),
    ...(signal !== undefined && { signal }),
  });
  const text = await reply.text();
  const type = reply.headers.get("content-type");
  const read: unknown =
    text === "" ? null : /^application\/(?:[\w.]+\+)?json\b/.test(type ?? "") ? JSON.parse(text) : text;
  if (method !== "HEAD") checkAnswer(method, `${base}${path}`, { status: reply.status, type, body: read });
  return { status: reply.status, headers: reply.headers, body: read };
}

export const apple = { ticker: "AAPL", trade_date: "2025-06-02" };

/** Starts an analysis that must be accepted. */
export async function submit(
  base: string,
  json: unknown = apple,
  headers: Readonly<Record<string, string>> = {},
): Promise<Job> {
  const { status, body } = await ask(base, "POST", "/v1/analyses", { json, headers });
  if (status !== 202) throw new Error(`POST answered ${status}: ${JSON.stringify(body)}`);
  return Job.parse(body);
}

/** The errors of a 422, or a failure if it is none. */
export function errorsOf({ status, body }: Reply): z.infer<typeof Errors>["detail"] {
  if (status !== 422) throw new Error(`expected 422, and got ${status}: ${JSON.stringify(body)}`);
  return Errors.parse(body).detail;
}
