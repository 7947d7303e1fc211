import { pagesOf, type Pages } from "../pages.ts";
import type {
  Backtest,
  BacktestEstimate,
  BacktestResult,
  BacktestValidity,
  operations,
  StartedBacktest,
  SubmitBacktest,
} from "../schema.ts";
import { idempotent, jsonBody, pause, type CreateOptions, type RequestOptions, type Transport } from "../transport.ts";
import { usualEveryMs, type WaitOptions } from "./batches.ts";

export type BacktestFilter = NonNullable<operations["listBacktests"]["parameters"]["query"]>;

const open: ReadonlySet<Backtest["status"]> = new Set(["queued", "running", "paused"]);

export class Backtests {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Starts a backtest on the server's archives. Without `models`, the rules engine decides at no cost. */
  create(request: SubmitBacktest, options?: CreateOptions): Promise<StartedBacktest> {
    const headers = idempotent(options);
    return this.#transport.json({ method: "POST", path: "/v1/backtests", headers, body: jsonBody(request) }, options);
  }

  /** What the same request would take as a backtest. Nothing is started. */
  estimate(request: SubmitBacktest, options?: RequestOptions): Promise<BacktestEstimate> {
    return this.#transport.json({ method: "POST", path: "/v1/backtests/estimate", body: jsonBody(request) }, options);
  }

  get(id: string, options?: RequestOptions): Promise<Backtest> {
    return this.#transport.json({ method: "GET", path: pathOf(id) }, options);
  }

  /** Newest first. */
  list(page: BacktestFilter = {}, options?: RequestOptions): Pages<Backtest> {
    return pagesOf(this.#transport, "/v1/backtests", page, options);
  }

  /** Can be repeated; one that has ended stays as it is. */
  cancel(id: string, options?: RequestOptions): Promise<Backtest> {
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/cancel` }, options);
  }

  /** Calls that are in progress finish; no other is made until it is resumed. */
  pause(id: string, options?: RequestOptions): Promise<Backtest> {
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/pause` }, options);
  }

  /** A paused one goes on where it stood. */
  resume(id: string, options?: RequestOptions): Promise<Backtest> {
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/resume` }, options);
  }

  /** Deletes it and its result for good. */
  async delete(id: string, options?: RequestOptions): Promise<void> {
    await this.#transport.send({ method: "DELETE", path: pathOf(id) }, options, () => null);
  }

  /** The backtest when it has ended, in whatever state. Give a `signal` to wait for so long at most. */
  async wait(id: string, { everyMs = usualEveryMs, ...options }: WaitOptions = {}): Promise<Backtest> {
    for (let patience: RequestOptions = options; ; patience = { ...options, maxRetries: Infinity }) {
      const backtest = await this.get(id, patience);
      if (!open.has(backtest.status)) return backtest;
      await pause(everyMs, options.signal);
    }
  }

  result(id: string, options?: RequestOptions): Promise<BacktestResult> {
    return this.#transport.json({ method: "GET", path: `${pathOf(id)}/result.json` }, options);
  }

  /** Its trades as CSV. */
  trades(id: string, options?: RequestOptions): Promise<string> {
    return this.#transport.send({ method: "GET", path: `${pathOf(id)}/trades.csv` }, options, (response) =>
      response.text(),
    );
  }

  /** Has its validity report made, at no cost, also in place of one that was made. */
  judge(id: string, options?: RequestOptions): Promise<BacktestValidity> {
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/validity` }, options);
  }

  /** What it proves, and what it does not. */
  validity(id: string, options?: RequestOptions): Promise<BacktestValidity> {
    return this.#transport.json({ method: "GET", path: `${pathOf(id)}/validity` }, options);
  }

  /** The same as Markdown. */
  validityMarkdown(id: string, options?: RequestOptions): Promise<string> {
    return this.#transport.send({ method: "GET", path: `${pathOf(id)}/validity.md` }, options, (response) =>
      response.text(),
    );
  }
}

function pathOf(id: string): string {
  return `/v1/backtests/${encodeURIComponent(id)}`;
}
