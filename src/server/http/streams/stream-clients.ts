import type { ServerResponse } from "node:http";
import type { Meters } from "../protection/metrics.ts";
import type { Chunk, StreamEvent } from "./stream-frames.ts";

export interface Client {
  readonly response: ServerResponse;
  /** The last event that it was told. */
  last: number;
}

/** Unread bytes after which a client is cut; it comes back. */
const mostUnread = 256 * 1024;

export function write({ response }: Client, bytes: Buffer): void {
  if (!response.destroyed && !response.writableEnded) response.write(bytes);
}

/** Node would frame the same bytes anew for each. */
export function writeChunk(client: Client, { bytes, chunk }: Chunk): void {
  const { socket, chunkedEncoding, destroyed, writableEnded } = client.response;
  // HTTP/1.0 has no chunks, and a queued answer no socket.
  if (socket === null || !chunkedEncoding) write(client, bytes);
  else if (!destroyed && !writableEnded && socket.writable) socket.write(chunk);
}

export function cutSlow(clients: ReadonlySet<Client>, { slowClients }: Pick<Meters, "slowClients">): void {
  for (const { response } of clients) {
    if (response.destroyed || response.writableLength <= mostUnread) continue;
    slowClients.inc();
    response.destroy();
  }
}

export function sendEvent(client: Client, { id, bytes }: StreamEvent): void {
  if (id <= client.last) return;
  client.last = id;
  write(client, bytes);
}
