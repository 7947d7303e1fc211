import { Analyses } from "./resources/analyses.ts";
import { Memory } from "./resources/memory.ts";
import { Backtests } from "./resources/backtests.ts";
import { Batches } from "./resources/batches.ts";
import { Lists } from "./resources/lists.ts";
import { Portfolios } from "./resources/portfolios.ts";
import { Instruments, TrackRecord } from "./resources/record.ts";
import { Requests } from "./resources/requests.ts";
import { Signals } from "./resources/signals.ts";
import { Webhooks } from "./resources/webhooks.ts";
import type { Config, operations, UsageReport } from "./schema.ts";
import { Transport, type ConclaveOptions, type RequestOptions } from "./transport.ts";

/** The API of a Conclave service. */
export class Conclave {
  readonly analyses: Analyses;
  readonly batches: Batches;
  /** What you hold. */
  readonly portfolios: Portfolios;
  readonly signals: Signals;
  readonly lists: Lists;
  readonly backtests: Backtests;
  readonly memory: Memory;
  readonly record: TrackRecord;
  /** What the server's archives hold. */
  readonly instruments: Instruments;
  /** What was asked with your keys. */
  readonly requests: Requests;
  /** Where events of your account are sent. */
  readonly webhooks: Webhooks;
  readonly #transport: Transport;

  constructor(options: ConclaveOptions = {}) {
    const transport = new Transport(options);
    this.#transport = transport;
    this.analyses = new Analyses(transport);
    this.batches = new Batches(transport);
    this.portfolios = new Portfolios(transport);
    this.signals = new Signals(transport);
    this.lists = new Lists(transport);
    this.backtests = new Backtests(transport);
    this.memory = new Memory(transport);
    this.record = new TrackRecord(transport);
    this.instruments = new Instruments(transport);
    this.requests = new Requests(transport);
    this.webhooks = new Webhooks(transport);
  }

  /** What applies to every analysis that does not say otherwise. */
  config(options?: RequestOptions): Promise<Config> {
    return this.#transport.json({ method: "GET", path: "/v1/config" }, options);
  }

  /** Jobs, tokens and cost between two instants; without them, of this month. */
  usage(
    period: NonNullable<operations["getUsage"]["parameters"]["query"]> = {},
    options?: RequestOptions,
  ): Promise<UsageReport> {
    return this.#transport.json({ method: "GET", path: "/v1/usage", query: period }, options);
  }
}
