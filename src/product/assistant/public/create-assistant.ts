import type { DeclaredAnswer } from "#src/contract/jobs/assistant.ts";
import type { Database } from "#src/core/db/database.ts";
import type { AssistantTools } from "./assistant-tools.ts";
import { declaredBy, type Declared } from "../lib/declared.ts";
import type { Embedder } from "./embedder.ts";
import { createKnowledge } from "../lib/knowledge.ts";
import { createAskLimits } from "../lib/limits.ts";

/** Reads the knowledge base with the first question. */
export function createAssistant(
  given: Pick<AssistantTools, "log" | "model"> & {
    readonly db: Database;
    readonly embedder: Embedder | null;
    readonly answers: () => readonly DeclaredAnswer[];
  },
): AssistantTools {
  const { db, log, model, embedder, answers } = given;
  const knowledge = createKnowledge(db, embedder === null ? null : { embedder, log });
  let known: Declared | null = null;
  const declared: Declared = (question) => (known ??= declaredBy(answers()))(question);
  return { log, model, knowledge, declared, limits: createAskLimits(db) };
}
