import type { ServerResponse } from "node:http";
import { RateLimited } from "#src/core/errors.ts";
import type { Log } from "#src/core/operation/log.ts";

/** Which credentials ended; all due at once share queries. */
export type CredentialCheck = (credentials: readonly string[]) => Promise<ReadonlySet<string>>;

/** Whose stream it is, where that is asked. */
export interface Follower {
  /** Streams of one owner count together, over all channels. */
  readonly owner: string;
  readonly mostStreams: number;
  readonly credential: string;
  /** One function for all credentials of a kind. */
  readonly ended: CredentialCheck;
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
const retryAfterMs = 10_000;
/** 50 of 60 parts; the rest is for the queries. */
const turns = 50;
const parts = 60;

interface Entered {
  readonly follower: Follower;
  /** Of those whose turn it is at the same moment. */
  readonly turn: Set<ServerResponse>;
}

/** @param recheckMs within which each credential is looked at again */
export function createStreamLimits({
  recheckMs,
  log,
}: {
  readonly recheckMs: number;
  readonly log: Log;
}): StreamLimits {
  const entered = new Map<ServerResponse, Entered>();
  const openOf = new Map<string, number>();
  const allTurns = Array.from({ length: turns }, () => new Set<ServerResponse>());
  const due = new Set<ReadonlySet<ServerResponse>>();
  let looking = false;
  let turnNow = 0;
  let turnOfNext = 0;

  /** One after the other: nothing waits for this. */
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    for (const turn of due) {
      due.delete(turn);
      await endRevoked(turn, entered, log);
    }
    looking = false;
  };
  const timer = setInterval(() => {
    const turn = allTurns[turnNow];
    turnNow = (turnNow + 1) % turns;
    if (turn !== undefined && turn.size > 0) due.add(turn);
    void look();
  }, recheckMs / parts).unref();

  return {
    enter(response, follower) {
      const { owner, mostStreams } = follower;
      const open = openOf.get(owner) ?? 0;
      if (open >= mostStreams)
        throw new RateLimited(`too many open streams: at most ${mostStreams} at the same time`, retryAfterMs);
      openOf.set(owner, open + 1);
      const turn = allTurns[turnOfNext] ?? new Set();
      turnOfNext = (turnOfNext + 1) % turns;
      turn.add(response);
      entered.set(response, { follower, turn });
    },
    leave(response) {
      const known = entered.get(response);
      if (known === undefined) return;
      entered.delete(response);
      known.turn.delete(response);
      const { owner } = known.follower;
      const open = (openOf.get(owner) ?? 0) - 1;
      if (open > 0) openOf.set(owner, open);
      else openOf.delete(owner);
    },
    close() {
      clearInterval(timer);
    },
  };
}

async function endRevoked(
  turn: ReadonlySet<ServerResponse>,
  entered: ReadonlyMap<ServerResponse, Entered>,
  log: Log,
): Promise<void> {
  const streams = [...turn].flatMap((response) => {
    const follower = entered.get(response)?.follower;
    return follower === undefined ? [] : [{ response, ...follower }];
  });
  for (const [ended, same] of Map.groupBy(streams, (stream) => stream.ended)) {
    const gone = await endedOf(ended, [...new Set(same.map(({ credential }) => credential))], log);
    // The client hears why when it comes back.
    for (const { response, credential } of same) if (gone.has(credential)) response.end();
  }
}

/** While the database is away, streams stay open. */
async function endedOf(ended: CredentialCheck, credentials: readonly string[], log: Log): Promise<ReadonlySet<string>> {
  try {
    return await ended(credentials);
  } catch (error) {
    log.warn(
      { err: error, credentials: credentials.length },
      "the credentials of open streams could not be checked; the streams stay open",
    );
    return new Set();
  }
}
