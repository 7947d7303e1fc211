import { eventStream, type StreamOptions } from "../event-stream.ts";
import { pagesOf, type Pages } from "../pages.ts";
import type { operations, SignalDetail, SignalEvent } from "../schema.ts";
import type { RequestOptions, Transport } from "../transport.ts";

export type SignalFilter = NonNullable<operations["listSignals"]["parameters"]["query"]>;

export interface SignalStreamOptions extends StreamOptions {
  /** The ID of a watchlist of yours. Without it: the service's own list. */
  readonly list?: string;
}

export class Signals {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Newest first, of one list; with `symbol` the history of one instrument. */
  list(filter: SignalFilter = {}, options?: RequestOptions): Pages<SignalDetail> {
    return pagesOf(this.#transport, "/v1/signals", filter, options);
  }

  get(id: string, options?: RequestOptions): Promise<SignalDetail> {
    return this.#transport.json({ method: "GET", path: `/v1/signals/${encodeURIComponent(id)}` }, options);
  }

  /** Its report as one HTML file that checks itself offline, with its entry in the chain. */
  proof(id: string, options?: RequestOptions): Promise<string> {
    const path = `/v1/signals/${encodeURIComponent(id)}/proof`;
    return this.#transport.send({ method: "GET", path }, options, (response) => response.text());
  }

  /**
   * Signals as they are published and withdrawn, without an end, from the next one on or behind `after`. None is lost
   * while a connection is down.
   */
  async *stream({ list, ...options }: SignalStreamOptions = {}): AsyncGenerator<SignalEvent> {
    const query = { ...(list !== undefined && { list }) };
    const signal = options.signal === undefined ? {} : { signal: options.signal };
    // A connection may break before its first event, which is where its events have no number to go on behind.
    const newest = options.after === undefined ? await this.list({ ...query, limit: 1 }, signal) : null;
    const resumeAfter = newest?.data[0]?.signal.number ?? 0;
    yield* eventStream<SignalEvent>(this.#transport, { path: "/v1/signals/events", query, resumeAfter }, options);
  }
}
