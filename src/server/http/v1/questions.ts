import type { Hono } from "hono";
import type { ReportAnswer } from "#src/contract/ask-routes.ts";
import { routes } from "#src/contract/routes.ts";
import { askReport } from "#src/product/assistant/ask-report.ts";
import type { OpenTurn } from "#src/product/assistant/ask.ts";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { answerJson, jobIdOf, mount } from "../mount.ts";
import { readBody } from "../read-body.ts";
import { validateBody } from "../validation.ts";

/** Questions about a report are answered in one piece. */
export function mountQuestions(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.askReport, async (c, ctx) => {
    const { question } = validateBody(routes.askReport.body, await readBody(c.env.incoming));
    const gone = new AbortController();
    c.env.outgoing.once("close", () => gone.abort());
    const signal = AbortSignal.any([gone.signal, deps.stopping]);
    const report = { by: "analysis", id: jobIdOf(c) } as const;
    const turn = await askReport(ctx, { tools: deps.assistant, report, question: question.trim(), signal });
    const answer = await wholeAnswer(turn);
    deps.meters.answers.inc({ kind: answer.kind });
    return answerJson(200, answer);
  });
}

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
