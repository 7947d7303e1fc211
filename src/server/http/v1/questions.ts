import type { ReportAnswer } from "#src/contract/jobs/analysis-routes.ts";
import { askReport } from "#src/product/assistant/ask-report.ts";
import type { OpenTurn } from "#src/product/assistant/ask.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";

/** Questions about a report are answered in one piece. */
export const questionHandlers = (deps: Deps) =>
  ({
    askReport: async ({ c, ctx, path, body: { question } }) => {
      const gone = new AbortController();
      c.env.outgoing.once("close", () => gone.abort());
      const signal = AbortSignal.any([gone.signal, deps.stopping]);
      const report = { by: "analysis", id: path.job_id } as const;
      const turn = await askReport(ctx, { tools: deps.assistant, report, question: question.trim(), signal });
      const answer = await wholeAnswer(turn);
      deps.meters.answers.inc({ kind: answer.kind });
      return answer;
    },
  }) satisfies Partial<Handlers>;

async function wholeAnswer({ answer }: OpenTurn): Promise<ReportAnswer> {
  const claims: ReportAnswer["claims"] = [];
  const notes: string[] = [];
  for await (const event of answer) {
    if (event.type === "claim") claims.push(event.claim);
    else if (event.type === "note") notes.push(event.text);
    else if (event.type === "end") return { kind: event.kind, note: notes.join(" ") || null, claims };
  }
  throw new Error("an answer ended without its final event");
}
