"use server";

import { z } from "zod";
import { ConversationId, Vote } from "#src/contract/jobs/assistant.ts";
import { storableText } from "#src/contract/text.ts";
import {
  deleteAllConversations,
  deleteConversation,
  listConversations,
  readConversation,
  voteOnAnswer,
  readPassage,
} from "#src/product/assistant/assistant.ts";
import { userAction } from "./acting.ts";

const TurnId = z.string().regex(/^turn_\w{1,40}$/, "there is no such answer");
const PassageId = storableText.min(1).max(300);

/** The viewer's conversations with the assistant, newest first. */
export const conversations = userAction(({ ctx }) => listConversations(ctx));

/** What was said in one of them. */
export const conversation = userAction(({ ctx }, id: string) => readConversation(ctx, ConversationId.parse(id)));

export const forgetConversation = userAction(async ({ ctx }, id: string) => {
  await deleteConversation(ctx, ConversationId.parse(id));
});

export const forgetConversations = userAction(async ({ ctx }) => {
  await deleteAllConversations(ctx);
});

/** Whether an answer helped; `null` takes that back. */
export const rateAnswer = userAction(async ({ ctx }, turnId: string, vote: Vote | null) => {
  await voteOnAnswer(ctx, {
    turnId: TurnId.parse(turnId),
    vote: Vote.nullable().parse(vote),
  });
});

/** The passage that a citation names. */
export const citedPassage = userAction(({ ctx }, id: string) => readPassage(ctx, PassageId.parse(id)));
