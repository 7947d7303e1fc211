import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { assistantLimits } from "#src/contract/assistant.ts";
import type { Database } from "#src/db/database.ts";
import { RateLimited } from "#src/platform/errors.ts";
import { sha256 } from "#src/platform/hash.ts";

export interface AskLimits {
  /** Counts one more question of a user. @throws RateLimited beyond what a minute or a day allows */
  take(userId: string): Promise<void>;
}

const rules = [
  { name: "minute", points: assistantLimits.questionsPerMinute, seconds: 60 },
  { name: "day", points: assistantLimits.questionsPerDay, seconds: 24 * 60 * 60 },
] as const;

/** In the database, so that it holds over every front door, and for whoever deletes their conversations. */
export function createAskLimits({ pool }: Pick<Database, "pool">): AskLimits {
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
