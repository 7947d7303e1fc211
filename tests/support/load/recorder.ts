import { z } from "zod";
import { JobStatus } from "#src/contract/jobs/analysis.ts";
import type { EventStream } from "../event-stream.ts";
import type { JobRead, Reader, Submission } from "../history/history.ts";

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a request was, as a row of the table, and how it ended. */
export interface Done {
  readonly route: string;
  readonly ms: number;
  /** `null`: no answer came. */
  readonly status: number | null;
  /** What came was not what should. */
  readonly wrong: string | null;
}

/** Writes down everything that a load asks and hears. Times are of the monotonic clock. */
export interface Recorder {
  readonly done: readonly Done[];
  readonly submissions: readonly Submission[];
  readonly reads: readonly JobRead[];
  readonly readers: Reader[];
  /** @param expected statuses that are right; another one, or no answer, is written down as wrong */
  ask(route: string, path: string, sent: Sent, expected: readonly number[]): Promise<Answer | null>;
  submit(owner: string, key: string, path: string, sent: Sent): Promise<string | null>;
  read(job: string, route: string, path: string, sent: Sent): Promise<JobStatus | null>;
  /** Opens a stream: how long its head took is written down. `null`: it could not be reached. */
  open(route: string, connect: () => Promise<EventStream>): Promise<EventStream | null>;
}

const Job = z.object({ id: z.string(), status: JobStatus });
const giveUpMs = 60_000;
/** Of what is away for a moment, and of a stream whose last connection still counts. */
const passing: readonly number[] = [429, 502, 503];

/** @param tolerant whether answers may be missing, or be a 503: something is being broken */
export function createRecorder(url: () => string, { tolerant = false } = {}): Recorder {
  const done: Done[] = [];
  const submissions: Submission[] = [];
  const reads: JobRead[] = [];
  const ask: Recorder["ask"] = async (route, path, { method = "GET", headers = {}, body }, expected) => {
    const from = performance.now();
    const note = (status: number | null, wrong: string | null): void =>
      void done.push({ route, ms: performance.now() - from, status, wrong });
    try {
      const answer = await fetch(`${url()}${path}`, {
        method,
        headers,
        redirect: "manual",
        signal: AbortSignal.timeout(giveUpMs),
        ...(body !== undefined && { body }),
      });
      const text = await answer.text();
      const right = expected.includes(answer.status) || (tolerant && passing.includes(answer.status));
      note(answer.status, right ? null : `${answer.status}: ${text.slice(0, 200)}`);
      return { status: answer.status, text };
    } catch (error) {
      note(null, tolerant ? null : String(error instanceof Error ? (error.cause ?? error) : error));
      return null;
    }
  };
  return {
    done,
    submissions,
    reads,
    readers: [],
    ask,
    async open(route, connect) {
      const from = performance.now();
      const opened = await connect().catch(() => null);
      const status = opened?.status ?? null;
      const right = status === 200 || status === 204 || status === 429 || tolerant;
      done.push({ route, ms: performance.now() - from, status, wrong: right ? null : String(status) });
      return opened;
    },
    async submit(owner, key, path, sent) {
      const invokedAt = performance.now();
      const answer = await ask("POST /v1/analyses", path, sent, [202]);
      const job = answer?.status === 202 ? Job.parse(JSON.parse(answer.text)).id : null;
      submissions.push({ owner, key, job, invokedAt, completedAt: answer === null ? null : performance.now() });
      return job;
    },
    async read(job, route, path, sent) {
      const invokedAt = performance.now();
      const answer = await ask(route, path, sent, [200]);
      if (answer === null || (answer.status !== 200 && answer.status !== 404)) return null;
      const status = answer.status === 404 ? ("missing" as const) : Job.parse(JSON.parse(answer.text)).status;
      reads.push({ job, status, invokedAt, completedAt: performance.now() });
      return status === "missing" ? null : status;
    },
  };
}
