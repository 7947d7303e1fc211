import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import {
  type AnswerKind,
  type Claim,
  type DeclaredAnswer,
  type PlaceLink,
  assistantLimits,
} from "#src/contract/jobs/assistant.ts";
import type { Database } from "#src/core/db/database.ts";
import { RateLimited } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";
import type { Log } from "#src/core/operation/log.ts";
import { type Declared, declaredBy } from "../lib/questions.ts";
import { type Embedder, type Knowledge, createKnowledge } from "./knowledge.ts";
import type { Chunk, DraftClaim } from "../lib/claims.ts";

export interface AskLimits {
  /** @throws RateLimited beyond a minute's or a day's number */
  take(userId: string): Promise<void>;
}

const rules = [
  { name: "minute", points: assistantLimits.questionsPerMinute, seconds: 60 },
  { name: "day", points: assistantLimits.questionsPerDay, seconds: 24 * 60 * 60 },
] as const;

/** In the database: for every front door, and kept when conversations are deleted. */
function createAskLimits({ pool }: Pick<Database, "pool">): AskLimits {
  const limiters = rules.map(({ name, points, seconds }, index) => ({
    name,
    points,
    limiter: new RateLimiterPostgres({
      storeClient: pool,
      tableName: "assistant_limits",
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
      // Each of them would clear the one table.
      clearExpiredByTimeout: index === 0,
    }),
  }));
  return {
    async take(userId) {
      for (const { name, points, limiter } of limiters)
        try {
          await limiter.consume(sha256(userId));
        } catch (refused) {
          if (refused instanceof RateLimiterRes)
            throw new RateLimited(
              `rate limit exceeded: at most ${points} questions per ${name}`,
              refused.msBeforeNext,
              points,
            );
          throw refused;
        }
    },
  };
}

/** All that it takes to answer. Built once for a process. */
export interface AssistantTools extends AnswerTools {
  readonly limits: AskLimits;
}

export interface AnswerTools {
  readonly knowledge: Knowledge;
  /** `null`: it is a search, and answers only what a page declares. */
  readonly model: AssistantModel | null;
  readonly declared: Declared;
  readonly log: Pick<Log, "warn" | "info">;
}

/** An answer as it comes about. What was told is never taken back. */
export type AnswerEvent =
  | { readonly type: "progress"; readonly stage: "searching" | "reading"; readonly passages: number }
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "claim"; readonly claim: Claim }
  | { readonly type: "links"; readonly links: readonly PlaceLink[] }
  | { readonly type: "end"; readonly kind: AnswerKind };

/** All else the assistant says is a claim with its quote. */
export const notes = {
  refused:
    "I could not find an answer in the help centre, the blog or the API reference. These pages are the closest match:",
  refusedBare: "I could not find an answer in the help centre, the blog or the API reference.",
  market:
    "I cannot give an opinion on a stock or coin, and I have no prices. Start an analysis to see the arguments and evidence as of a date.",
  account: "I cannot see your account. You can find it here:",
  quoted: "No language model is set up, so these are quotes from the pages that match best:",
  modelFailed: "The language model did not respond, so these are quotes from the pages that match best:",
  stated: "No language model is set up, so this is a quote:",
  modelFailedStated: "The language model did not respond, so this is a quote:",
  notInReport: "This report does not say.",
  reportAlone: "The language model did not respond, so these are the report's own words:",
} as const;

/** An answer in fixed words. */
export async function* fixed(kind: AnswerKind, note: string, links: readonly PlaceLink[]): AsyncGenerator<AnswerEvent> {
  yield { type: "note", text: note };
  if (links.length > 0) yield { type: "links", links };
  yield { type: "end", kind };
}

/** What a language model is asked. */
export interface ModelAsk {
  /** Whether the chunks are passages about the product, or parts of one report. */
  readonly about: "product" | "report";
  readonly question: string;
  /** What was said before in the conversation, oldest first. */
  readonly earlier: readonly { readonly question: string; readonly answer: string }[];
  readonly chunks: readonly Chunk[];
}

/** Nothing it says is shown unchecked. */
export interface AssistantModel {
  /** As its provider names it. */
  readonly name: string;
  /** None when it finds no answer. @throws ModelFailed or Cancelled */
  claims(ask: ModelAsk, signal: AbortSignal): AsyncIterable<DraftClaim>;
}

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
