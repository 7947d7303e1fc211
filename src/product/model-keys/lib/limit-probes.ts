import { countModelKeyEvents } from "#src/product/model-keys/queries/model-keys.ts";
import { RateLimited } from "#src/core/errors.ts";
import type { Context } from "#src/product/context.ts";
import { hourMs } from "#src/core/clock.ts";

/** Enough for typing errors, too few to try found keys. */
const mostInAnHour = 20;

/** @throws RateLimited when the owner has had too many keys checked */
export async function limitProbes({ db, clock, actor }: Context): Promise<void> {
  const n = await countModelKeyEvents(db.sql, actor.owner, clock.now() - hourMs);
  if (n >= mostInAnHour)
    throw new RateLimited("you have checked or changed too many keys; try again in an hour", hourMs, mostInAnHour);
}
