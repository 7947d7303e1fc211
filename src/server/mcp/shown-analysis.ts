import { z } from "zod";
import { Analyst, AssetType, Job, JobStatus, Rating, statementsOf } from "#src/contract/jobs/analysis.ts";
import { Instruction } from "#src/contract/run/run.ts";
import { inline } from "#src/core/text/untrusted.ts";
import { envelope, shortened } from "./answer.ts";
import { DebateEvent } from "#src/contract/run/events.ts";
import { agentTitles } from "#src/contract/run/answers.ts";
import type { Call } from "./tool.ts";

/** The trader's words, shortened; the report has all of them. */
const mostDecision = 1500;

/** Reports are read in parts. */
export const ShownAnalysis = z.object({
  id: z.string(),
  status: JobStatus,
  ticker: z.string(),
  trade_date: z.string().describe("The as-of date."),
  asset_type: AssetType,
  analysts: z.array(Analyst),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  rating: Rating.nullable().describe("REVIEW means no opinion. It is not a weak Hold."),
  is_review: z.boolean().nullable(),
  instruction: z.string().nullable().describe("What is to be done on the rating. Say this, not the trader's decision."),
  decision: z
    .string()
    .nullable()
    .describe("The trader's proposal, written by a model. It stands only where decision_adopted is true."),
  decision_adopted: z.boolean().nullable(),
  error: z.string().nullable(),
});
export type ShownAnalysis = z.infer<typeof ShownAnalysis>;

export function shownAnalysis({ id, status, request, result, error, ...times }: Job): ShownAnalysis {
  const decision = result?.decision ?? null;
  const instruction = Instruction.safeParse(result?.reports?.["instruction"]);
  return {
    id,
    status,
    ticker: inline(request.ticker),
    trade_date: request.trade_date,
    asset_type: request.asset_type,
    analysts: request.analysts,
    created_at: times.created_at,
    started_at: times.started_at,
    finished_at: times.finished_at,
    rating: result?.rating ?? null,
    is_review: result?.is_review ?? null,
    instruction: instruction.success ? instruction.data.says : null,
    decision_adopted: instruction.success && decision !== null ? instruction.data.not_adopted === null : null,
    decision: decision === null ? null : envelope("trader", shortened(decision, mostDecision)),
    error: error === null ? null : envelope("error", shortened(error, 500)),
  };
}

/** What to do with an analysis in this state. */
export function nextStep({ id, status }: Pick<Job, "id" | "status">): string {
  switch (status) {
    case "queued":
    case "running":
      return `The analysis continues in the background. Call get_analysis with id ${id} and wait_seconds to wait for it.`;
    case "succeeded":
      return `Call read_report with id ${id} to read the report in parts.`;
    case "failed":
      return "The analysis failed. The error says why; start another when that is solved.";
    case "cancelled":
      return "The analysis was cancelled. Start another with analyze.";
  }
}

/** A part of a report under one heading. */
export interface Section {
  readonly name: string;
  /** The parent section; `null` at the top. */
  readonly within: string | null;
  readonly text: string;
}

export const firstSection = "Summary";

/** Lead, sections, and each agent's words; agents' own headings stand deeper. */
export function sectionsOf(markdown: string): { readonly title: string; readonly sections: readonly Section[] } {
  const [head = "", ...lines] = markdown.split("\n");
  const sections: { name: string; within: string | null; lines: string[] }[] = [
    { name: firstSection, within: null, lines: [] },
  ];
  let top: string | null = null;
  for (const line of lines) {
    const heading = /^(##|###) (.+)$/.exec(line);
    if (heading === null) sections.at(-1)?.lines.push(line);
    else {
      const [, level, name = ""] = heading;
      if (level === "##") top = name;
      sections.push({ name: name.replace(/ ⚠.*$/, ""), within: level === "##" ? null : top, lines: [] });
    }
  }
  return {
    title: head.replace(/^# /, ""),
    sections: sections.map(({ lines: own, ...rest }) => ({ ...rest, text: own.join("\n").trim() })),
  };
}

/** A section by its name, with its parts. */
export function textOf(sections: readonly Section[], name: string): string | null {
  const wanted = name.trim().toLowerCase();
  const found = sections.find((section) => section.name.toLowerCase() === wanted);
  if (found === undefined) return null;
  if (found.within !== null) return found.text;
  const parts = sections.filter(({ within }) => within === found.name);
  return [found.text, ...parts.map((part) => `### ${part.name}\n\n${part.text}`)]
    .filter((text) => text !== "")
    .join("\n\n");
}

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
