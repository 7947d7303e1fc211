import type { Answer, Claim, PlaceLink } from "#src/contract/jobs/assistant.ts";
import { insertTurn, listTurns, setAnswer } from "./queries/conversations.ts";
import { Conflict } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import { answerQuestion } from "./lib/answer-question.ts";
import type { AnswerEvent, AssistantTools } from "./public/assistant-tools.ts";
import type { SystemContext } from "../context.ts";

export interface NewQuestion {
  readonly tools: AssistantTools;
  readonly owner: string;
  readonly conversation: string;
  /** Not empty. */
  readonly question: string;
  readonly signal: AbortSignal;
}

export interface OpenTurn {
  readonly turnId: string;
  /** The answer, which is kept when it has ended; to be read once. */
  readonly answer: AsyncGenerator<AnswerEvent>;
}

/** Turns that a follow-up can go on with. */
const remembered = 4;

/** @throws RateLimited; Conflict for a full conversation */
export async function ask(ctx: SystemContext, asked: NewQuestion): Promise<OpenTurn> {
  const { db, clock } = ctx;
  const { tools, owner, conversation, question, signal } = asked;
  await tools.limits.take(owner);
  const turnId = newId("turn");
  const earlier = await listTurns(db.sql, { owner, conversation, before: null, limit: remembered });
  await db.transaction(async (tx) => {
    if (!(await insertTurn(tx, { id: turnId, owner, conversation, question, at: clock.now() })))
      throw new Conflict("this conversation has reached its maximum length; start a new one");
  });
  return { turnId, answer: kept(ctx, turnId, answerQuestion(tools, question, earlier, signal)) };
}

/** Passes an answer on, and keeps it when it is whole. */
async function* kept(
  ctx: SystemContext,
  turnId: string,
  events: AsyncGenerator<AnswerEvent>,
): AsyncGenerator<AnswerEvent> {
  const { db, clock } = ctx;
  const claims: Claim[] = [];
  let links: PlaceLink[] = [];
  let note: string | null = null;
  for await (const event of events) {
    if (event.type === "claim") claims.push(event.claim);
    else if (event.type === "note") note = event.text;
    else if (event.type === "links") links = [...event.links];
    else if (event.type === "end") {
      const answer: Answer = { kind: event.kind, note, claims, links };
      await setAnswer(db.sql, turnId, answer, clock.now());
    }
    yield event;
  }
}
