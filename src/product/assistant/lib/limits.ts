import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { assistantLimits } from "#src/contract/jobs/assistant.ts";
import type { Database } from "#src/core/db/database.ts";
import { RateLimited } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";

export interface AskLimits {
  /** @throws RateLimited beyond a minute's or a day's number */
  take(userId: string): Promise<void>;
}

const rules = [
  { name: "minute", points: assistantLimits.questionsPerMinute, seconds: 60 },
  { name: "day", points: assistantLimits.questionsPerDay, seconds: 24 * 60 * 60 },
] as const;

/** In the database: for every front door, and kept when conversations are deleted. */
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
