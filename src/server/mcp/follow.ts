import { Job, statementsOf } from "#src/contract/jobs/analysis.ts";
import { DebateEvent } from "#src/contract/run/events.ts";
import { agentTitles } from "#src/contract/run/answers.ts";
import { inline } from "#src/core/text/untrusted.ts";
import type { Call } from "./tool.ts";

/** Seconds; many clients give up after a minute, some after four. */
export const longestWait = 240;
export const usualWait = 45;

export async function readJob({ client }: Call["service"], id: string): Promise<Job> {
  return Job.parse(await client.analyses.get(id));
}

/**
 * Tells the client what agents do.
 * @returns the job as it then is
 */
export async function follow(call: Call, job: Job, seconds: number): Promise<Job> {
  if (seconds === 0 || (job.status !== "queued" && job.status !== "running")) return job;
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(seconds * 1000)]);
  try {
    if (call.tell === null) return Job.parse(await call.service.client.analyses.wait(job.id, { signal }));
    await tellEvents(call, job, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return readJob(call.service, job.id);
}

/** A step for each agent that starts and each that ends. */
async function tellEvents({ service, tell }: Call, job: Job, signal: AbortSignal): Promise<void> {
  const total = 2 * (await statementsIn(service, job));
  let done = 0;
  for await (const { type, data } of service.client.analyses.stream(job.id, { signal })) {
    const event = DebateEvent.safeParse({ ...data, type });
    const message = event.success ? wordsFor(event.data) : null;
    if (message === null) continue;
    done += 1;
    await tell?.(done, Math.max(total, done), message);
  }
}

async function statementsIn({ client }: Call["service"], { request }: Job): Promise<number> {
  const { max_debate_rounds: rounds, max_risk_discuss_rounds: riskRounds } = await client.config();
  const analysts = request.analysts.length;
  return statementsOf({ analysts, rounds: request.max_debate_rounds ?? rounds, riskRounds });
}

/** `null` for an event that is not a step. */
function wordsFor(event: DebateEvent): string | null {
  switch (event.type) {
    case "agent.started":
      return `${agentTitles[event.agent]} is speaking, round ${event.round}`;
    case "agent.finished":
      return `${agentTitles[event.agent]}: ${event.skipped === null ? inline(event.headline) : "skipped"}`;
    default:
      return null;
  }
}
