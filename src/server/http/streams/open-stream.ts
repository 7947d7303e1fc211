import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "#src/product/context.ts";
import { answer } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { RequestContext } from "../env.ts";
import type { Start } from "./event-streams.ts";
import type { Followed } from "./stream-channels.ts";

interface Asker {
  readonly c: RequestContext;
  readonly ctx: Context;
}

/**
 * Takes over the answer; HEAD gets only its head.
 * @param counted whose streams count together @param needs what the plan must have for as long
 */
export async function openStream(
  { guard, streams }: Pick<Deps, "guard" | "streams">,
  { c, ctx: { actor } }: Asker,
  followed: Followed,
  start: Start,
  counted = actor.owner,
  needs?: "signals",
): Promise<Response> {
  const { incoming, outgoing } = c.env;
  if (incoming.method === "HEAD")
    return answer(200, null, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
    });
  const pass = await guard.passOf(c, actor, needs);
  streams.follow(outgoing, followed, start, pass === null ? null : { owner: counted, ...pass });
  return RESPONSE_ALREADY_SENT;
}

/** From now on, or resumes after the seen id, or from the start if it is unknown. */
export async function startAt(followed: Followed, last: number, seen: number | null): Promise<Start> {
  if (seen === null) return { after: last, reset: false, first: { events: [], next: "later" } };
  const reset = seen > last;
  const after = reset ? 0 : seen;
  return { after, reset, first: await followed.read(after) };
}

const largest = 2_147_483_647;

/** `null`: none; an impossible number for what is no number. */
export function lastEventId(header: string | undefined): number | null {
  if (header === undefined || header === "") return null;
  return /^\d{1,9}$/.test(header) ? Number(header) : largest;
}
