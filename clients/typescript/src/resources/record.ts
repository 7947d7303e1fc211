import { pagesOf, type Pages } from "../pages.ts";
import type {
  InstrumentRecord,
  ListedInstrument,
  operations,
  OwnInstrumentRecord,
  PublicRecord,
  Ranking,
  TrackedSignal,
} from "../schema.ts";
import type { RequestOptions, Transport } from "../transport.ts";

type Query<Name extends keyof operations> = NonNullable<operations[Name]["parameters"]["query"]>;

export type RankingFilter = Query<"getRanking">;
export type InstrumentFilter = Query<"listInstruments">;

/** The public record of the service's own list. */
export class TrackRecord {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** How often its opinions were right, what they returned, and how sure they were. */
  get(options?: RequestOptions): Promise<PublicRecord> {
    return this.#transport.json({ method: "GET", path: "/v1/record" }, options);
  }

  /** Newest first. `signal` is null until the entry session of a signal closes. */
  signals(page: Query<"listRecord"> = {}, options?: RequestOptions): Pages<TrackedSignal> {
    return pagesOf(this.#transport, "/v1/record/signals", page, options);
  }

  instrument(symbol: string, options?: RequestOptions): Promise<InstrumentRecord> {
    return this.#transport.json(
      { method: "GET", path: `/v1/record/instruments/${encodeURIComponent(symbol)}` },
      options,
    );
  }

  /** The newest opinion on each instrument, in an order. */
  ranking(query: RankingFilter = {}, options?: RequestOptions): Promise<Ranking> {
    return this.#transport.json({ method: "GET", path: "/v1/ranking", query }, options);
  }
}

export class Instruments {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** What the server's archives hold, by symbol. */
  list(filter: InstrumentFilter = {}, options?: RequestOptions): Pages<ListedInstrument> {
    return pagesOf(this.#transport, "/v1/instruments", filter, options);
  }

  /** All that your key may see of an instrument. */
  get(symbol: string, query: Query<"getInstrument"> = {}, options?: RequestOptions): Promise<OwnInstrumentRecord> {
    return this.#transport.json(
      { method: "GET", path: `/v1/instruments/${encodeURIComponent(symbol)}`, query },
      options,
    );
  }
}
