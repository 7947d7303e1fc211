import type { AddInstrument, ListRun, NextRun, SaveWatchlist, Watchlist } from "../schema.ts";
import { idempotent, jsonBody, type CreateOptions, type RequestOptions, type Transport } from "../transport.ts";

interface All<T> {
  readonly data: readonly T[];
}

export interface LimitOptions extends RequestOptions {
  readonly limit?: number;
}

export class Lists {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All of your watchlists, oldest first. */
  list(options?: RequestOptions): Promise<readonly Watchlist[]> {
    return this.#all("/v1/lists", options);
  }

  /** From now on, its instruments are analysed on the schedule. */
  create(list: SaveWatchlist, options?: CreateOptions): Promise<Watchlist> {
    const headers = idempotent(options);
    return this.#transport.json({ method: "POST", path: "/v1/lists", headers, body: jsonBody(list) }, options);
  }

  get(id: string, options?: RequestOptions): Promise<Watchlist> {
    return this.#transport.json({ method: "GET", path: pathOf(id) }, options);
  }

  /** Replaces all of it. */
  replace(id: string, list: SaveWatchlist, options?: RequestOptions): Promise<Watchlist> {
    return this.#transport.json({ method: "PUT", path: pathOf(id), body: jsonBody(list) }, options);
  }

  /** It no longer runs. Its signals can still be read. */
  async delete(id: string, options?: RequestOptions): Promise<void> {
    await this.#transport.send({ method: "DELETE", path: pathOf(id) }, options, () => null);
  }

  addInstrument(id: string, instrument: AddInstrument, options?: RequestOptions): Promise<Watchlist> {
    const body = jsonBody(instrument);
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/instruments`, body, once: true }, options);
  }

  /** Soonest first. */
  nextRuns(id: string, options?: LimitOptions): Promise<readonly NextRun[]> {
    return this.#all(`${pathOf(id)}/next-runs`, options);
  }

  /** Newest first, with the signal that each published. */
  runs(id: string, options?: LimitOptions): Promise<readonly ListRun[]> {
    return this.#all(`${pathOf(id)}/runs`, options);
  }

  async #all<T>(path: string, { limit, ...options }: LimitOptions = {}): Promise<readonly T[]> {
    return (await this.#transport.json<All<T>>({ method: "GET", path, query: { limit } }, options)).data;
  }
}

function pathOf(id: string): string {
  return `/v1/lists/${encodeURIComponent(id)}`;
}
