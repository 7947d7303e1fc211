import { createParser, type EventSourceMessage } from "eventsource-parser";
import { ApiError, detailOf } from "./api-error.ts";
import { isRetryable, pause, retryAfterMs, defaultRetryMs } from "./retry.ts";

export type Fetch = (request: Request) => Promise<Response>;

/**
 * The data of each event of a server-sent stream that ends with 204. Once it was open, a connection that breaks, a
 * server that is away and one that cannot answer are waited out, and it goes on by Last-Event-ID. Heartbeats are passed
 * over.
 * @throws ApiError for any other answer than 200 and 204; what fetch throws when the server was never reached
 */
export async function* eventStream(
  reach: Fetch,
  url: URL,
  headers: Readonly<Record<string, string>>,
  { after, signal }: { readonly after: number; readonly signal: AbortSignal | undefined },
): AsyncGenerator<string> {
  let last = String(after);
  let pauseMs = defaultRetryMs;
  let opened = false;
  for (;;) {
    const asked = { ...headers, accept: "text/event-stream", ...(last !== "0" && { "last-event-id": last }) };
    const request = new Request(url, { headers: asked, ...(signal !== undefined && { signal }) });
    const answer = await ask(reach, request, signal, opened);
    if (answer?.status === 204) return;
    if (answer !== null && !answer.ok && !(opened && isRetryable(answer)))
      throw new ApiError(answer.status, detailOf(await answer.json().catch(() => null)));
    if (answer?.ok !== true || answer.body === null) {
      await answer?.body?.cancel();
      await pause(answer === null ? pauseMs : retryAfterMs(answer, pauseMs), signal);
      continue;
    }
    opened = true;
    let came = false;
    for await (const said of read(answer.body, signal)) {
      if ("pauseMs" in said) {
        ({ pauseMs } = said);
        continue;
      }
      const { id, event, data } = said.message;
      came = true;
      // What we had seen is not known there: all is told again from the start.
      if (event === "reset") last = "0";
      else last = id ?? last;
      if (event !== "heartbeat" && event !== "reset") yield data;
    }
    // At once after news, for most streams end because all was told; a server that says nothing is left in peace.
    if (!came) await pause(pauseMs, signal);
  }
}

/** `null` when the server cannot be reached, which counts only once it was. */
async function ask(
  reach: Fetch,
  request: Request,
  signal: AbortSignal | undefined,
  wasThere: boolean,
): Promise<Response | null> {
  try {
    return await reach(request);
  } catch (error) {
    if (!wasThere || signal?.aborted === true) throw error;
    return null;
  }
}

/** What a stream says, as it comes: messages, and after how long to come back. */
type Said = { readonly message: EventSourceMessage } | { readonly pauseMs: number };

/** Ends where the connection does, whether it was closed or broke. @throws when `signal` fires */
async function* read(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): AsyncGenerator<Said> {
  const said: Said[] = [];
  const parser = createParser({
    onEvent: (message) => said.push({ message }),
    onRetry: (pauseMs) => said.push({ pauseMs }),
  });
  const text = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const piece = await reader.read().catch((error: unknown) => {
        if (signal?.aborted === true) throw error;
        return null;
      });
      if (piece === null || piece.done) return;
      parser.feed(text.decode(piece.value, { stream: true }));
      yield* said.splice(0);
    }
  } finally {
    // Also when the caller leaves: nobody reads on.
    await reader.cancel().catch(() => {});
  }
}
