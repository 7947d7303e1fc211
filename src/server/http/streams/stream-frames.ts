/** An event as it goes out, encoded once for all who hear it. */
export interface StreamEvent {
  /** From a database sequence: ascending within a channel. */
  readonly id: number;
  readonly bytes: Buffer;
}

/** @param json the event's data on one line */
export function streamEvent(id: number, name: string, json: string): StreamEvent {
  return { id, bytes: Buffer.from(`id: ${id}\nevent: ${name}\ndata: ${json}\n\n`) };
}

/** As they are, and as one HTTP chunk (RFC 9112, 7.1). */
export interface Chunk {
  readonly bytes: Buffer;
  readonly chunk: Buffer;
}

export function chunkOf(events: readonly StreamEvent[]): Chunk {
  const bytes = Buffer.concat(events.map((event) => event.bytes));
  return { bytes, chunk: Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, lineEnd]) };
}

const lineEnd = Buffer.from("\r\n");
export const heartbeat = Buffer.from("event: heartbeat\ndata: {}\n\n");
export const resetEvent = Buffer.from("event: reset\ndata: {}\n\n");
