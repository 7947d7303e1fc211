"use server";

import { z } from "zod";
import { ConversationId, Vote, type ConversationSummary, type Passage, type Turn } from "#src/contract/assistant.ts";
import { storableText } from "#src/contract/text.ts";
import { deleteAllConversations } from "#src/product/assistant/delete-all-conversations.ts";
import { deleteConversation } from "#src/product/assistant/delete-conversation.ts";
import { listConversations } from "#src/product/assistant/list-conversations.ts";
import { readConversation } from "#src/product/assistant/read-conversation.ts";
import { readPassage } from "#src/product/assistant/read-passage.ts";
import { voteOnAnswer } from "#src/product/assistant/vote-on-answer.ts";
import { contextOf } from "../viewer.ts";
import { defineAction } from "./action.ts";
import { outcome, signedIn, type Outcome } from "./outcome.ts";

const TurnId = z.string().regex(/^turn_\w{1,40}$/, "there is no such answer");
const PassageId = storableText.min(1).max(300);

/** The viewer's conversations with the assistant, newest first. */
export const conversations = defineAction((): Promise<Outcome<ConversationSummary[]>> =>
  outcome(async () => listConversations(contextOf(await signedIn()))),
);

/** What was said in one of them. */
export const conversation = defineAction((id: string): Promise<Outcome<Turn[]>> =>
  outcome(async () => readConversation(contextOf(await signedIn()), ConversationId.parse(id))),
);

export const forgetConversation = defineAction((id: string): Promise<Outcome> =>
  outcome(async () => {
    await deleteConversation(contextOf(await signedIn()), ConversationId.parse(id));
    return null;
  }),
);

export const forgetConversations = defineAction((): Promise<Outcome> =>
  outcome(async () => {
    await deleteAllConversations(contextOf(await signedIn()));
    return null;
  }),
);

/** Whether an answer helped; `null` takes that back. */
export const rateAnswer = defineAction((turnId: string, vote: Vote | null): Promise<Outcome> =>
  outcome(async () => {
    await voteOnAnswer(contextOf(await signedIn()), {
      turnId: TurnId.parse(turnId),
      vote: Vote.nullable().parse(vote),
    });
    return null;
  }),
);

/** The passage that a citation names. */
export const citedPassage = defineAction((id: string): Promise<Outcome<Passage>> =>
  outcome(async () => readPassage(contextOf(await signedIn()), PassageId.parse(id))),
);
