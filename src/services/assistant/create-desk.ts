import type { AssistantDesk } from "./ask.ts";
import type { Embedder } from "./embedder.ts";
import { createKnowledge } from "./knowledge.ts";
import { createAskLimits } from "./limits.ts";

/** The assistant of a process; it reads the knowledge base with the first question. */
export function createAssistantDesk(
  given: Pick<AssistantDesk, "db" | "clock" | "log" | "model"> & { readonly embedder: Embedder | null },
): AssistantDesk {
  const { db, clock, log, model, embedder } = given;
  const knowledge = createKnowledge(db, embedder === null ? null : { embedder, log });
  return { db, clock, log, model, knowledge, limits: createAskLimits(db) };
}
