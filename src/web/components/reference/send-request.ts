import { systemClock } from "#src/platform/clock.ts";
import type { SampleRequest } from "./sample-request.ts";

/** How an answer is, and the body as far as it has come. */
export interface Received {
  readonly status: number;
  readonly ms: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** Of a document that is not text, where the browser keeps it. */
  readonly file: { readonly url: string; readonly name: string; readonly bytes: number } | null;
  readonly done: boolean;
}

interface Sending {
  readonly request: SampleRequest;
  /** `null`: what the browser is signed in with. */
  readonly apiKey: string | null;
  readonly signal: AbortSignal;
  readonly show: (received: Received) => void;
}

/** As much of a body as a page shows well. */
const mostShown = 200_000;

/** Sends one request and tells how the answer grows. @throws when nothing answers, or it was stopped */
export async function sendRequest({ request, apiKey, signal, show }: Sending): Promise<void> {
  const from = systemClock.now();
  const response = await fetch(request.path, {
    method: request.method,
    headers: { ...request.headers, ...(apiKey !== null && { "X-API-Key": apiKey }) },
    ...(request.body !== null && { body: request.body }),
    credentials: apiKey === null ? "same-origin" : "omit",
    // Where a redirect leads is a page, which would come back as the answer.
    redirect: "manual",
    cache: "no-store",
    signal,
  });
  const head = {
    status: response.status,
    ms: systemClock.now() - from,
    headers: [...response.headers].filter(([name]) => shownHeaders.test(name)),
  };
  const type = response.headers.get("content-type") ?? "";
  if (!/^text\/|json|xml|svg/.test(type) && response.status === 200)
    return show({ ...head, text: "", file: fileOf(await response.blob(), request.path), done: true });
  let text = "";
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader?.read(); next !== undefined && !next.done; next = await reader?.read()) {
    text = (text + next.value).slice(0, mostShown);
    if (type.startsWith("text/event-stream")) show({ ...head, text, file: null, done: false });
  }
  show({ ...head, text: type.includes("json") ? pretty(text) : text, file: null, done: true });
}

const shownHeaders =
  /^(?:content-type|etag|idempotent-replayed|location|ratelimit-remaining|retry-after|x-request-id)$/;

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Cut off, or no JSON after all: as it came.
    return text;
  }
}

function fileOf(blob: Blob, path: string): Received["file"] {
  const name = path.split("?")[0]?.split("/").at(-1) ?? "answer";
  return { url: URL.createObjectURL(blob), name, bytes: blob.size };
}
