"use server";

import { z } from "zod";
import { ConversationId, Vote, type ConversationHead, type Passage, type Turn } from "#src/contract/assistant.ts";
import { storableText } from "#src/contract/text.ts";
import { deleteAllConversations, deleteConversation } from "#src/services/assistant/delete-conversation.ts";
import { listConversations } from "#src/services/assistant/list-conversations.ts";
import { readConversation } from "#src/services/assistant/read-conversation.ts";
import { readPassage } from "#src/services/assistant/read-passage.ts";
import { voteOnAnswer } from "#src/services/assistant/vote-on-answer.ts";
import { contextOf } from "../session.ts";
import { outcome, signedIn, type Outcome } from "./outcome.ts";

const TurnId = z.string().regex(/^turn_\w{1,40}$/, "there is no such answer");
const PassageId = storableText.min(1).max(300);

/** The viewer's conversations with the assistant, newest first. */
export async function conversations(): Promise<Outcome<ConversationHead[]>> {
  return outcome(async () => listConversations(contextOf(await signedIn())));
}

/** What was said in one of them. */
export async function conversation(id: string): Promise<Outcome<Turn[]>> {
  return outcome(async () => readConversation(contextOf(await signedIn()), ConversationId.parse(id)));
}

export async function forgetConversation(id: string): Promise<Outcome> {
  return outcome(async () => {
    await deleteConversation(contextOf(await signedIn()), ConversationId.parse(id));
    return null;
  });
}

export async function forgetConversations(): Promise<Outcome> {
  return outcome(async () => {
    await deleteAllConversations(contextOf(await signedIn()));
    return null;
  });
}

/** Whether an answer helped; `null` takes that back. */
export async function rateAnswer(turnId: string, vote: Vote | null): Promise<Outcome> {
  return outcome(async () => {
    await voteOnAnswer(contextOf(await signedIn()), TurnId.parse(turnId), Vote.nullable().parse(vote));
    return null;
  });
}

/** The passage that a citation names. */
export async function citedPassage(id: string): Promise<Outcome<Passage>> {
  return outcome(async () => readPassage(contextOf(await signedIn()), PassageId.parse(id)));
}
