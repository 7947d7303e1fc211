import { setTimeout as pause } from "node:timers/promises";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { ApiError, detailOf } from "./api-error.ts";

/** Between a broken connection and the next try, when the server has not said. */
const usualRetryMs = 2000;

/**
 * The data of each event of a server-sent stream that ends with 204, resumed by Last-Event-ID when the connection
 * breaks. Heartbeats carry no data of ours and are passed over.
 * @throws ApiError for an answer other than 200 and 204
 */
export async function* eventStream(
  url: URL,
  headers: Readonly<Record<string, string>>,
  after: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  let last = String(after);
  let retryMs = usualRetryMs;
  for (;;) {
    const answer = await open(
      url,
      { ...headers, accept: "text/event-stream", ...(last !== "0" && { "last-event-id": last }) },
      signal,
    );
    if (answer === null) {
      await pause(retryMs, undefined, signal === undefined ? {} : { signal });
      continue;
    }
    if (answer.status === 204) return;
    if (!answer.ok || answer.body === null)
      throw new ApiError(answer.status, detailOf(await answer.json().catch(() => null)));
    try {
      for await (const said of parsed(answer.body)) {
        if ("retryMs" in said) {
          retryMs = said.retryMs;
          continue;
        }
        const { id, event, data } = said.message;
        last = id ?? last;
        if (event !== "heartbeat" && event !== "reset") yield data;
      }
    } catch (error) {
      // The connection broke: go on behind what came. A signal that fired is the caller's own end.
      if (signal?.aborted === true || error instanceof ApiError) throw error;
    }
  }
}

/** `null` when the server cannot be reached now. */
async function open(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response | null> {
  try {
    return await fetch(url, { headers, ...(signal !== undefined && { signal }) });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return null;
  }
}

/** What the stream says, as it comes: messages, and after how long to come back. */
type Said = { readonly message: EventSourceMessage } | { readonly retryMs: number };

async function* parsed(body: ReadableStream<Uint8Array>): AsyncGenerator<Said> {
  const said: Said[] = [];
  const parser = createParser({
    onEvent: (message) => said.push({ message }),
    onRetry: (retryMs) => said.push({ retryMs }),
  });
  const text = new TextDecoder();
  for await (const piece of body) {
    parser.feed(text.decode(piece, { stream: true }));
    yield* said.splice(0);
  }
}
