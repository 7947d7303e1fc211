import { bodyText } from "./body-text.ts";
import { ConnectionError } from "./errors.ts";
import { pause, readJson, type Call, type RequestOptions, type Transport } from "./transport.ts";

export interface StreamOptions {
  /** Stops the stream: the loop throws its reason. */
  readonly signal?: AbortSignal;
  /** Only what comes after the event of this number. */
  readonly after?: number;
}

/** What is followed, and from where. */
interface Followed {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Where a connection that broke before its first event is taken up, when nothing says where it began. */
  readonly resumeAfter?: number;
}

/**
 * What a server-sent stream tells, each event once. A connection that breaks or falls silent is taken up again behind
 * the last event; a server that is away meanwhile is waited out.
 * @throws as Transport.send, as long as the stream was never open; later what the server refuses, and the signal's reason
 */
export async function* eventStream<T>(
  transport: Transport,
  { path, query = {}, resumeAfter }: Followed,
  { signal, after }: StreamOptions,
): AsyncGenerator<T> {
  let last = after;
  let retryMs = 2000;
  for (let wasOpen = false; ; wasOpen = true) {
    const headers = { accept: "text/event-stream", ...(last !== undefined && { "last-event-id": String(last) }) };
    const options = { ...(signal !== undefined && { signal }), ...(wasOpen && { maxRetries: Infinity }) };
    const body = await open(transport, { method: "GET", path, query, headers }, options);
    if (body === null) return;
    last ??= resumeAfter;
    let came = false;
    for await (const message of messagesOf(body, signal)) {
      retryMs = message.retryMs ?? retryMs;
      last = message.id ?? last;
      // What was seen is not known there: all is told again from the start.
      if (message.event === "reset") last = 0;
      if (message.data === "" || message.event === "heartbeat" || message.event === "reset") continue;
      came = true;
      yield readJson<T>(message.data);
    }
    // At once after news: most streams end because all was told.
    if (!came) await pause(retryMs, signal);
  }
}

/** `null` when the server has no more to tell. */
function open(transport: Transport, call: Call, options: RequestOptions): Promise<ReadableStream<Uint8Array> | null> {
  return transport.send(call, options, async ({ status, headers, body }) => {
    if (status === 204) return null;
    if (headers.get("content-type")?.startsWith("text/event-stream") === true) return body;
    await body?.cancel();
    throw new SyntaxError("the answer is not an event stream");
  });
}

interface Message {
  readonly event: string;
  readonly data: string;
  readonly id?: number;
  readonly retryMs?: number;
}

/** Ends where the connection does, whether it was closed, broke or fell silent. */
async function* messagesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal | undefined): AsyncGenerator<Message> {
  const parse = messageParser();
  try {
    for await (const text of bodyText(body, signal)) yield* parse(text);
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
  }
}

/**
 * Takes a stream's text piece by piece, wherever it is cut, and gives the messages that became whole.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function messageParser(): (text: string) => readonly Message[] {
  let rest = "";
  let fields: readonly (readonly [name: string, value: string])[] = [];
  return (text) => {
    rest += text;
    // A CR at the very end may be the first half of CR LF.
    const whole = /^[^]*(?:\n|\r(?=[^]))/.exec(rest)?.[0] ?? "";
    rest = rest.slice(whole.length);
    const messages: Message[] = [];
    for (const line of whole.split(/\r\n|\r|\n/).slice(0, -1)) {
      if (line !== "") {
        fields = [...fields, fieldOf(line)];
        continue;
      }
      if (fields.length > 0) messages.push(messageOf(fields));
      fields = [];
    }
    return messages;
  };
}

function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(":");
  return colon === -1 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, "")];
}

/** Of several fields of a name the last one counts; lines of data are joined. */
function messageOf(fields: readonly (readonly [name: string, value: string])[]): Message {
  const lastOf = (name: string): string | undefined => fields.findLast(([one]) => one === name)?.[1];
  const id = lastOf("id");
  const retry = lastOf("retry");
  return {
    event: lastOf("event") ?? "message",
    data: fields.flatMap(([name, value]) => (name === "data" ? [value] : [])).join("\n"),
    ...(id !== undefined && /^\d+$/.test(id) && { id: Number(id) }),
    ...(retry !== undefined && /^\d+$/.test(retry) && { retryMs: Number(retry) }),
  };
}
