import type { EstimateMemory, MemoryEstimate, MemoryJob, MemoryJobList, SubmitMemory } from "../schema.ts";
import { jsonBody, pause, type RequestOptions, type Transport } from "../transport.ts";
import { usualEveryMs, type WaitOptions } from "./batches.ts";

const open: ReadonlySet<MemoryJob["status"]> = new Set(["queued", "running"]);

/** How much of a model's opinion on a date is memory, measured on a model key of yours. */
export class Memory {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Calls and cost, before anybody is asked. */
  estimate(request: EstimateMemory, options?: RequestOptions): Promise<MemoryEstimate> {
    return this.#transport.json({ method: "POST", path: "/v1/memory/estimate", body: jsonBody(request) }, options);
  }

  /** Starts a measurement. Each call is held against the budget before it is made. */
  create(request: SubmitMemory, options?: RequestOptions): Promise<MemoryJob> {
    return this.#transport.json({ method: "POST", path: "/v1/memory", body: jsonBody(request) }, options);
  }

  get(id: string, options?: RequestOptions): Promise<MemoryJob> {
    return this.#transport.json({ method: "GET", path: pathOf(id) }, options);
  }

  /** The last 50, newest first. */
  async list(options?: RequestOptions): Promise<readonly MemoryJob[]> {
    const { data } = await this.#transport.json<MemoryJobList>({ method: "GET", path: "/v1/memory" }, options);
    return data;
  }

  /** Can be repeated; one that has ended stays as it is. */
  cancel(id: string, options?: RequestOptions): Promise<MemoryJob> {
    return this.#transport.json({ method: "POST", path: `${pathOf(id)}/cancel` }, options);
  }

  /** The measurement when it has ended, in whatever state. Give a `signal` to wait for so long at most. */
  async wait(id: string, { everyMs = usualEveryMs, ...options }: WaitOptions = {}): Promise<MemoryJob> {
    for (let patience: RequestOptions = options; ; patience = { ...options, maxRetries: Infinity }) {
      const job = await this.get(id, patience);
      if (!open.has(job.status)) return job;
      await pause(everyMs, options.signal);
    }
  }
}

function pathOf(id: string): string {
  return `/v1/memory/${encodeURIComponent(id)}`;
}
