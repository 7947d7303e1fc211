import createFetch from "openapi-fetch";
import { Job } from "#src/contract/analysis.ts";
import { JobEvent } from "#src/contract/jobs.ts";
import { ApiError, detailOf } from "./api-error.ts";
import { eventStream, type Fetch } from "./event-stream.ts";
import { isRetryable, pause, retryAfterMs, defaultRetryMs } from "./retry.ts";
import type { paths } from "./schema.ts";

export interface ClientOptions {
  /** Such as `http://127.0.0.1:3000`, or with a path where the API stands below one. */
  readonly baseUrl: string;
  /** Sent as X-API-Key. */
  readonly apiKey?: string | undefined;
  /** How the server is reached, where that is not over the network. */
  readonly fetch?: Fetch;
}

/** The most that the server holds a poll open, in seconds. */
const longestWait = 30;
/** Between two polls, in case the server does not hold them. */
const betweenPollsMs = 250;

const endedStatuses: readonly Job["status"][] = ["succeeded", "failed", "cancelled"];

export type Client = ReturnType<typeof createClient>;

/** The API with its types, and what a caller would write around it: waiting for a job, and following it. */
export function createClient({ baseUrl, apiKey, fetch: reach = (request) => fetch(request) }: ClientOptions) {
  const headers: Record<string, string> = apiKey === undefined ? {} : { "X-API-Key": apiKey };
  const base = baseUrl.replace(/\/+$/, "");
  const api = createFetch<paths>({ baseUrl: base, headers, fetch: reach });
  return {
    /** Every operation by method and path, as in openapi.json. */
    api,

    /**
     * The job when it has ended, however long that takes. Once the server has answered, its absences are waited out.
     * @throws ApiError when the server refuses; what fetch throws when it cannot be reached at first or `signal` fires
     */
    async waitFor(id: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Job> {
      const poll = () =>
        api.GET("/v1/analyses/{job_id}", {
          params: { path: { job_id: id }, query: { wait: longestWait } },
          ...(signal !== undefined && { signal }),
        });
      let answered = false;
      for (;;) {
        const answer = await poll().catch((error: unknown) => {
          if (!answered || signal?.aborted === true) throw error;
          return null;
        });
        if (answer?.data !== undefined) {
          answered = true;
          const job = Job.parse(answer.data);
          if (endedStatuses.includes(job.status)) return job;
          await pause(betweenPollsMs, signal);
          continue;
        }
        if (answer !== null && !(answered && isRetryable(answer.response)))
          throw new ApiError(answer.response.status, detailOf(answer.error));
        await pause(answer === null ? defaultRetryMs : retryAfterMs(answer.response, defaultRetryMs), signal);
      }
    },

    /**
     * A job's events in order, each once, until its last one. A connection that breaks is taken up again behind the
     * last event that came.
     * @param after the last event that was seen; 0 starts at the beginning, and one that the job does not have too
     * @throws as `waitFor`
     */
    async *events(
      id: string,
      { after = 0, signal }: { readonly after?: number; readonly signal?: AbortSignal } = {},
    ): AsyncGenerator<JobEvent> {
      const url = new URL(`${base}/v1/analyses/${encodeURIComponent(id)}/events`);
      for await (const data of eventStream(reach, url, headers, { after, signal }))
        yield JobEvent.parse(JSON.parse(data));
    },
  };
}
