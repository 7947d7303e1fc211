import { z } from "zod";
import { AnswerKind, assistantLimits } from "#src/contract/jobs/assistant.ts";
import { ReportAnswer } from "#src/contract/jobs/analysis-routes.ts";
import { envelope } from "../envelope.ts";
import { pageOf, shortened } from "../size.ts";
import { tool } from "../tool.ts";
import { AnalysisId } from "./analyses.ts";

/** For a statement, and for the sentence it is based on. */
const mostClaim = 1200;

export const askReport = tool({
  name: "ask_report",
  title: "Ask a report",
  description:
    "Answers a question from one finished report and nothing else, each claim with its quote: what an agent said, why, which numbers, what if a level were different.",
  input: z.object({ id: AnalysisId, question: z.string().trim().min(1).max(assistantLimits.questionLength) }),
  output: z.object({
    kind: AnswerKind.describe("refused: the report does not say."),
    note: z.string().nullable(),
    claims: z.array(z.object({ text: z.string(), quote: z.string(), from: z.string() })),
  }),
  async run({ id, question }, { service }) {
    const { kind, note, claims } = ReportAnswer.parse(await service.client.analyses.ask(id, question));
    const shown = claims.map(({ text, quote, passage: { title, heading } }) => ({
      text: envelope(`report ${id}`, shortened(text, mostClaim)),
      quote: envelope(`report ${id}`, shortened(quote, mostClaim)),
      from: heading === null ? title : `${title}, ${heading}`,
    }));
    return { kind, note, claims: [...pageOf(shown, 0).items] };
  },
});
