import createFetch from "openapi-fetch";
import { Job } from "#src/contract/analysis.ts";
import { JobEvent } from "#src/contract/jobs.ts";
import { ApiError, detailOf } from "./api-error.ts";
import { eventStream } from "./event-stream.ts";
import type { paths } from "./schema.ts";

export interface ClientOptions {
  /** Such as `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  /** Sent as X-API-Key. */
  readonly apiKey?: string | undefined;
}

/** The most that the server holds a poll open, in seconds. */
const longestWait = 30;
const endedStatuses: readonly Job["status"][] = ["succeeded", "failed", "cancelled"];

/** The API with its types, and what a caller would write around it: waiting for a job, and following it. */
export function createClient({ baseUrl, apiKey }: ClientOptions) {
  const headers: Record<string, string> = apiKey === undefined ? {} : { "X-API-Key": apiKey };
  const api = createFetch<paths>({ baseUrl, headers });
  return {
    /** Every operation by method and path, as in openapi.json. */
    api,

    /**
     * The job when it has ended, however long that takes.
     * @throws ApiError when the server refuses; what fetch throws when it cannot be reached or `signal` fires
     */
    async waitFor(id: string, signal?: AbortSignal): Promise<Job> {
      for (;;) {
        const { data, error, response } = await api.GET("/v1/analyses/{job_id}", {
          params: { path: { job_id: id }, query: { wait: longestWait } },
          ...(signal !== undefined && { signal }),
        });
        if (data === undefined) throw new ApiError(response.status, detailOf(error));
        const job = Job.parse(data);
        if (endedStatuses.includes(job.status)) return job;
      }
    },

    /**
     * A job's events in order, each once, until its last one. A connection that breaks is taken up again behind the
     * last event that came.
     * @param after the last event that was seen; 0 starts at the beginning
     * @throws ApiError when the server refuses
     */
    async *events(
      id: string,
      { after = 0, signal }: { after?: number; signal?: AbortSignal } = {},
    ): AsyncGenerator<JobEvent> {
      const url = new URL(`/v1/analyses/${encodeURIComponent(id)}/events`, baseUrl);
      for await (const data of eventStream(url, headers, after, signal)) yield JobEvent.parse(JSON.parse(data));
    },
  };
}
