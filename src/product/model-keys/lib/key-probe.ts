import { providerLabels, type CustomerProvider, type KeyVerdict } from "#src/contract/jobs/model-keys.ts";
import { countModelKeyEvents } from "../queries/model-keys.ts";
import { RateLimited } from "#src/core/errors.ts";
import type { Context } from "#src/product/context.ts";
import { hourMs } from "#src/core/clock.ts";

/** Asks a provider about a key, at no cost. Never throws. */
export type KeyProbe = (provider: CustomerProvider, key: string) => Promise<KeyVerdict>;

/** What is said of a key that was not accepted. */
export function verdictText(provider: CustomerProvider, verdict: Exclude<KeyVerdict, { kind: "accepted" }>): string {
  const name = providerLabels[provider];
  return verdict.kind === "refused"
    ? `${name} refused the key (${verdict.reason}); check that you copied all of it and that it may list models`
    : `the key could not be checked with ${name} (${verdict.reason}); try again later`;
}

/** Enough for typing errors, too few to try found keys. */
const mostInAnHour = 20;

/** @throws RateLimited when the owner has had too many keys checked */
export async function limitProbes({ db, clock, actor }: Context): Promise<void> {
  const n = await countModelKeyEvents(db.sql, actor.owner, clock.now() - hourMs);
  if (n >= mostInAnHour)
    throw new RateLimited("you have checked or changed too many keys; try again in an hour", hourMs, mostInAnHour);
}
