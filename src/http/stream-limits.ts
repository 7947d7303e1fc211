import type { ServerResponse } from "node:http";
import { Forbidden, RateLimited, Unauthorized } from "#src/platform/errors.ts";
import type { Log } from "#src/platform/log.ts";

/** Whose stream it is, where that is asked. */
export interface Follower {
  /** Streams of one owner count together, over all channels. */
  readonly owner: string;
  readonly mostStreams: number;
  /** Streams with one credential are looked at together. */
  readonly credential: string;
  /** @throws Unauthorized or Forbidden when the credential is good no longer */
  readonly check: () => Promise<unknown>;
}

/** How many streams an owner has open, and whether it still may. */
export interface StreamLimits {
  /** @throws RateLimited when the owner has as many open as it may */
  enter(response: ServerResponse, follower: Follower): void;
  leave(response: ServerResponse): void;
  /** Looks at no credential any more. */
  close(): void;
}

/** One of the owner's other streams may have ended by then. */
const comeBackMs = 10_000;

/** @param recheckMs how often credentials are looked at again */
export function createStreamLimits({
  recheckMs,
  log,
}: {
  readonly recheckMs: number;
  readonly log: Log;
}): StreamLimits {
  const followers = new Map<ServerResponse, Follower>();
  const openOf = new Map<string, number>();
  let closed = false;

  /** One after the other: nothing waits for this, and other requests need the database too. */
  const recheck = async (): Promise<void> => {
    for (const [, streams] of Map.groupBy(followers, ([, { credential }]) => credential)) {
      const good = await isGood(streams[0]?.[1], log);
      // The client hears why when it comes back.
      if (!good) for (const [response] of streams) response.end();
    }
    if (!closed) timer = setTimeout(() => void recheck(), recheckMs).unref();
  };
  let timer = setTimeout(() => void recheck(), recheckMs).unref();

  return {
    enter(response, follower) {
      const { owner, mostStreams } = follower;
      const open = openOf.get(owner) ?? 0;
      if (open >= mostStreams)
        throw new RateLimited(`${mostStreams} streams are open, and no more may be at the same time`, comeBackMs);
      openOf.set(owner, open + 1);
      followers.set(response, follower);
    },
    leave(response) {
      const follower = followers.get(response);
      if (follower === undefined) return;
      followers.delete(response);
      const open = (openOf.get(follower.owner) ?? 0) - 1;
      if (open > 0) openOf.set(follower.owner, open);
      else openOf.delete(follower.owner);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** What cannot be looked at stays open: while the database is away there is no better place for its client. */
async function isGood(follower: Follower | undefined, log: Log): Promise<boolean> {
  try {
    await follower?.check();
    return true;
  } catch (error) {
    if (error instanceof Unauthorized || error instanceof Forbidden) return false;
    log.warn({ err: error }, "a stream's credential could not be looked at; it stays open");
    return true;
  }
}
