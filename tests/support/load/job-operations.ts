import type { Random } from "../../../scripts/demo/random.ts";
import { tradeDates } from "../trade-dates.ts";
import { follow, sometimes } from "./followers.ts";
import type { Recorder } from "./recorder.ts";
import type { Customer } from "./service.ts";

/** What operations work with: where they ask, who asks, and what chance they take. */
export interface Surroundings {
  readonly recorder: Recorder;
  readonly random: Random;
  /** Where to ask, which may change while something is broken. */
  readonly url: () => string;
  readonly customers: readonly [Customer, ...Customer[]];
  /** The date of the next submission; by default chance picks it. */
  readonly nextDate?: () => string;
  /** Before each idempotency key, where several loads follow each other on one service. */
  readonly keyPrefix?: string;
  /** How what does not go over HTTP is done: once, or again where something is being broken. */
  readonly attempt?: <T>(work: () => Promise<T>) => Promise<T>;
}

interface Asked {
  readonly customer: Customer;
  readonly key: string;
  readonly body: string;
}

export interface KnownJob {
  readonly id: string;
  readonly customer: Customer;
}

const dates = tradeDates(250);
const ends = /^job\.(?:succeeded|failed|cancelled)$/;
/** Jobs that are asked about: the newest. */
const remembered = 60;

export const keyOf = ({ key }: Customer): { "x-api-key": string } => ({ "x-api-key": key });

/** The body of a submission, on a date that chance picks. */
export function requestBody(random: Random, date = random.pick(["2019-06-03", ...dates])): string {
  return JSON.stringify({ ticker: "DEMO", trade_date: date });
}

/** The jobs of a load: those that were accepted, and their followers. */
export function createJobs({ recorder, random, url, customers, nextDate, keyPrefix = "" }: Surroundings) {
  const jobs: KnownJob[] = [];
  const asked: Asked[] = [];
  const following: Promise<void>[] = [];
  const over = new AbortController();

  const send = async ({ customer, key, body }: Asked): Promise<void> => {
    const headers = { "content-type": "application/json", ...keyOf(customer), "idempotency-key": key };
    const id = await recorder.submit(customer.id, key, "/v1/analyses", { method: "POST", headers, body });
    if (id === null || jobs.some((job) => job.id === id)) return;
    jobs.push({ id, customer });
    if (jobs.length > remembered) jobs.shift();
    // Seven of ten are followed, and half of their connections are left and taken up again.
    if (random.next() < 0.7) following.push(followJob(id, customer));
  };
  const followJob = (id: string, customer: Customer): Promise<void> =>
    follow(recorder, {
      stream: id,
      route: "GET /v1/analyses/{id}/events",
      path: `/v1/analyses/${id}/events`,
      headers: keyOf(customer),
      url,
      isLast: (event) => ends.test(event),
      over: over.signal,
      leaveAfterMs: sometimes(random, 0.5, 2000),
    }).done;

  return {
    /** One of the newest that chance picks; `null` as long as there is none. */
    any: (): KnownJob | null => jobs[Math.floor(random.next() * jobs.length)] ?? null,
    newest: (): KnownJob | null => jobs.at(-1) ?? null,
    /** Under a key of its own, and some of them twice at once, as by a client that presses twice. */
    async submit(): Promise<void> {
      const one = {
        customer: random.pick(customers),
        key: `${keyPrefix}key-${asked.length + 1}`,
        body: requestBody(random, nextDate?.()),
      };
      asked.push(one);
      await Promise.all(Array.from({ length: random.next() < 0.1 ? 2 : 1 }, () => send(one)));
    },
    /** One that was submitted before, once more. */
    async repeat(): Promise<void> {
      const one = asked[Math.floor(random.next() * asked.length)];
      if (one !== undefined) await send(one);
    },
    /** Until the followers of all jobs have heard their ends. */
    async settle(): Promise<void> {
      await Promise.all(following);
      over.abort();
    },
  };
}

export type Jobs = ReturnType<typeof createJobs>;

/** What is asked about a job. */
export function jobOperations({ recorder, customers, random }: Surroundings, jobs: Jobs) {
  const ofJob = (
    known: KnownJob | null,
    ask: (path: string, headers: ReturnType<typeof keyOf>, id: string) => Promise<unknown>,
  ) => (known === null ? Promise.resolve() : ask(`/v1/analyses/${known.id}`, keyOf(known.customer), known.id));
  return {
    submit: jobs.submit,
    repeat: jobs.repeat,
    cancel: () =>
      ofJob(jobs.newest(), (path, headers) =>
        recorder.ask("DELETE /v1/analyses/{id}", path, { method: "DELETE", headers }, [200]),
      ),
    poll: () => ofJob(jobs.any(), (path, headers, id) => recorder.read(id, "GET /v1/analyses/{id}", path, { headers })),
    wait: () =>
      ofJob(jobs.newest(), (path, headers, id) =>
        recorder.read(id, "GET /v1/analyses/{id}?wait=10", `${path}?wait=10`, { headers }),
      ),
    report: () =>
      ofJob(jobs.any(), (path, headers) =>
        // 409 while it has none.
        recorder.ask("GET /v1/analyses/{id}/report.md", `${path}/report.md`, { headers }, [200, 409]),
      ),
    list: () =>
      recorder.ask("GET /v1/analyses", "/v1/analyses?limit=20", { headers: keyOf(random.pick(customers)) }, [200]),
    usage: () => recorder.ask("GET /v1/usage", "/v1/usage", { headers: keyOf(random.pick(customers)) }, [200]),
  };
}
