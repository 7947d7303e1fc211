import { jsonLines } from "../json-lines.ts";
import { pagesOf, type Pages } from "../pages.ts";
import type { Batch, BatchLine, BatchResult, operations } from "../schema.ts";
import { idempotent, pause, type CreateOptions, type RequestOptions, type Transport } from "../transport.ts";

export type BatchFilter = NonNullable<operations["listBatches"]["parameters"]["query"]>;
export type BatchResultFilter = NonNullable<operations["getBatchResults"]["parameters"]["query"]>;

export interface CreateBatchOptions extends CreateOptions {
  /** The most that all runs together may cost, in US dollars, such as `"20.00"`. */
  readonly budgetUsd?: string;
}

export interface WaitOptions extends RequestOptions {
  /** Between two looks, in milliseconds. Usually 2,000. */
  readonly everyMs?: number;
}

/** Between two looks at what takes long. */
export const usualEveryMs = 2000;

export class Batches {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Starts many analyses, each with a `custom_id` of yours. They run behind single ones and under one budget. */
  async create(
    lines: Iterable<BatchLine> | AsyncIterable<BatchLine>,
    { budgetUsd, ...options }: CreateBatchOptions = {},
  ): Promise<Batch> {
    let text = "";
    for await (const line of lines) text += `${JSON.stringify(line)}\n`;
    const body = { type: "application/jsonl", text };
    const query = { budget_usd: budgetUsd };
    return this.#transport.json(
      { method: "POST", path: "/v1/batches", query, headers: idempotent(options), body },
      options,
    );
  }

  get(id: string, options?: RequestOptions): Promise<Batch> {
    return this.#transport.json({ method: "GET", path: pathOf(id) }, options);
  }

  /** Newest first. */
  list(page: BatchFilter = {}, options?: RequestOptions): Pages<Batch> {
    return pagesOf(this.#transport, "/v1/batches", page, options);
  }

  /** The lines that have ended, in the order of the request. While the batch runs, these are the results so far. */
  results(
    id: string,
    { after, include }: BatchResultFilter = {},
    options?: RequestOptions,
  ): AsyncGenerator<BatchResult> {
    return jsonLines<BatchResult>(
      this.#transport,
      (last) => ({ method: "GET", path: `${pathOf(id)}/results`, query: { after: last?.line ?? after, include } }),
      options,
    );
  }

  /** Waiting lines are not started, running ones are cancelled. Can be repeated. */
  cancel(id: string, options?: RequestOptions): Promise<Batch> {
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/cancel` }, options);
  }

  /** The batch when each of its lines has ended. Give a `signal` to wait for so long at most. */
  async wait(id: string, { everyMs = usualEveryMs, ...options }: WaitOptions = {}): Promise<Batch> {
    for (let patience: RequestOptions = options; ; patience = { ...options, maxRetries: Infinity }) {
      const batch = await this.get(id, patience);
      if (batch.status === "succeeded" || batch.status === "cancelled") return batch;
      await pause(everyMs, options.signal);
    }
  }
}

function pathOf(id: string): string {
  return `/v1/batches/${encodeURIComponent(id)}`;
}
