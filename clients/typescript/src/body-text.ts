import { ConnectionError } from "./errors.ts";

/** A stream says something every 15 s, and results come at once: a connection on which nothing comes for this long is dead. */
const silenceMs = 45_000;

/**
 * The text of a body in pieces, as they come.
 * @throws ConnectionError when the connection breaks or falls silent; the signal's reason
 */
export async function* bodyText(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await next(reader, signal);
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // Also when the caller leaves the loop: nobody reads on.
    await reader.cancel().catch(() => {});
  }
}

async function next(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ConnectionError("the connection fell silent")), silenceMs);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof ConnectionError ? error : new ConnectionError("the connection broke", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
