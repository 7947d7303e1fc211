import { z } from "zod";
import { AnalysisRequest, Analyst, AssetType, Job, JobStatus, shortField } from "#src/contract/jobs/analysis.ts";
import { Holdings } from "#src/contract/holdings/holdings.ts";
import { follow, longestWait, readJob, usualWait, nextStep, ShownAnalysis, shownAnalysis } from "../shown-analysis.ts";
import { Refusal, pageOf } from "../answer.ts";
import { tool, type Call } from "../tool.ts";

export const AnalysisId = z
  .string()
  .regex(/^\w[\w.-]{0,99}$/, "must be the ID of an analysis; use list_analyses to find it")
  .describe("ID of the analysis, such as ana_7m3k9q0x2v5c8b1n4h6t.");

const WaitSeconds = z.int().min(0).max(longestWait);
const ended = { analysis: ShownAnalysis, next_step: z.string() };

function shown(job: Job) {
  return { analysis: shownAnalysis(job), next_step: nextStep(job) };
}

async function cancel({ client }: Call["service"], id: string): Promise<Job> {
  return Job.parse(await client.analyses.cancel(id));
}

export const analyze = tool({
  name: "analyze",
  title: "Start an analysis",
  description:
    "Starts a multi-agent debate about one stock or coin as of a date, and waits for its rating. It uses the account's " +
    "monthly analyses, and can cost money where language models argue. A run takes seconds to minutes: after " +
    "wait_seconds the tool returns the ID, and the run continues. Cancelling this call cancels the analysis. " +
    "The instrument DEMO with trade date 2019-06-03 is always free to try on a service with the demo archive.",
  does: "starts",
  input: z.object({
    ticker: AnalysisRequest.shape.ticker.describe("Symbol, such as AAPL, BTC-USD or DEMO."),
    trade_date: AnalysisRequest.shape.trade_date.describe("As-of date, YYYY-MM-DD. Nothing later is used."),
    asset_type: AssetType.default("stock"),
    analysts: z.array(Analyst).min(1).optional().describe("Default: all four."),
    max_debate_rounds: z.int().min(1).max(10).optional().describe("Rounds of bull versus bear."),
    language: z.string().max(35).optional().describe("Language of the report's prose, as a BCP 47 tag such as de."),
    allow_short: z
      .boolean()
      .optional()
      .describe("Whether a Sell may open a short position. Default: a Sell holds none."),
    holdings: Holdings.optional().describe(
      "What the user holds, if they say so: adds the section 'For your holdings' to the report. Never changes the rating.",
    ),
    wait_seconds: WaitSeconds.default(usualWait).describe("0 returns the ID at once."),
    idempotency_key: z
      .string()
      .regex(/^[\x21-\x7e]{1,255}$/)
      .optional()
      .describe("Repeating the same key and arguments returns the same analysis."),
  }),
  output: z.object(ended),
  async run({ wait_seconds: seconds, idempotency_key: key, ...asked }, call) {
    const { client } = call.service;
    const {
      analysts = [...Analyst.options],
      max_debate_rounds = null,
      language,
      allow_short: allowShort,
      holdings,
      ...rest
    } = asked;
    const started = Job.parse(
      await client.analyses.create(
        {
          ...rest,
          analysts,
          max_debate_rounds,
          ...(language !== undefined && { language }),
          ...shortField(allowShort),
          ...(holdings !== undefined && { holdings }),
        },
        key === undefined ? {} : { idempotencyKey: key },
      ),
    );
    const job = await follow(call, started, seconds);
    if (!call.isCancelled()) return shown(job);
    await cancel(call.service, started.id);
    throw new Refusal("The analysis was cancelled.");
  },
});

export const getAnalysis = tool({
  name: "get_analysis",
  title: "Get an analysis",
  description:
    "Status and rating of an analysis. With wait_seconds it waits for the end and reports progress. Check is_review " +
    "before rating: REVIEW means no opinion.",
  input: z.object({ id: AnalysisId, wait_seconds: WaitSeconds.default(0) }),
  output: z.object(ended),
  async run({ id, wait_seconds: seconds }, call) {
    return shown(await follow(call, await readJob(call.service, id), seconds));
  },
});

export const listAnalyses = tool({
  name: "list_analyses",
  title: "List analyses",
  description: "Your analyses, newest first, with their ratings. Pass next_cursor as cursor for the next page.",
  input: z.object({
    status: JobStatus.optional(),
    ticker: z.string().min(1).max(32).optional(),
    limit: z.int().min(1).max(20).default(10),
    cursor: z.string().max(20).optional(),
  }),
  output: z.object({
    analyses: z.array(
      ShownAnalysis.omit({ instruction: true, decision: true, decision_adopted: true, analysts: true }),
    ),
    next_cursor: z.string().nullable(),
  }),
  async run({ status, ticker, limit, cursor }, { service }) {
    const query = {
      limit,
      ...(status !== undefined && { status }),
      ...(ticker !== undefined && { ticker }),
      ...(cursor !== undefined && { cursor }),
    };
    const page = await service.client.analyses.list(query);
    const analyses = z
      .array(Job)
      .parse(page.data)
      .map((job) => {
        // Reports are not listed, and the instruction stands in them.
        const {
          instruction: _says,
          decision: _decision,
          decision_adopted: _is,
          analysts: _analysts,
          ...row
        } = shownAnalysis(job);
        return row;
      });
    return { analyses: [...pageOf(analyses, 0).items], next_cursor: page.nextCursor };
  },
});

export const cancelAnalysis = tool({
  name: "cancel_analysis",
  title: "Cancel an analysis",
  description:
    "Cancels an analysis that is queued or running. The outcome of one that has ended is then no longer shown: " +
    "ask the user, and pass discard_result.",
  does: "cancels",
  input: z.object({
    id: AnalysisId,
    discard_result: z.boolean().default(false).describe("The user agreed to lose the outcome of an ended analysis."),
  }),
  output: z.object(ended),
  async run({ id, discard_result: agreed }, { service }) {
    const job = agreed ? null : await readJob(service, id);
    if (job?.status === "succeeded" || job?.status === "failed")
      throw new Refusal(
        `This analysis has ended: ${job.result?.rating ?? job.status}. Cancelling it hides the outcome for good. ` +
          "Ask the user; if they agree, call cancel_analysis again with discard_result: true.",
      );
    return shown(await cancel(service, id));
  },
});
