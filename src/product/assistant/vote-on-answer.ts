import type { Vote } from "#src/contract/jobs/assistant.ts";
import { setVote } from "./queries/conversations.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";

/** `null` takes it back. @throws NotFound also for another's answer */
export async function voteOnAnswer(
  ctx: Context,
  { turnId, vote }: { readonly turnId: string; readonly vote: Vote | null },
): Promise<void> {
  const { db, actor } = ctx;
  if (!(await setVote(db.sql, actor.owner, turnId, vote))) throw new NotFound("there is no such answer");
}
