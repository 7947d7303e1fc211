import { expect } from "vitest";
import type { Job } from "#src/contract/jobs/analysis.ts";
import { promptDate, startModelServer, type ModelCall } from "./model-server.ts";
import type { Behaviour } from "./model-wire.ts";
import { tradeDates } from "./trade-dates.ts";
import { testCluster, toldTypes, untilEnded } from "./worker-process.ts";

/** What goes wrong, and how a job ends by it: `failed` with such an error, or `succeeded` with or without an opinion. */
interface Fault {
  /** @param nth of the job's calls since it began, from 0 */
  readonly behave: (nth: number, call: ModelCall) => Behaviour;
  readonly end: RegExp | "review" | "opinion";
  /** An answer that is none: a debate that has heard a risk voice ends in REVIEW by it, with all that was said. */
  readonly isNoAnswer?: boolean;
}

/** Of a job's calls the first after which one of the three risk voices was heard, if no more are. */
const afterARiskVoice = 10;

const model = String.raw`^(quick|deep): `;

const faults: Readonly<Record<string, Fault>> = {
  "is rate limiting for ever": {
    behave: () => ({ kind: "status", status: 429, headers: { "retry-after-ms": "30" } }),
    end: new RegExp(`${model}the provider answered 429: .* \\(asked 4 times\\)$`),
  },
  "asks to come back in an hour": {
    behave: () => ({ kind: "status", status: 429, headers: { "retry-after": "3600" } }),
    end: new RegExp(`${model}the provider answered 429 and asks to come back in 3600 s$`),
  },
  "is rate limiting for a while": {
    behave: (nth) =>
      nth < 3 ? { kind: "status", status: 429, headers: { "retry-after-ms": "30" } } : { kind: "answer" },
    end: "opinion",
  },
  "is overloaded": {
    behave: () => ({ kind: "status", status: 503, headers: { "retry-after-ms": "30" } }),
    end: new RegExp(`${model}the provider answered 503: .* \\(asked 4 times\\)$`),
  },
  "has no quota left": {
    behave: () => ({
      kind: "status",
      status: 429,
      body: { error: { message: "You exceeded your current quota", code: "insufficient_quota" } },
    }),
    end: new RegExp(`${model}the account has no quota left \\(429\\): You exceeded your current quota$`),
  },
  "refuses a parameter": {
    behave: (_nth, { body }) =>
      body["seed"] === undefined
        ? { kind: "answer" }
        : { kind: "status", status: 400, message: "Unsupported parameter: 'seed'" },
    end: "opinion",
  },
  "refuses the key": {
    behave: () => ({ kind: "status", status: 401 }),
    end: new RegExp(`${model}the provider refused the key \\(401\\)$`),
  },
  "never answers": { behave: () => ({ kind: "hang" }), end: new RegExp(`${model}no answer in time: `) },
  "stops in the middle": {
    behave: () => ({ kind: "stall", afterPieces: 1 }),
    end: new RegExp(`${model}no answer in time: `),
  },
  "breaks off in the middle": {
    behave: () => ({ kind: "cut", afterPieces: 1 }),
    end: new RegExp(`${model}the connection broke while the answer was coming`),
  },
  "sends what is no stream": { behave: () => ({ kind: "garbage" }), end: new RegExp(model), isNoAnswer: true },
  "says nothing": {
    behave: () => ({ kind: "text", text: "" }),
    end: new RegExp(`${model}the answer was empty$`),
    isNoAnswer: true,
  },
  "withholds its answer": {
    behave: () => ({ kind: "text", text: "", finishReason: "content_filter" }),
    end: new RegExp(`${model}the provider withheld the answer`),
    isNoAnswer: true,
  },
  "talks without form": {
    behave: () => ({ kind: "text", text: "It may rise, and then again it may not. Buy low!" }),
    end: "review",
  },
  "answers another form": {
    behave: () => ({ kind: "text", text: '{"text": 5, "score": "high", "rating": "Strong Buy"}' }),
    end: "review",
  },
  "sends calls elsewhere": {
    behave: () => ({
      kind: "status",
      status: 307,
      headers: { location: "https://elsewhere.example/v1/chat/completions" },
    }),
    end: new RegExp(`${model}http://\\S+ sends calls elsewhere \\(307\\), and is not followed$`),
  },
  "tells an error as if all were well": {
    behave: () => ({ kind: "status", status: 200, body: { error: { message: "no capacity", code: 400 } } }),
    end: new RegExp(`${model}the provider answered 400: no capacity$`),
  },
  "never ends": {
    behave: () => ({ kind: "raw", pieces: endless() }),
    end: new RegExp(`${model}the answer is too long to be one$`),
    isNoAnswer: true,
  },
  "says that it is another model": { behave: () => ({ kind: "answer", model: "enormous-and-dear" }), end: "opinion" },
  "is cut at its limit": {
    behave: () => ({ kind: "text", text: '{"text": "The figure stands', finishReason: "length" }),
    end: "review",
  },
};

function* endless(): Generator<string> {
  const delta = { content: "on and on and ".repeat(5000) };
  for (;;) yield `data: ${JSON.stringify({ id: "1", created: 1, model: "any", choices: [{ index: 0, delta }] })}\n\n`;
}

/** Well beyond what any of the faults needs; a job that comes to it has hung. */
const jobTimeoutMs = 120_000;

/**
 * A job for each fault, of which the model is well until the job's call number `from` (from 1), and then fails for good.
 * Checks how each of them ends, and that it told so.
 * @returns how many jobs that were
 */
export async function breakModel(from: number): Promise<number> {
  const names = Object.keys(faults);
  const dates = tradeDates(names.length);
  const faultOn = new Map(dates.map((date, index) => [date, faults[names[index] ?? ""]]));
  const asked = new Map<string, number>();
  const server = await startModelServer({
    plan: (call) => {
      const date = promptDate(call);
      const before = asked.get(date) ?? 0;
      asked.set(date, before + 1);
      return before + 1 < from
        ? { kind: "answer" }
        : (faultOn.get(date)?.behave(before + 1 - from, call) ?? { kind: "answer" });
    },
  });
  const cluster = await testCluster({ slots: names.length, jobTimeoutMs });
  cluster.startWorker(server.url, {
    SERVICE_MODEL_CONCURRENCY: "64",
    SERVICE_MODEL_TIMEOUT_SECONDS: "5",
  });
  const jobs = await Promise.all(dates.map((date) => cluster.submit(date)));
  const ended = await untilEnded(cluster, jobs);
  for (const [index, job] of ended.entries()) {
    const name = names[index] ?? "";
    const fault = faults[name];
    const end = fault?.isNoAnswer === true && from >= afterARiskVoice ? "review" : fault?.end;
    checkEnd(`a model that ${name} at call ${from}`, job, end);
    expect((await toldTypes(cluster, job.id)).at(-1)).toBe(`job.${job.status}`);
  }
  await server.close();
  return ended.length;
}

function checkEnd(name: string, { status, error, result }: Job, end: Fault["end"] | undefined): void {
  if (end instanceof RegExp)
    return expect({ status, error, result }, name).toEqual({
      status: "failed",
      error: expect.stringMatching(end),
      result: null,
    });
  expect({ status, error }, name).toEqual({ status: "succeeded", error: null });
  expect(result?.is_review, name).toBe(end === "review");
  if (end === "review") expect(result?.rating).toBe("REVIEW");
}
