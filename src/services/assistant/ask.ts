import type { Answer, Claim, PlaceLink } from "#src/contract/assistant.ts";
import type { Database } from "#src/db/database.ts";
import { insertTurn, listTurns, setAnswer } from "#src/db/queries/conversations.ts";
import type { Clock } from "#src/platform/clock.ts";
import { Conflict } from "#src/platform/errors.ts";
import { newId } from "#src/platform/ids.ts";
import { answerQuestion, type AnswerEvent, type AnswerTools } from "./answer-question.ts";
import type { AskLimits } from "./limits.ts";

/** All that it takes to answer. Built once for a process. */
export interface AssistantDesk extends AnswerTools {
  readonly db: Database;
  readonly clock: Clock;
  readonly limits: AskLimits;
}

export interface Asked {
  readonly owner: string;
  readonly conversation: string;
  /** Not empty. */
  readonly question: string;
}

export interface OpenTurn {
  readonly turnId: string;
  /** The answer, which is kept when it has ended; to be read once. */
  readonly answer: AsyncGenerator<AnswerEvent>;
}

/** Turns that a follow-up can go on with. */
const remembered = 4;

/** Keeps a question in its conversation, and begins to answer it. @throws RateLimited; Conflict for one that is full */
export async function ask(desk: AssistantDesk, asked: Asked, signal: AbortSignal): Promise<OpenTurn> {
  const { db, clock, limits } = desk;
  const { owner, conversation, question } = asked;
  await limits.take(owner);
  const turnId = newId("turn");
  const earlier = await listTurns(db.sql, { owner, conversation, before: null, limit: remembered });
  await db.transaction(async (tx) => {
    if (!(await insertTurn(tx, { id: turnId, owner, conversation, question, at: clock.now() })))
      throw new Conflict("this conversation is as long as it may be: begin a new one");
  });
  return { turnId, answer: kept(desk, turnId, answerQuestion(desk, question, earlier, signal)) };
}

/** Passes an answer on, and keeps it when it is whole. */
async function* kept(
  { db, clock }: Pick<AssistantDesk, "db" | "clock">,
  turnId: string,
  events: AsyncGenerator<AnswerEvent>,
): AsyncGenerator<AnswerEvent> {
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
